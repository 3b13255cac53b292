import type { types as t } from '@babel/core';
import type { Compilation } from '../context/compilation.js';
import type { ListedPath } from '../babel/path.js';
import { isClass, isField, isFunction } from '../babel/ast.js';
import { firstIndex } from '../babel/lists.js';
import type { Types } from '../babel/types.js';

/** What may be between a node and the mark behind it. */
const CLOSING = /^[\s;,)]*$/;

type File = Pick<Compilation, 't' | 'paths' | 'code'>;

/** Finds what the comments of a file stand for. */
export class CommentTargets {
  readonly #file: File;
  /** The nodes by where they begin; sorted when the first comment is asked for. */
  #byStart: readonly ListedPath[] | undefined;

  constructor(file: File) {
    this.#file = file;
  }

  /** What a mark above or before code stands for: the outermost node that begins where the next code begins. */
  below({ end }: t.Comment): ListedPath | undefined {
    const { code, paths } = this.#file;
    this.#byStart ??= sortedByStart(paths.all);
    const best = this.#byStart[firstIndex(this.#byStart, ({ node }) => node.start! >= end!)];
    if (best === undefined || !/^[\s(]*$/.test(withoutComments(code.slice(end, best.node.start!)))) return undefined;
    return ownerOfName(best);
  }

  /**
   * What a mark at the end of a line stands for: of what ends right before it on that line, the innermost statement or
   * member that `carries` holds for; if there is none, the outermost function, class or object.
   *
   *   on('open', () => g()); // @compile       the statement, and so the arrow
   *   open() {                                 nothing: no more of it ends on the line than the brace begins
   *   hp = 3; // @instant                      nothing: the field cannot carry it
   */
  before({ start, loc }: t.Comment, carries: (node: t.Node) => boolean): ListedPath | undefined {
    const { t: types, paths, code } = this.#file;
    const { line } = loc!.start;
    const ending = paths.all.filter(
      ({ node, parentPath }) =>
        parentPath &&
        hasPosition(node) &&
        node.loc!.end.line === line &&
        node.end! <= start! &&
        CLOSING.test(withoutComments(code.slice(node.end!, start))) &&
        carries(node),
    );
    return (
      ending.findLast(({ node }) => isStatementOrMember(types, node)) ??
      ending.find(({ node }) => isFunction(node) || isClass(node) || node.type === 'ObjectExpression')
    );
  }

  /** There is code before it on its line and none behind it. */
  isTrailing({ start, end }: t.Comment): boolean {
    const { code } = this.#file;
    const lineStart = code.lastIndexOf('\n', start! - 1) + 1;
    const lineEnd = code.indexOf('\n', end);
    const ahead = withoutComments(code.slice(lineStart, start));
    const behind = withoutComments(code.slice(end, lineEnd < 0 ? code.length : lineEnd));
    return ahead.trim() !== '' && behind.trim() === '';
  }
}

function isStatementOrMember(types: Types, node: t.Node): boolean {
  return types.isStatement(node) || types.isMethod(node) || node.type === 'ObjectProperty' || isField(node);
}

/** `function @compile walk() {}` (in a comment): a mark before a name is that of what is named. */
function ownerOfName(path: ListedPath): ListedPath {
  const isName = path.key === 'key' || path.key === 'id';
  return isName && path.parent.type !== 'VariableDeclarator' ? path.parentPath! : path;
}

/** The text of code without the comments in it. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '');
}

/** Nodes with a position, outermost first among those that start at the same offset. */
function sortedByStart(all: readonly ListedPath[]): ListedPath[] {
  const found: ListedPath[] = [];
  let last = 0;
  let isSorted = true;
  for (const path of all) {
    if (!path.parentPath || !hasPosition(path.node)) continue;
    const start = path.node.start!;
    if (start < last) isSorted = false;
    last = start;
    found.push(path);
  }
  return isSorted ? found : found.sort(byStart);
}

const byStart = (a: ListedPath, b: ListedPath): number => a.node.start! - b.node.start!;

export function hasPosition(node: t.Node): boolean {
  return typeof node.start === 'number' && node.loc != null;
}
