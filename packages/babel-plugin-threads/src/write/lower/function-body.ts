/** One function, from a generator to a step of its frames. */
import type { types as t } from '@babel/core';
import type { FunctionPlan, Pause } from '../../plan.js';
import { arrange } from './arrange.js';
import { isOneOf } from './branches.js';
import { writeAssignments } from './declarations.js';
import { redirectExits } from './exits.js';
import { lowerExpression } from './expressions.js';
import { type Hoisting, planHoisting } from './hoisting.js';
import { Lowering, type OwnNames } from './lowering.js';
import { bringIntoNormalForm } from './normal-form.js';
import { type Pauses, readPauses } from './pauses.js';
import { fillLeavings, readPlaces } from './places.js';
import { putAt, renameUses } from './renaming.js';
import { lowerList } from './statements.js';
import { thrownIn } from './thrown-in.js';
import type { Step, Tools } from './tools.js';
import { readVariables, type Variables } from './variables.js';

/** A function that can be lowered. */
export interface Lowerable {
  readonly fn: Step;
  readonly plan: FunctionPlan;
  /** What its pauses were written for. */
  readonly planned: ReadonlyMap<t.Node, Pause>;
  /** It goes on without a receiver: `$this` stands for `this`. */
  readonly isBare: boolean;
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
  const { fn } = given;
  const { l, hoisting, exits } = begin(tools, given);
  const body = lowerList(l, copies(l, hoisting).concat(fn.body.body));
  const statements = arrange(l, body, false);
  const parameters = fn.params.map((one) => (one as t.Identifier).name).filter((name) => name !== 'this');
  const hoisted = [...hoisting.hoisted.values()].map(({ name }) => name);
  const kept = [...hoisted, ...exits, ...l.places];
  const places = [...parameters, ...kept];
  fillLeavings(l, places);
  const passing = [...l.normal.caught.values(), ...l.passing];
  fn.body.body = [...head(l, { places, declared: [...kept, ...passing] }), ...statements];
  const names = [l.own.frame, l.own.value, l.own.mode, l.own.self, ...parameters];
  fn.params = names.map((name) => l.id(name));
  fn.generator = false;
}

/** The function in the form in which it is lowered: its exits, its variables. */
function begin(
  tools: Tools,
  { fn, plan, planned, isFixed, isBare }: Lowerable,
): { readonly l: Lowering; readonly hoisting: Hoisting; readonly exits: readonly string[] } {
  const { types } = tools;
  const own = nameOwn(tools, fn);
  const before = readPauses(types, fn, plan, planned);
  const normal = bringIntoNormalForm(tools, fn, before);
  const exits = redirectExits(
    tools,
    fn,
    (node) => normal.finallys.has(node) || (types.isForOfStatement(node) && before.holds(node)),
  );
  const variables = readVariables(types, fn);
  const read = (): Pauses => readPauses(types, fn, plan, planned);
  const hoisting = planHoisting({ fn, variables, pauses: read(), unique: (name) => tools.names.unique(name) });
  if (isBare) for (const place of variables.thisUses) putAt(place, types.identifier(own.self));
  renameUses(tools, hoisting);
  writeAssignments({ ...tools, hoisting }, fn);
  const isSettled = settledNames(variables, hoisting, isFixed);
  const parts = { expression: lowerExpression, list: lowerList };
  const l = new Lowering(tools, {
    fn,
    own,
    normal,
    isSettled,
    parts,
    pauses: read(),
    boxesOfLoops: boxesOfLoops(hoisting),
  });
  return { l, hoisting, exits };
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
    if (as === 'box' && variable.scope.node.type.startsWith('For'))
      found.set(variable.scope.node, [...(found.get(variable.scope.node) ?? []), name]);
  return found;
}

/** Variables that nobody assigns to, and names outside that always mean the same. */
function settledNames(
  variables: Variables,
  hoisting: Hoisting,
  isFixed: Lowerable['isFixed'],
): (name: string) => boolean {
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
