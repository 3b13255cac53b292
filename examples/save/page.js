/** What the player sees: here it is the terminal. */
import { clock } from '@spindle/runtime';

/** The sentence that is being said, as far as it has come. */
let sentence = null;

export const page = {
  tell(text) {
    print(text);
  },

  begin(name) {
    sentence = `${name}: “`;
  },

  add(word) {
    sentence += sentence.endsWith('“') ? word : ` ${word}`;
  },

  end() {
    print(`${sentence}”`);
    sentence = null;
  },

  /** Cut off, if somebody is speaking. */
  show() {
    if (sentence !== null) print(`${sentence} …`);
  },

  /** What belongs into a save: the scripts do not know it. */
  save: () => sentence,
  load(saved) {
    sentence = saved;
  },
};

function print(text) {
  console.log(`  ${(clock.now / 1000).toFixed(1).padStart(4)} s  ${text}`);
}
