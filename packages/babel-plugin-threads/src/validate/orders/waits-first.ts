/** Which functions wait before anything in them can throw. */
import type { types as t } from '@babel/core';
import { functionOf } from '../../analyse/calls/callees.js';
import { compiledOf, readClasses } from '../../analyse/classes/classes.js';
import type { Analysis } from '../../analyse/facts/facts.js';
import { waitCalled, withoutThis } from '../../analyse/names/runtime-words.js';
import { calleeOf, isCall, isTransparent, skipTransparent } from '../../babel/ast.js';
import type { ListedPath } from '../../babel/path.js';
import { methodCalled } from '../../babel/function-names.js';
import type { FunctionPlan } from '../../plan.js';
import { isHarmless } from './harmless.js';

/** Words that wait whenever they are called: `waitFor` and `waitUntil` may have nothing to wait for. */
const WAIT_ALWAYS: ReadonlySet<string> = new Set('wait waitFrames every waitSignal waitForEvent'.split(' '));

interface Search {
  readonly analysis: Analysis;
  /** False while a function is being asked. */
  readonly known: Map<FunctionPlan, boolean>;
  /** `waitSignal` may be given a signal at once. */
  readonly hasKeptSignals: boolean;
}

/** Gives a test for functions: they wait first, or return with nothing done that can throw. */
export function makeWaitsFirst(analysis: Analysis): (fn: FunctionPlan) => boolean {
  const hasKeptSignals = analysis.compilation.code.includes('sticky');
  const search: Search = { analysis, known: new Map(), hasKeptSignals };
  return (fn) => waitsFirst(search, fn);
}

function waitsFirst(search: Search, fn: FunctionPlan): boolean {
  const { known, analysis } = search;
  const { paths } = analysis.compilation;
  const before = known.get(fn);
  if (before !== undefined) return before;
  known.set(fn, false);
  const { params } = fn.node as t.Function;
  const body = paths.below(fn.path).find(({ key }) => key === 'body');
  if (!body || analysis.facts.isDynamic || !params.every((one) => one.type === 'Identifier')) return false;
  const first = paths.below(body).find((statement) => !isHarmless(analysis.compilation, statement));
  const found = first !== undefined && isWaiting(search, first);
  known.set(fn, found);
  return found;
}

/** The call that the statement is made of is one that waits, and all else in it is harmless. */
function isWaiting(search: Search, statement: ListedPath): boolean {
  const { compilation } = search.analysis;
  const call = callOf(search, statement);
  return (
    call !== undefined && isWait(search, call) && isHarmless(compilation, statement, ({ node }) => node === call.node)
  );
}

/** `wait(9);`, `const move = waitSignal("move");`, `this.x = this.step();`, `return pause();` */
function callOf({ analysis }: Search, statement: ListedPath): ListedPath | undefined {
  const { t: types, paths } = analysis.compilation;
  let at: ListedPath | undefined = statement;
  while (at && !isCall(at.node)) {
    const { node } = at;
    const below: ListedPath[] = paths.below(at);
    if (node.type === 'VariableDeclaration') at = below.length === 1 ? below[0] : undefined;
    else if (node.type === 'VariableDeclarator') at = below.find(({ key }) => key === 'init');
    else if (types.isAssignmentExpression(node, { operator: '=' })) at = below.find(({ key }) => key === 'right');
    else if (node.type === 'ExpressionStatement' || node.type === 'ReturnStatement' || isTransparent(node))
      [at] = below;
    else return undefined;
  }
  return at;
}

function isWait(search: Search, path: ListedPath): boolean {
  const { compilation } = search.analysis;
  const word = withoutThis(waitCalled(compilation, path) ?? '');
  if (word === '') {
    const called = functionsCalled(search, path);
    return called.length > 0 && called.every((fn) => !fn.instant && waitsFirst(search, fn));
  }
  const [first] = (path.node as t.CallExpression).arguments;
  if (compilation.t.isNumericLiteral(first, { value: 0 })) return false;
  return WAIT_ALWAYS.has(word) && !(word === 'waitSignal' && search.hasKeptSignals);
}

/** What a call in the same thread may be of; empty if that is not known. */
function functionsCalled({ analysis }: Search, path: ListedPath): readonly FunctionPlan[] {
  const { plan } = analysis;
  const callee = calleeOf(path.node);
  if (callee?.type === 'Identifier') {
    const fn = functionOf(analysis, path, callee);
    return (fn && compiledOf(plan, [fn])) ?? [];
  }
  const { object, name = '' } = methodCalled(path.node) ?? {};
  if (!object || skipTransparent(object).type !== 'ThisExpression') return [];
  return compiledOf(plan, readClasses(analysis).held(path, object, name) ?? []) ?? [];
}
