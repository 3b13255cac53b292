import { Executor } from '@spindle/runtime';

/** Somebody who walks up and down. */
// @compile
export class Guard extends Executor {
  constructor(post) {
    super();
    this.post = post;
    this.steps = 0;
  }

  patrol() {
    while (true) {
      this.step();
      this.wait(250);
    }
  }

  step() {
    this.wait(100);
    this.steps++;
  }

  stumble() {
    this.wait(20);
    throw new Error('over a root');
  }
}
