/**
 * What a user would write in place of Spindle: `async` functions on a clock of their own, with a binary heap of timers and a set for each signal. They
 * cannot be cancelled, and have neither owners nor traces.
 */
export class AsyncWorld {
  nowMs = 0;
  #timers = [];
  #waiting = new Map();

  wait(ms) {
    return new Promise((resolve) => this.#push({ dueMs: this.nowMs + ms, resolve }));
  }

  signalled(name) {
    return new Promise((resolve) => this.#waitersOf(name).add(resolve));
  }

  signal(name) {
    const woken = this.#waitersOf(name);
    this.#waiting.delete(name);
    for (const resolve of woken) resolve();
  }

  /** A signal or a time, whichever comes first. A time that comes first takes the waiter out of the set. */
  async signalledWithin(ms, name) {
    const waiters = this.#waitersOf(name);
    let mine;
    const signalled = new Promise((resolve) => waiters.add((mine = resolve)));
    await Promise.race([this.wait(ms), signalled]);
    waiters.delete(mine);
  }

  #waitersOf(name) {
    let waiters = this.#waiting.get(name);
    if (waiters === undefined) this.#waiting.set(name, (waiters = new Set()));
    return waiters;
  }

  /** What was waited for goes on in microtasks after this. */
  advance(ms) {
    this.nowMs += ms;
    while (this.#timers.length > 0 && this.#timers[0].dueMs <= this.nowMs) this.#pop().resolve();
  }

  #push(timer) {
    const timers = this.#timers;
    timers.push(timer);
    let at = timers.length - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (timers[above].dueMs <= timer.dueMs) break;
      timers[at] = timers[above];
      at = above;
    }
    timers[at] = timer;
  }

  #pop() {
    const timers = this.#timers;
    const first = timers[0];
    const last = timers.pop();
    const { length } = timers;
    if (length === 0) return first;
    let at = 0;
    for (let below = 1; below < length; below = 2 * at + 1) {
      if (below + 1 < length && timers[below + 1].dueMs < timers[below].dueMs) below++;
      if (timers[below].dueMs >= last.dueMs) break;
      timers[at] = timers[below];
      at = below;
    }
    timers[at] = last;
    return first;
  }
}

/** The steps of the functions that a turn of the clock has woken, and of those that wait for them. */
export async function runMicrotasks() {
  for (let i = 0; i < 8; i++) await Promise.resolve();
}
