// @compile
// A thousand walkers, and each is a script that never ends. Tap, or
// press the space bar, and all come: an interrupt takes them from what
// they do. When it is over, each goes on where it was.

const COLORS = ['blue', 'orange', 'green', 'rose', 'violet', 'yellow'];
const walkers = [];
stage.hint = 'Tap, or space bar: come here!';
stage.dots = false;

class Walker extends Actor {
  name = 'walker';

  stroll() {
    while (true) {
      this.glide(random() * 15, 1 + random() * 7);
      this.wait(random() * 800);
    }
  }

  // @interrupt @restart
  come(x, y, angle) {
    this.speed += 10;
    try {
      this.glide(x + Math.cos(angle) * 1.6, y + Math.sin(angle) * 1.6);
      wait(700);
    } finally {
      this.speed -= 10;
    }
  }
}

function callAll(x, y) {
  for (const [i, walker] of walkers.entries()) {
    walker.come(x, y, i * 2.4);
  }
  log('called', walkers.length, 'walkers');
}

function calls() {
  while (true) {
    const { key, value } = race({ tap: waitSignal('tap'), space: waitSignal('action') });
    const { x, y } = key === 'tap' ? value : { x: 7.5, y: 4 };
    callAll(x, y);
  }
}

function crowd() {
  for (let i = 0; i < 1000; i++) {
    const walker = new Walker(random() * 15, 1 + random() * 7, { look: 'dot', size: 0.28, speed: 1 + random() });
    walker.color = COLORS[i % 6];
    walkers.push(walker);
    walker.stroll();
  }
  hud.threads = scheduler.threads.length;
}

start(() => crowd());
start(() => calls());
