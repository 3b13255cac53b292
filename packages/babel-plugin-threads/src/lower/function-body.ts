/** One function, from a generator to a step of its frames. */
import type { types as t } from '@babel/core';
import type { FunctionPlan, Pause } from '../plan.js';
import { arrange } from './control-flow/arrange.js';
import { isAskedInside } from './facts/sequence.js';
import { checkUses } from './variables/checked-uses.js';
import { isOneOf } from './control-flow/branches.js';
import { placeStatements } from './control-flow/positions.js';
import { writeAssignments } from './variables/declarations.js';
import { redirectExits } from './normal-form/exits.js';
import { readCallees } from './facts/callees.js';
import { lowerExpression } from './expressions/expressions.js';
import { type Hoisted, type Hoisting, planHoisting } from './variables/hoisting.js';
import { Lowering, type OwnNames } from './control-flow/lowering.js';
import { handlersToTell } from './normal-form/told-errors.js';
import { bringIntoNormalForm } from './normal-form/normal-form.js';
import { type Pauses, readPauses } from './facts/pauses.js';
import { labelsOf, placeText } from './frame/place-names.js';
import type { Declared } from './facts/parameter-names.js';
import { type Places, planPlaces, readPlaces, writeLeave } from './frame/places.js';
import { keepThis } from './variables/deleted-names.js';
import { putAt, renameUses } from './variables/renaming.js';
import { lowerList } from './statements/statements.js';
import { throwIn } from './control-flow/thrown-in.js';
import type { Step, Tools } from './facts/tools.js';
import type { Variables } from './facts/variable.js';
import { readVariables } from './facts/variables.js';

/** A function that can be lowered. */
export interface Lowerable {
  readonly fn: Step;
  readonly plan: FunctionPlan;
  /** What its pauses were written for. */
  readonly planned: ReadonlyMap<t.Node, Pause>;
  /** Where it pauses, as it stands. */
  readonly pauses: Pauses;
  /** Its variables, as it stands. */
  readonly variables: Variables;
  /** A function in it that the plugin has written. */
  readonly isWritten: (node: t.Node) => boolean;
  /** It goes on without a receiver: `$this` stands for `this`. */
  readonly isBare: boolean;
  /** If its arguments come in a list: the parameters that it declares. */
  readonly declared: readonly Declared[] | undefined;
  /** A name outside of it that always means the same. */
  readonly isFixed: (name: string) => boolean;
}

/**
 *   function* $walk(actor) {          function $walk($f, $v, $m, $this, actor) {
 *     let n = 0;                        let $c = $v, $pc = 0, n;
 *     …                                 if ($f !== null) { $pc = $f.pc; $c = $f.code; … }
 *     yield step(n);                    …
 *   }                                 }
 */
export function lowerFunction(tools: Tools, lowerable: Lowerable): LoweredFunction {
  const { fn, plan, declared } = lowerable;
  tools.lasting.clear();
  const { l, hoisting, exits, usesSelf } = begin(tools, lowerable);
  const body = lowerList(l, [...sharedOnes(l, hoisting), ...copies(l, hoisting), ...fn.body.body]);
  const given = givenNames(hoisting);
  const parameters = fn.params
    .map((one) => (one as t.Identifier).name)
    .filter((name) => name !== 'this')
    .map((name) => given.get(name) ?? name);
  const hoisted = [...hoisting.hoisted.values()].flatMap(({ name, as }) => (as === 'shared' ? [] : [name]));
  if (hoisting.shared !== undefined) hoisted.push(hoisting.shared);
  const kept = [...hoisted, ...exits, ...l.locals];
  const places = planPlaces(l, { body, parameters, kept });
  const readsPc = l.suspensions.length > 1 || l.isSetBack || isAskedInside(body);
  l.frame = { readsPc, leave: (pause) => writeLeave(l, places, pause) };
  const statements = arrange(l, body, 'resumed');
  const passing = [...l.normal.caught.values(), ...l.passing];
  fn.body.body = [...head(l, { places, declared: [...kept, ...passing], usesSelf }), ...statements];
  placeStatements(fn.body.body, fn);
  const names = [l.own.frame, l.own.value, l.own.mode, l.own.self, ...parameters];
  fn.params = names.map((name) => l.id(name));
  fn.generator = false;
  const labels = labelsOf(l, hoisting, parameters, declared);
  const keptAt = Array.from(places.live.values(), ({ size }) => size);
  return { places: placeText(l, { places, labels, pauses: plan.pauses }), isPassed: l.inTries.size === 0, keptAt };
}

interface LoweredFunction {
  /** What its text says of its places. */
  readonly places: string;
  /** It pauses in no `try`: the runtime does not go on in it with an error. */
  readonly isPassed: boolean;
  /** So many values are kept at each pause. */
  readonly keptAt: readonly number[];
}

/** The function in the form in which it is lowered: its exits, its variables. */
function begin(
  tools: Tools,
  { fn, plan, planned, pauses: before, variables: known, isFixed, isBare, isWritten }: Lowerable,
): {
  readonly l: Lowering;
  readonly hoisting: Hoisting;
  readonly exits: readonly string[];
  readonly usesSelf: boolean;
} {
  const { types } = tools;
  const own = nameOwn(tools, fn);
  const calleeTexts = readCallees(types, fn, before);
  const telling = known.holdsTry ? handlersToTell(types, fn, { pauses: before, isBare }) : new Set<t.CatchClause>();
  const normal = bringIntoNormalForm(tools, fn, { pauses: before, telling });
  const hasHeld = normal.isWritten || before.isInForOf;
  const exits = redirectExits(tools, fn, {
    hasHeld,
    isHeld: (node) =>
      normal.finallys.has(node) || normal.usings.has(node) || (types.isForOfStatement(node) && before.holds(node)),
  });
  // Each reads the whole function: where nothing has been written since, it is as it was.
  const read = (): Pauses => readPauses(types, fn, plan, planned);
  let variables = hasHeld ? readVariables(types, fn) : known;
  let pausing = hasHeld ? read() : before;
  const first = planHoisting({ fn, variables, pauses: pausing, unique: (name) => name, ofFunction: (name) => name });
  const unset = checkUses(tools, fn, first, { variables, isWritten });
  if (unset) [variables, pausing] = [readVariables(types, fn), read()];
  const unique = (name: string): string => tools.names.unique(name);
  const ofFunction = (name: string): string => tools.names.parameter(fn, name);
  const hoisting = planHoisting({ fn, variables, pauses: pausing, unset, unique, ofFunction });
  const thisUses = isBare ? keepThis(types, variables.thisUses) : [];
  for (const place of thisUses) {
    const isInName = types.isJSXMemberExpression(place.parent);
    putAt(place, isInName ? types.jsxIdentifier(own.self) : types.identifier(own.self));
  }
  renameUses({ ...tools, pauses: pausing }, hoisting);
  const { openings, isChanged } = writeAssignments({ ...tools, hoisting, pauses: pausing }, fn);
  const isSettled = settledNames(variables, hoisting, isFixed);
  const parts = { expression: lowerExpression, list: lowerList };
  const l = new Lowering(tools, {
    fn,
    own,
    normal,
    isSettled,
    openings,
    calleeTexts,
    parts,
    pauses: isChanged || hoisting.hoisted.size > 0 ? read() : pausing,
    boxesOfLoops: boxesOfLoops(hoisting),
  });
  return { l, hoisting, exits, usesSelf: thisUses.length > 0 };
}

function nameOwn({ names }: Tools, fn: t.Function): OwnNames {
  const own = (wanted: string): string => names.parameter(fn, wanted);
  const [frame, value, mode, self, code, pc] = ['$f', '$v', '$m', '$this', '$c', '$pc'].map(own);
  return { frame: frame!, value: value!, mode: mode!, self: self!, code: code!, pc: pc! };
}

/** `n = n0`, of a parameter that is assigned to: what was given stays in its place. One in a box gets its value with that. */
function copies(l: Lowering, { hoisted }: Hoisting): t.Statement[] {
  return [...hoisted.values()].flatMap(({ name, as, given }) =>
    given === undefined || as === 'box' ? [] : [l.assign(name, l.id(given), l.fn)],
  );
}

/** `$vars = { n: void 0, … };` All of them are there from the beginning: so engines know its form, and no setter of a prototype is called. */
function sharedOnes(l: Lowering, { hoisted, shared }: Hoisting): t.Statement[] {
  if (shared === undefined) return [];
  const { types, emit } = l;
  const all = [...hoisted.values()].filter(({ as }) => as === 'shared');
  const properties = all.map(({ name }) => types.objectProperty(l.id(name), emit.expression('void 0')));
  return [l.assign(shared, types.objectExpression(properties), l.fn)];
}

/** By the names of parameters that are assigned to, those of what was given. */
function givenNames({ hoisted }: Hoisting): Map<string, string> {
  const names = new Map<string, string>();
  for (const { variable, given } of hoisted.values()) if (given !== undefined) names.set(variable.name, given);
  return names;
}

function boxesOfLoops({ hoisted }: Hoisting): Map<t.Node, Hoisted[]> {
  const found = new Map<t.Node, Hoisted[]>();
  for (const one of hoisted.values()) {
    const { node } = one.variable.scope;
    if (one.as === 'box' && node.type.startsWith('For')) found.set(node, [...(found.get(node) ?? []), one]);
  }
  return found;
}

/** Variables that nobody assigns to, and names outside that always mean the same. */
function settledNames(
  variables: Variables,
  hoisting: Hoisting,
  isFixed: Lowerable['isFixed'],
): (name: string) => boolean {
  const settled = new Set<string>(hoisting.shared === undefined ? [] : [hoisting.shared]);
  for (const variable of variables.own) {
    const isChanged = variable.uses.some(({ how }) => how === 'assigns');
    const known = hoisting.hoisted.get(variable);
    if (!isChanged && variable.kind !== 'var' && known?.as !== 'shared') settled.add((known ?? variable).name);
  }
  const free = variables.free;
  return (name) => settled.has(name) || (free.has(name) && isFixed(name));
}

interface Head {
  readonly places: Places;
  readonly declared: readonly string[];
  /** `$this` stands for `this`. */
  readonly usesSelf: boolean;
}

function head(l: Lowering, { places, declared, usesSelf }: Head): t.Statement[] {
  const { emit, types, own, suspensions, inTries } = l;
  const outside = suspensions.map(({ pc }) => pc).filter((pc) => !inTries.has(pc));
  const isApart = outside.length > 0 && outside.length < suspensions.length;
  const thrown = isApart ? [throwIn(l, isOneOf(l, outside, [...inTries]))] : [];
  const { frame: FRAME, code: CODE, self: SELF } = own;
  const declarators = [
    types.variableDeclarator(l.id(CODE), l.id(own.value)),
    ...(l.frame!.readsPc ? [types.variableDeclarator(l.id(own.pc), types.numericLiteral(0))] : []),
    ...declared.map((name) => types.variableDeclarator(l.id(name))),
  ];
  // Only a call that is tested asks for the record, and not if it is the only one and comes once; only what has no receiver for `$this`.
  const isTested =
    suspensions.some(({ how }) => how === 'keep') && (suspensions.length > 1 || places.since!.later.size > 0);
  const code = isTested ? [emit.statement('CODE = FRAME.code;', { CODE, FRAME })] : [];
  const self = usesSelf && places.isSelfRead ? [emit.statement('SELF = FRAME.self;', { SELF, FRAME })] : [];
  const body = [...whereOf(l), ...code, ...self, ...readPlaces(l, places), ...thrown];
  return [types.variableDeclaration('let', declarators), ...resumed(l, body)];
}

/** `if ($f !== null) { … }`: what happens only where it goes on. */
function resumed({ emit, types, own }: Lowering, body: t.Statement[]): t.Statement[] {
  const [first] = body;
  if (first === undefined) return [];
  const isBack = emit.expression('FRAME !== null', { FRAME: own.frame });
  return [types.ifStatement(isBack, body.length === 1 ? first : types.blockStatement(body))];
}

/** `$pc = $f.pc;`, `$pc = 1;` of the only one, and nothing if nobody asks. */
function whereOf(l: Lowering): t.Statement[] {
  if (!l.frame!.readsPc) return [];
  const { emit, types, suspensions } = l;
  const { frame: FRAME, pc: PC } = l.own;
  const [only] = suspensions;
  return suspensions.length === 1
    ? [emit.statement('PC = N;', { PC, N: types.numericLiteral(only!.pc) })]
    : [emit.statement('PC = FRAME.pc;', { PC, FRAME })];
}
