import { openSync, readSync } from 'node:fs';

/** What is added to a file. */
export class Lines {
  #file;
  #rest = Buffer.alloc(0);

  constructor(name) {
    this.#file = openSync(name, 'a+');
  }

  /** The lines that were added since. */
  read() {
    const parts = [this.#rest];
    for (let size = 1; size > 0;) {
      const part = Buffer.alloc(1 << 16);
      size = readSync(this.#file, part);
      parts.push(part.subarray(0, size));
    }
    const text = Buffer.concat(parts);
    const end = text.lastIndexOf('\n') + 1;
    this.#rest = text.subarray(end);
    return end === 0 ? [] : text.toString('utf8', 0, end - 1).split('\n');
  }
}
