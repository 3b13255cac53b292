/** One function, from a generator to a step of its frames. */
import type { types as t } from '@babel/core';
import type { FunctionPlan, Pause } from '../../plan.js';
import { arrange } from './arrange.js';
import { writeAssignments } from './declarations.js';
import { lowerExpression } from './expressions.js';
import type { Hoisting } from './hoisting.js';
import { Lowering, type OwnNames, type Step, type Tools } from './lowering.js';
import { readPauses } from './pauses.js';
import { fillLeavings, readPlaces } from './places.js';
import { renameUses } from './renaming.js';
import { lowerList } from './statements.js';
import type { Variables } from './variables.js';
import { isOneOf } from './branches.js';

/** A function that can be lowered. */
export interface Lowerable {
  readonly fn: Step;
  readonly plan: FunctionPlan;
  readonly variables: Variables;
  readonly hoisting: Hoisting;
  /** What its pauses were written for. */
  readonly planned: ReadonlyMap<t.Node, Pause>;
  /** A name outside of it that always means the same. */
  readonly isFixed: (name: string) => boolean;
}

/**
 *   function* $walk(actor) {          function $walk($f, $v, $m, $this, actor) {
 *     let n = 0;                        let $c = $v, $pc = 0, n;
 *     …                                 if ($f !== null) { $pc = $f.pc; $c = $f.code; …; if ($m !== 0) throw $m === 1 ? $v : $cancel; }
 *     yield step(n);                    …
 *   }                                 }
 */
export function lowerFunction(tools: Tools, given: Lowerable): void {
  const { fn, hoisting, plan } = given;
  const own = nameOwn(tools, fn);
  renameUses(tools, hoisting);
  writeAssignments({ ...tools, hoisting }, fn);
  const pauses = readPauses(tools.types, fn, plan, given.planned);
  const l = new Lowering(tools, {
    fn,
    pauses,
    own,
    isSettled: settledNames(given),
    boxesOfLoops: boxesOfLoops(hoisting),
    parts: { expression: lowerExpression },
  });
  const body = lowerList(l, copies(l, hoisting).concat(fn.body.body));
  const statements = arrange(l, body, false);
  const parameters = fn.params.map((one) => (one as t.Identifier).name).filter((name) => name !== 'this');
  const hoisted = [...hoisting.hoisted.values()].map(({ name }) => name);
  const places = [...parameters, ...hoisted, ...l.places];
  fillLeavings(l, places);
  fn.body.body = [...head(l, { places, declared: [...hoisted, ...l.places, ...l.passing] }), ...statements];
  fn.params = [own.frame, own.value, own.mode, own.self]
    .map((name) => l.id(name))
    .concat(fn.params.filter((one) => (one as t.Identifier).name !== 'this') as t.Identifier[]);
  fn.generator = false;
}

function nameOwn({ names }: Tools, fn: t.Function): OwnNames {
  const own = (wanted: string): string => names.parameter(fn, wanted);
  const [frame, value, mode, self, code, pc] = ['$f', '$v', '$m', '$this', '$c', '$pc'].map(own);
  return { frame: frame!, value: value!, mode: mode!, self: self!, code: code!, pc: pc! };
}

/** `let n1 = n`, of a parameter that is assigned to: what was given stays in its place. */
function copies(l: Lowering, { copied }: Hoisting): t.Statement[] {
  return copied.filter(({ as }) => as !== 'box').map(({ name, variable }) => l.assign(name, l.id(variable.name), l.fn));
}

function boxesOfLoops({ hoisted }: Hoisting): Map<t.Node, string[]> {
  const found = new Map<t.Node, string[]>();
  for (const { as, variable, name } of hoisted.values())
    if (as === 'box' && variable.scope.node.type === 'ForStatement')
      found.set(variable.scope.node, [...(found.get(variable.scope.node) ?? []), name]);
  return found;
}

/** Variables that nobody assigns to, and names outside that always mean the same. */
function settledNames({ variables, hoisting, isFixed }: Lowerable): (name: string) => boolean {
  const settled = new Set<string>();
  for (const variable of variables.own) {
    const isChanged = variable.uses.some(({ how }) => how === 'assigns');
    const { name } = hoisting.hoisted.get(variable) ?? variable;
    if (!isChanged && variable.kind !== 'var') settled.add(name);
  }
  const free = variables.free;
  return (name) => settled.has(name) || (free.has(name) && isFixed(name));
}

interface Head {
  readonly places: readonly string[];
  readonly declared: readonly string[];
}

function head(l: Lowering, { places, declared }: Head): t.Statement[] {
  const { emit, types, own, leavings, inTries } = l;
  const declarators = [
    types.variableDeclarator(l.id(own.code), l.id(own.value)),
    types.variableDeclarator(l.id(own.pc), types.numericLiteral(0)),
  ];
  for (const name of declared) declarators.push(types.variableDeclarator(l.id(name)));
  const outside = leavings.map(({ pc }) => pc).filter((pc) => !inTries.has(pc));
  const thrown =
    outside.length === 0
      ? []
      : [thrownIn(l, outside.length === leavings.length ? undefined : isOneOf(l, outside, [...inTries]))];
  const resumed = emit.statement(
    'if (FRAME !== null) { PC = FRAME.pc; CODE = FRAME.code; SELF = FRAME.self; PLACES; THROWN; }',
    { FRAME: own.frame, PC: own.pc, CODE: own.code, SELF: own.self, PLACES: readPlaces(l, places), THROWN: thrown },
  );
  return [types.variableDeclaration('let', declarators), resumed];
}

/** `if ($m !== 0) throw $m === 1 ? $v : $cancel;` */
export function thrownIn(l: Lowering, test: t.Expression | undefined): t.Statement {
  const { emit, types, own, tools } = l;
  tools.need('$cancel');
  const comesThrown = emit.expression('MODE !== 0', { MODE: own.mode });
  return types.ifStatement(
    test === undefined ? comesThrown : types.logicalExpression('&&', comesThrown, test),
    emit.statement('throw MODE === 1 ? VALUE : $cancel;', { MODE: own.mode, VALUE: own.value }),
  );
}
