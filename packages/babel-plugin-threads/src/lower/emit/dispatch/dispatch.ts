/** The dispatch: how statements in a row find the point where the function is resumed. */
import type { types as t } from '@babel/core';
import { inheritComments } from '../../../babel/comments.js';
import { locate } from '../../../write/emitter.js';
import type { Lowering } from '../lowering.js';
import type { Item, Sequence, Way } from '../../plan/sequence.js';

/** The statements of a list. */
export function arrange(l: Lowering, { items }: Sequence, way: Way): t.Statement[] {
  const write = (list: readonly Item[]): t.Statement[] => list.flatMap((one) => writeItem(l, one, 'plain'));
  const at = items.findIndex((one) => one.kind !== 'plain');
  const stop = items[at];
  if (way === 'plain' || stop === undefined || stop.kind === 'plain') return write(items);
  const isAsked = way === 'reset';
  if (items.slice(at + 1).some((one) => one.kind !== 'plain')) return writeSwitch(l, items, isAsked);
  const behind = write(items.slice(at + 1));
  if (stop.kind === 'pause') {
    const before = write(items.slice(0, at + 1));
    return [...guardStatements(l, before), ...(isAsked ? [l.resetPc(stop.pause.at)] : []), ...behind];
  }
  return [...enterCompound(l, write(items.slice(0, at)), stop, isAsked), stop.write(way), ...behind];
}

function writeItem(l: Lowering, item: Item, way: Way): t.Statement[] {
  if (item.kind === 'plain') return [item.node];
  if (item.kind === 'compound') return [item.write(way)];
  const written = l.leave(item.pause);
  if (item.above && l.frame) inheritComments(item.above, written);
  return [written];
}

/** `if ($pc === 0) { … }`, `if ($pc === 0 && $c.waits(…)) return …;` */
function guardStatements(l: Lowering, statements: t.Statement[]): t.Statement[] {
  const { types } = l;
  if (statements.length === 0) return [];
  const [only] = statements;
  const isAlone = statements.length === 1 && !types.isDeclaration(only);
  if (isAlone && types.isIfStatement(only)) {
    if (only.alternate) return [types.ifStatement(l.testFresh(), types.blockStatement(statements))];
    only.test = locate(types.logicalExpression('&&', l.testFresh(), only.test), only.test);
    return statements;
  }
  return [types.ifStatement(l.testFresh(), isAlone ? only! : types.blockStatement(statements))];
}

/** `if ($pc === 0) { before } else { $pc = 0; i++; }`: the statements before a compound, or what runs when the function is resumed in it. */
function enterCompound(
  l: Lowering,
  before: t.Statement[],
  { resumed }: Item & { readonly kind: 'compound' },
  isAsked: boolean,
): t.Statement[] {
  const { types } = l;
  const written = guardStatements(l, before);
  if (resumed === undefined) return written;
  const back = isAsked ? [l.resetPc(resumed.at)] : [];
  const [first] = resumed.first;
  if (first === undefined) return [...written, ...back];
  const all = [...back, ...resumed.first];
  const BODY = all.length === 1 ? first : types.blockStatement(all);
  const [only] = written;
  if (only === undefined || only === before[0])
    return [...written, locate(types.ifStatement(l.testResumed(), BODY), first)];
  (only as t.IfStatement).alternate = BODY;
  return written;
}

/** `switch ($pc) { case 0: a(); … case 1: b(); … }`; each case falls through to the next. The items after the last resume point follow the `switch`. */
function writeSwitch(l: Lowering, items: readonly Item[], isAskedAfter: boolean): t.Statement[] {
  const { types } = l;
  const cases: t.SwitchCase[] = [];
  const last = items.findLastIndex((one) => one.kind !== 'plain');
  const lastCompound = items.findLastIndex(({ kind }) => kind === 'compound');
  const open = (pc: number): void => void cases.push(types.switchCase(types.numericLiteral(pc), []));
  const add = (...statements: t.Statement[]): void => void cases.at(-1)!.consequent.push(...statements);
  open(0);
  for (const [i, item] of items.slice(0, last + 1).entries()) {
    const isAsked = isAskedAfter || i < lastCompound;
    if (item.kind === 'compound') {
      for (const pc of item.pcs) open(pc);
      add(...enterCompound(l, [], item, isAsked));
    }
    add(...writeItem(l, item, isAsked ? 'reset' : 'resumed'));
    if (item.kind !== 'pause') continue;
    open(item.pause.pc);
    if (isAsked) add(l.resetPc(item.pause.at));
  }
  const written = types.switchStatement(l.id(l.own.pc), cases);
  l.switches.add(written);
  return [written, ...items.slice(last + 1).flatMap((one) => writeItem(l, one, 'plain'))];
}
