/** A program is a tree of numbers, whose meaning depends on their position. fast-check generates the trees and shrinks them. */
import fc from 'fast-check';

interface Tree {
  readonly choice: number;
  readonly kids: readonly Tree[];
}

/** The root: the declarations before `main`, the statements of `main`, and a number that chooses properties of the whole program. */
export interface ProgramTree {
  readonly traits: number;
  readonly items: readonly Tree[];
  readonly main: readonly Tree[];
}

const maxChoice = 2 ** 30;
const choice = fc.noBias(fc.nat(maxChoice));

/** Three levels of statements and expressions, with leaves below them. */
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

/** Reads a tree: derives numbers from its `choice`, and gives its children one by one. From a choice of 0, all numbers are 0. */
export class Cursor {
  private readonly tree: Tree;
  private numbersTaken = 0;
  private kidsTaken = 0;
  constructor(tree: Tree) {
    this.tree = tree;
  }

  /** Whether there are no children, so that only productions without a subtree can be used. */
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

  /** From `least` to `most` cursors, but not more than there are children left, unless `least` demands it. */
  some(least: number, most: number): Cursor[] {
    const left = Math.max(this.tree.kids.length - this.kidsTaken, least);
    return Array.from({ length: Math.min(left, least + this.number(most - least + 1)) }, () => this.next());
  }
}

/** Mixes two numbers into one of 31 bits (the finalizer of MurmurHash3). */
export function mixed(a: number, b: number): number {
  let hash = Math.imul(a ^ Math.imul(b, 0x9e3779b1), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 1;
}
