/** A set that is small while it has few members, as most do. */

/** With more members than this, it is a real `Set`: to make one takes as long as many looks at a short list. */
const FEW = 8;

/** A set in order of insertion. One member is held itself, a few are a list. No member is a list or a Set. */
export class SmallSet<T> {
  #members: T | T[] | Set<T> | null = null;

  add(member: T): void {
    const members = this.#members;
    if (members === null) this.#members = member;
    else if (members instanceof Set) members.add(member);
    else if (!Array.isArray(members)) {
      if (members !== member) this.#members = [members, member];
    } else if (!members.includes(member)) {
      if (members.length < FEW) members.push(member);
      else this.#members = new Set(members).add(member);
    }
  }

  delete(member: T): void {
    const members = this.#members;
    if (members === member) this.#members = null;
    else if (members instanceof Set) members.delete(member);
    else if (Array.isArray(members)) {
      let at = members.indexOf(member);
      // `splice` would make a list of what it takes out.
      if (at >= 0) {
        while (++at < members.length) members[at - 1] = members[at] as T;
        members.pop();
      }
    }
  }

  get size(): number {
    const members = this.#members;
    if (members === null) return 0;
    return members instanceof Set ? members.size : Array.isArray(members) ? members.length : 1;
  }

  toArray(): T[] {
    const members = this.#members;
    if (members === null) return [];
    if (members instanceof Set) return Array.from(members);
    return Array.isArray(members) ? members.slice() : [members];
  }
}
