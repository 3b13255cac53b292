/** A cutscene that shows its sentences word by word. Nothing in it knows that it can be saved. */
import { Executor } from '@spindle/runtime';
import { page } from './page.js';

const WORD_MS = 250;

// @compile
class Figure extends Executor {
  place = 0;

  constructor(name) {
    super();
    this.name = name;
  }

  walkTo(place) {
    page.tell(`${this.name} walks to ${place}.`);
    while (this.place !== place) {
      this.wait(100);
      this.place += Math.sign(place - this.place);
    }
    page.tell(`${this.name} is at ${this.place}.`);
  }

  say(sentence) {
    page.begin(this.name);
    for (const word of sentence.split(' ')) {
      page.add(word);
      this.wait(WORD_MS);
    }
    page.end();
  }
}

const mira = new Figure('Mira');
const keeper = new Figure('The keeper');

// @compile
export function cutscene() {
  waitFor(mira.walkTo(8));
  // He comes while she speaks.
  const coming = start(keeper.walkTo(30));
  waitFor(mira.say('The last ferry should be here by now, and I see no light on the water.'));
  waitFor(coming);
  waitFor(keeper.say('Then we light the lamp.'));
  page.tell('The end.');
}
