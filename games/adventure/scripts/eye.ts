/** What one looks at, where the whole coast does not fit: it follows Mira, or goes where a scene wants it. */
import { Executor } from '@spindle/runtime';

// @compile
export class Eye extends Executor {
  x = 620;
  readonly #followed: { readonly x: number };

  constructor(followed: { readonly x: number }) {
    super();
    this.#followed = followed;
  }

  follow(): void {
    while (true) this.x += (this.#followed.x - this.x) * Math.min(1, clock.delta / 260);
  }

  /** It follows nobody then. */
  // @interrupt
  panTo(x: number, ms: number): void {
    this.cancelOthers('a scene wants to show something');
    const from = this.x;
    tween(ms, (t) => (this.x = from + (x - from) * t * t * (3 - 2 * t)));
  }
}
