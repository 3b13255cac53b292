// @compile
// Fifteen glitches jump, each in a rhythm of its own. `every` has no
// drift, so after twelve seconds all of them jump together again, and
// so on for ever. Tap one: it drops out of the dance, or comes back
// into it.

const COLORS = ['violet', 'blue', 'green', 'yellow', 'orange', 'rose'];
const ROUND_MS = 12_000;
stage.hint = 'Tap one: it rests.  Space: slow motion';
stage.dots = false;

class Dancer extends Actor {
  // So many jumps in each round.
  dance(jumps) {
    while (every(ROUND_MS / jumps)) {
      this.jump();
    }
  }
}

function dancerAt(i) {
  const jumps = 10 + i;
  const dancer = new Dancer(0.5 + i, 5, { name: `${jumps} jumps`, color: COLORS[i % 6] });
  const dance = start(() => dancer.dance(jumps));
  dancer.onPress = () => {
    if (dancer.size === 1) dance.pause();
    else dance.resume();
    dancer.size = dancer.size === 1 ? 0.7 : 1;
  };
}

function rounds() {
  while (true) {
    hud.round = every(ROUND_MS) + 1;
  }
}

function slowMotion() {
  while (true) {
    waitSignal('action');
    scheduler.clock.scale = scheduler.clock.scale === 1 ? 0.3 : 1;
  }
}

hud.round = 1;
for (let i = 0; i < 15; i++) dancerAt(i);
start(() => rounds());
start(() => slowMotion());
