// @compile
// Creeps march, towers freeze them. Tap on a square to build one. The ice
// works beside the march: a creep walks on, slower, until it is warm.

stage.hint = 'Tap, or arrow keys and Enter: build a tower';
stage.wall(3, 0, 1, 6);
stage.wall(7, 3, 1, 6);
stage.wall(11, 0, 1, 6);
const creeps = new Set();

class Creep extends Actor {
  march() {
    const { key } = this.race({ home: this.walkTo(15, 4), beaten: waitUntil(() => this.life <= 0) });
    hud[key] = (hud[key] ?? 0) + 1;
    creeps.delete(this);
    this.leave();
  }

  // @beside @restart
  freeze() {
    Object.assign(this, { speed: 0.8, color: 'ice' });
    wait(1500);
    Object.assign(this, { speed: 3, color: 'rose' });
  }
}

class Tower extends Actor {
  guard() {
    while (true) {
      const target = waitUntil(() => [...creeps].find((creep) => this.sees(creep)));
      const bolt = new Actor(this.x, this.y - 0.6, { look: 'bolt', color: 'ice', speed: 14 });
      waitFor(bolt.glide(target.x, target.y));
      bolt.leave();
      target.life -= 0.25;
      target.freeze();
      wait(700);
    }
  }
}

function build({ x, y }) {
  new Tower(x, y, { name: 'tower', look: 'tower', color: 'ice', sight: 2.6 }).guard();
}

function waves() {
  while (true) {
    const creep = new Creep(0, 4, { name: 'creep', look: 'creep', color: 'rose', speed: 3 });
    creeps.add(creep);
    creep.march();
    wait(1300);
  }
}

function taps() {
  while (true) build(waitSignal('tap'));
}

build({ x: 5, y: 4 });
start(() => taps());
start(() => waves());
