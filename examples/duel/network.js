/** A network between two on a clock of frames: each packet comes late by a number of frames of its own, in another order, twice or never. */
export class Network {
  #random;
  #options;
  #under = [];
  #now = 0;

  /** `delay` and `jitter` in frames, `loss` and `doubled` from 0 to 1. */
  constructor(random, { delay = 3, jitter = 4, loss = 0.1, doubled = 0.05 } = {}) {
    this.#random = random;
    this.#options = { delay, jitter, loss, doubled };
  }

  send(to, packet) {
    const { delay, jitter, loss, doubled } = this.#options;
    if (this.#random() < loss) return;
    for (let copies = this.#random() < doubled ? 2 : 1; copies > 0; copies--)
      this.#under.push({ at: this.#now + delay + Math.floor(this.#random() * (jitter + 1)), to, packet });
  }

  /** A frame later: gives to each what has come. */
  step() {
    this.#now++;
    const come = this.#under.filter(({ at }) => at <= this.#now);
    this.#under = this.#under.filter(({ at }) => at > this.#now);
    for (const { to, packet } of come) to(packet);
  }
}
