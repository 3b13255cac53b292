/** A program is a tree of numbers; what a number means depends on where it stands. fast-check makes the trees, and shrinks them. */
import fc from 'fast-check';

interface Tree {
  readonly choice: number;
  readonly kids: readonly Tree[];
}

/** The top: pieces that stand before `main`, its statements, and what holds for the whole program. */
export interface ProgramTree {
  readonly traits: number;
  readonly items: readonly Tree[];
  readonly main: readonly Tree[];
}

const maxChoice = 2 ** 30;
const choice = fc.noBias(fc.nat(maxChoice));

/** Three levels of statements and expressions; below them stand leaves. */
const levels = [0, 1, 2, 3].reduce<fc.Arbitrary<Tree>[]>((made, level) => {
  const below = made.at(-1);
  const kids = below ? fc.array(below, { minLength: 1, maxLength: level + 1, size: 'max' }) : fc.constant([]);
  return [...made, fc.record({ choice, kids })];
}, []);

export const programTrees: fc.Arbitrary<ProgramTree> = fc.record({
  traits: choice,
  items: fc.array(levels[3]!, { minLength: 2, maxLength: 4, size: 'max' }),
  main: fc.array(levels[3]!, { minLength: 2, maxLength: 5, size: 'max' }),
});

/** Reads a tree: numbers out of its choice, and its kids one by one. A choice of 0 gives zeros all the way down. */
export class Cursor {
  private readonly tree: Tree;
  private numbersTaken = 0;
  private kidsTaken = 0;
  constructor(tree: Tree) {
    this.tree = tree;
  }

  /** Nothing stands below: only what needs nothing is to be written. */
  get isLeaf(): boolean {
    return this.tree.kids.length === 0;
  }

  /** A whole number from 0 to `count` - 1. */
  number(count: number): number {
    return this.tree.choice === 0 ? 0 : mixed(this.tree.choice, ++this.numbersTaken) % count;
  }

  isTrue(oneIn: number): boolean {
    return this.number(oneIn) === oneIn - 1;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.number(list.length)]!;
  }

  next(): Cursor {
    const kid = this.tree.kids[this.kidsTaken++];
    return new Cursor(kid ?? { choice: this.number(maxChoice), kids: [] });
  }

  /** So many cursors, or fewer if no more kids stand here; at least `least`. */
  some(least: number, most: number): Cursor[] {
    const left = Math.max(this.tree.kids.length - this.kidsTaken, least);
    return Array.from({ length: Math.min(left, least + this.number(most - least + 1)) }, () => this.next());
  }
}

/** Two numbers to one of 31 bits (the finish of MurmurHash3). */
function mixed(a: number, b: number): number {
  let hash = Math.imul(a ^ Math.imul(b, 0x9e3779b1), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 1;
}
