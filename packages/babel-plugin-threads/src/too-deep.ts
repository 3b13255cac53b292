/** Code that is nested deeper than the stack has room for: parsers, Babel's walks and ours call themselves for what is inside. */
import type { types as t } from '@babel/core';
import { childrenOf } from './babel/ast.js';
import type { Position } from './babel/place.js';
import type { Types } from './babel/types.js';
import { type Finding, tell } from './context/diagnostic.js';
import { errors } from './messages/errors.js';

/** What is not as deep has not filled the stack: the error is of something else. */
const LEAST_LEVELS = 200;

/**
 * The statement with the deepest code of a file, if the stack was full for that. Where the parser did not come to its end, `file` is the text. Told where
 * that begins: it may have thousands of lines. Walks without calling itself.
 */
export function findTooDeep(types: Types, error: unknown, file: t.Program | string): Finding | undefined {
  // V8 and JavaScriptCore, SpiderMonkey.
  if (!/call stack size|too much recursion/.test(String(error))) return undefined;
  const start = typeof file === 'string' ? deepestInText(file) : deepestStatement(types, file);
  return start && tell({ loc: { start, end: start } }, errors.tooDeep, {});
}

/** Many brackets that are open, or else the first of many `else`. There is no tree that tells strings and comments from code. */
function deepestInText(code: string): Position {
  const [first = '', ...others] = code.split(/\belse\b/);
  const brackets = code.search(/(?:[([{][^()[\]{}]*){200}/);
  const before = code.slice(0, brackets < 0 && others.length >= LEAST_LEVELS ? first.length : Math.max(brackets, 0));
  const lines = before.split('\n');
  return { line: lines.length, column: lines.at(-1)!.length };
}

interface Reached {
  readonly node: t.Node;
  readonly depth: number;
  /** The innermost statement around that has a place. What follows an `else` is one with the `if`. */
  readonly statement: t.Node;
}

function deepestStatement(types: Types, program: t.Program): Position | undefined {
  let deepest: Reached = { node: program, depth: 0, statement: program };
  const open = [deepest];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at.depth > deepest.depth) deepest = at;
    const { node: parent, depth, statement } = at;
    for (const node of childrenOf(types, parent)) {
      const isOne = types.isStatement(node) && node.loc && parent.type !== 'IfStatement';
      open.push({ node, depth: depth + 1, statement: isOne ? node : statement });
    }
  }
  return deepest.depth < LEAST_LEVELS ? undefined : deepest.statement.loc?.start;
}
