/** Scripts that wait, each for something else, until they are cancelled. */
// @compile
export function sleep() {
  wait(1_000_000);
}

// @compile
export function hear() {
  waitSignal('end');
}

// @compile
export function join(thread) {
  waitFor(thread);
}

// @compile
export function joinAll(count) {
  const sleepers = [];
  // @nowait
  for (let i = 0; i < count; i++) {
    sleepers.push(start(sleep));
  }
  all(...sleepers);
}

/** Each waits for the value of a call of the next: a chain of owners. */
export class Link {
  constructor(next) {
    this.next = next;
  }
  // @compile
  call() {
    wait();
    if (this.next === null) wait(1_000_000);
    return this.next?.call();
  }
}

/** A door that one script after another wants to open: the first keeps it. */
export class Door {
  // @compile
  open() {
    while (true) {
      this.isOpen = true;
    }
  }
}
