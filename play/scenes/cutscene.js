// @compile
// A cutscene, written from top to bottom. Space, or a tap, skips it:
// the rest is played in one frame, so everybody stands where he would
// have stood.

const mira = new Actor(0, 5, { name: 'Mira', look: 'player', color: 'rose' });
const tuck = new Actor(0, 6, { name: 'Tuck', look: 'player', color: 'green' });
const door = new Actor(12, 4, { look: 'door', color: 'orange', size: 1.6 });

function opening() {
  mira.walk(EAST, 8); // two calls on two people: they walk side by side
  tuck.walk(EAST, 6);
  attach(chatter()); // goes on beside the scene, and ends with it
  waitFor(mira);
  waitFor(mira.say('Here it is. The old door.'));

  // Two tracks that meet: each waits for a signal of the other.
  tracks({
    mira() {
      waitFor(mira.walkTo(11, 4));
      signal('at the door');
      waitSignal('hand on the door');
      waitFor(mira.say('On three. One, two …'));
      signal('three');
    },
    tuck() {
      waitSignal('at the door');
      waitFor(tuck.walkTo(13, 4));
      signal('hand on the door');
      waitSignal('three');
      waitFor(tuck.jump());
    },
  });
  tween(900, (t) => (door.lift = t)); // opens, a little in each frame
  waitFor(mira.say('After you.'));
}

function chatter() {
  for (const line of ['My feet hurt.', 'Did you bring bread?', 'It smells of rain.']) {
    wait(500 + 1500 * random());
    waitFor(tuck.say(line));
  }
}

function play() {
  stage.cinema = true;
  stage.hint = 'Space or tap: skip';
  skippable(() => opening(), { by: 'action' });
  stage.cinema = false;
  stage.hint = 'Arrow keys or drag: walk';
  log('Mira stands at', mira.x, mira.y);
  mira.steer(); // and now she is yours
}

start(() => play());
