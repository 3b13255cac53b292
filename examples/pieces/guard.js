import { scheduler } from '@spindle/runtime';
import { at, log, runToEnd } from '@spindle/runtime/testing';

// @compile
class Guard extends Executor {
  x = 0;
  noise = null;

  work(thief) {
    while (true) {
      const { key } = this.race({
        thief: waitUntil(() => this.sees(thief)),
        noise: waitUntil(() => this.noise !== null),
        patrol: this.patrol(),
      });
      if (key === 'noise') this.look(thief);
      if (this.sees(thief)) this.chase(thief);
      this.say('Nobody here.');
    }
  }

  patrol() {
    while (true) {
      this.walkTo(10);
      log('at the east gate');
      this.wait(300);
      this.walkTo(0);
      log('at the west gate');
      this.wait(300);
    }
  }

  look(thief) {
    const where = this.noise;
    this.noise = null;
    log('goes to look at', where);
    this.race(
      waitUntil(() => this.sees(thief)),
      this.walkTo(where),
    );
  }

  chase(thief) {
    this.say('Stop, thief!');
    this.race({
      lost: waitUntil(() => !this.sees(thief)),
      tired: wait(2000),
      run: this.follow(thief),
    });
    log('gives up at', this.x);
  }

  follow(thief) {
    while (true) this.x += Math.sign(thief.x - this.x);
  }

  walkTo(x) {
    while (this.x !== x) {
      this.x += Math.sign(x - this.x);
      this.wait(50);
    }
  }

  say(line) {
    log(line);
    this.wait(line.length * 20);
  }

  sees(thief) {
    return !thief.isHidden && Math.abs(thief.x - this.x) < 5;
  }

  // @instant
  hear(where) {
    log('hears something at', where);
    this.noise = where;
  }

  // @interrupt
  stun(ms) {
    log('is stunned at', this.x);
    wait(ms);
    log('goes on at', this.x);
  }
}

export const guard = new Guard();
export const thief = { x: 14, isHidden: true };
at(0, () => guard.work(thief));
at(10, () => guard.stun(500));
at(100, () => guard.hear(14));
at(110, () => (thief.isHidden = false));
at(170, () => (thief.x = 30));
at(250, () => guard.stun(300));
at(300, () => guard.cancelAll('the end'));
runToEnd(scheduler);
