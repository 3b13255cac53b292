/** A cutscene: two friends walk to a lake in the evening, and something comes out of the sky. */
import { Actor, EAST, NORTH, SOUTH, tell } from '../actors.js';

const mira = new Actor('Mira', 0, 8);
const tuck = new Actor('Tuck', 0, 9);
const gale = new Actor('Gale', 9, 0);
const scene = { name: 'scene' };

const SMALL_TALK = ['My feet hurt.', 'A heron!', 'Did you bring bread?', 'It smells of rain.'];

// @compile
export function opening() {
  tell(scene, 'The lake, at dusk');

  // Two calls, nobody waits for their values: both walk at the same time.
  mira.walk(EAST, 6);
  tuck.walk(EAST, 4);
  waitFor(mira);

  // Tuck chats for as long as the scene lasts.
  attach(chatter());

  waitFor(mira.say('Look how still it is.'));
  wait(400);

  tracks({
    mira() {
      waitFor(mira.walk(NORTH, 2));
      signal('on the pier');
      waitSignal('landed');
      waitFor(mira.say('That is no cloud.'));
    },
    gale() {
      waitSignal('on the pier');
      waitFor(gale.walk(SOUTH, 5));
      signal('landed');
      waitFor(gale.say('You are late, little ones.'));
    },
  });

  // Whoever is first decides how it ends.
  const ending = race(courage(), fear());
  tell(scene, ending);
}

// @compile
function chatter() {
  while (true) {
    wait(500 + random() * 1000);
    waitFor(tuck.say(SMALL_TALK[Math.floor(random() * SMALL_TALK.length)]));
  }
}

// @compile
function courage() {
  wait(900);
  waitFor(mira.say('Then we begin at once.'));
  return 'Mira takes the first step. Curtain.';
}

// @compile
function fear() {
  waitSignal('thunder');
  return 'They run. Curtain.';
}
