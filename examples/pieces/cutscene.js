import { scheduler } from '@spindle/runtime';
import { at, log, runToEnd } from '@spindle/runtime/testing';

// @compile
class Actor extends Executor {
  constructor(name, x) {
    super();
    this.name = name;
    this.x = x;
  }

  walkTo(x) {
    while (this.x !== x) {
      this.x += Math.sign(x - this.x);
      this.wait(50);
    }
  }

  say(line) {
    if (!clock.skipping) log(`${this.name}: ${line}`);
    this.wait(line.length * 40);
  }

  walkAndSay(x, line) {
    this.all(this.walkTo(x), this.say(line));
    if (!clock.skipping) log(this.name, 'is at', this.x);
  }
}

// @compile
class Camera extends Executor {
  x = 0;

  // @restart
  follow(actor) {
    while (true) this.x += (actor.x - this.x) / 4;
  }
}

// @compile
function meeting(anna, ben, camera) {
  camera.follow(anna);
  all(anna.walkAndSay(20, 'There you are at last!'), ben.walkAndSay(24, 'I have walked all night.'));
  camera.follow(ben);
  waitFor(ben.say('Is there anything to eat?'));
  anna.walkTo(40);
  ben.walkAndSay(38, 'Wait for me!');
  waitFor(anna);
  waitFor(ben);
}

// @compile
function opening(anna, ben, camera) {
  try {
    skippable(() => meeting(anna, ben, camera), { by: 'skip' });
  } finally {
    camera.cancelAll('cut');
  }
  log('the game begins: anna at', anna.x, 'ben at', ben.x, 'camera at', Math.round(camera.x));
}

export const anna = new Actor('Anna', 0);
export const ben = new Actor('Ben', 60);
export const camera = new Camera();
at(0, () => opening(anna, ben, camera));
at(60, () => scheduler.signal('skip'));
runToEnd(scheduler);
