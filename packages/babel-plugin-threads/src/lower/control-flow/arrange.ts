/** How statements in a row find the point where the function goes on. */
import type { types as t } from '@babel/core';
import { located } from '../../write/emitter.js';
import type { Lowering } from './lowering.js';
import type { Compound, Item, Sequence } from './sequence.js';

/** The statements of a list. `isAskedAfter`: something behind it, or around it, asks for `$pc` once more. */
export function arrange(l: Lowering, { items }: Sequence, isAskedAfter: boolean): t.Statement[] {
  const first = items.findIndex((one) => one.kind !== 'plain');
  const stop = items[first];
  if (stop === undefined || stop.kind === 'plain') return plainOnes(items);
  if (items.slice(first + 1).some((one) => one.kind !== 'plain')) return asSwitch(l, items, isAskedAfter);
  const before = plainOnes(items.slice(0, first));
  const behind = plainOnes(items.slice(first + 1));
  if (stop.kind === 'resume') return [...guarded(l, before), ...(isAskedAfter ? [l.goesOn(stop.at)] : []), ...behind];
  return [...entered(l, before, stop, isAskedAfter), stop.make(isAskedAfter), ...behind];
}

/** The statements of a list that ends with its pauses, where what is around it goes on behind it. */
export function arrangePlainly({ items }: Sequence): t.Statement[] {
  return items.flatMap((one) => (one.kind === 'plain' ? [one.node] : one.kind === 'compound' ? [one.plainly!()] : []));
}

function plainOnes(items: readonly Item[]): t.Statement[] {
  return items.flatMap((one) => (one.kind === 'plain' ? [one.node] : []));
}

/** `if ($pc === 0) { … }`, `if ($pc === 0 && $c.waits(…)) return …;` */
function guarded(l: Lowering, statements: t.Statement[]): t.Statement[] {
  const { types } = l;
  if (statements.length === 0) return [];
  const [only] = statements;
  const isAlone = statements.length === 1 && !types.isDeclaration(only);
  if (isAlone && types.isIfStatement(only)) {
    if (only.alternate) return [types.ifStatement(l.isFresh(), types.blockStatement(statements))];
    only.test = located(types.logicalExpression('&&', l.isFresh(), only.test), only.test);
    return statements;
  }
  return [types.ifStatement(l.isFresh(), isAlone ? only! : types.blockStatement(statements))];
}

/** `if ($pc === 0) { before } else { $pc = 0; i++; }`: what stands before a statement that is entered as if anew, and what runs when the function goes on in it. */
function entered(l: Lowering, before: t.Statement[], { resumed }: Compound, isAskedAfter: boolean): t.Statement[] {
  const { types } = l;
  const written = guarded(l, before);
  if (resumed === undefined) return written;
  const back = isAskedAfter ? [l.goesOn(resumed.at)] : [];
  const [first] = resumed.first;
  if (first === undefined) return [...written, ...back];
  const all = [...back, ...resumed.first];
  const BODY = all.length === 1 ? first : types.blockStatement(all);
  const [only] = written;
  if (only === undefined || only === before[0])
    return [...written, located(types.ifStatement(l.isResumed(), BODY), first)];
  (only as t.IfStatement).alternate = BODY;
  return written;
}

/** `switch ($pc) { case 0: a(); … case 1: b(); … }`; each case falls through to the next. What stands behind the last point stands behind it. */
function asSwitch(l: Lowering, items: readonly Item[], isAskedAfter: boolean): t.Statement[] {
  const { types } = l;
  const cases: t.SwitchCase[] = [];
  const last = items.findLastIndex((one) => one.kind !== 'plain');
  const lastCompound = items.findLastIndex(({ kind }) => kind === 'compound');
  const open = (pc: number): void => void cases.push(types.switchCase(types.numericLiteral(pc), []));
  open(0);
  for (const [i, item] of items.slice(0, last + 1).entries()) {
    const isAsked = isAskedAfter || i < lastCompound;
    if (item.kind === 'plain') cases.at(-1)!.consequent.push(item.node);
    else if (item.kind === 'resume') {
      open(item.pc);
      if (isAsked) cases.at(-1)!.consequent.push(l.goesOn(item.at));
    } else {
      for (const pc of item.pcs) open(pc);
      cases.at(-1)!.consequent.push(...entered(l, [], item, isAsked), item.make(isAsked));
    }
  }
  const written = types.switchStatement(l.id(l.pcName()), cases);
  l.switches.add(written);
  return [written, ...plainOnes(items.slice(last + 1))];
}
