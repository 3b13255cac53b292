/** A set that is small while it holds at most one member, as most do. */

/** A set in order of insertion. One member is held itself; a real `Set` is made only for the second. No member is a Set. */
export class SmallSet<T> {
  #members: T | Set<T> | null = null;

  add(member: T): void {
    const members = this.#members;
    if (members instanceof Set) members.add(member);
    else if (members === null) this.#members = member;
    else if (members !== member) this.#members = new Set<T>().add(members).add(member);
  }

  delete(member: T): void {
    const members = this.#members;
    if (members instanceof Set) members.delete(member);
    else if (members === member) this.#members = null;
  }

  get size(): number {
    const members = this.#members;
    if (members instanceof Set) return members.size;
    return members === null ? 0 : 1;
  }

  get isEmpty(): boolean {
    return this.size === 0;
  }

  toArray(): T[] {
    const members = this.#members;
    if (members instanceof Set) return Array.from(members);
    return members === null ? [] : [members];
  }
}
