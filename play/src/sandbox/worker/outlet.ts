/** The way to the page. It sends so many messages as the page has granted: what is over is dropped. */
import { KEPT_MESSAGES, MOST_MESSAGES, type WorkerMessage } from '../../protocol.js';

export class Outlet {
  readonly #post: (message: WorkerMessage) => void;
  #credit = MOST_MESSAGES;
  /** Called when the page has granted more. */
  onGrant: () => void = () => {};

  constructor(post: (message: WorkerMessage) => void) {
    this.#post = post;
  }

  /** May a line of the console be sent? The rest is for what the page needs to show that the scene is alive. */
  get hasRoom(): boolean {
    return this.#credit > KEPT_MESSAGES;
  }

  send(message: WorkerMessage): void {
    if (this.#credit <= 0) return;
    this.#credit--;
    this.#post(message);
  }

  grant(count: number): void {
    this.#credit += count;
    this.onGrant();
  }
}
