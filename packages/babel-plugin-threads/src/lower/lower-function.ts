/** One function, from a generator to a step of its frames: the list of passes. */
import type { types as t } from '@babel/core';
import type { StepFacts } from '../write/meta-text.js';
import { arrange } from './emit/dispatch/dispatch.js';
import { isOneOf } from './emit/dispatch/branches.js';
import { type Frame, Lowering, type OwnNames } from './emit/lowering.js';
import { placeStatements } from './emit/source-positions.js';
import { throwResumed } from './emit/dispatch/closing.js';
import { lowerExpression } from './emit/expressions/expressions.js';
import type { Facts } from './read/facts.js';
import { setsPcBack, type Sequence } from './plan/sequence.js';
import type { Literal, Saving, Tools } from './read/tools.js';
import { declaresSuperCapture } from './read/super-captures.js';
import { labelsOf, placeText } from './plan/place-names.js';
import { type Places, planPlaces } from './plan/places.js';
import { readPlaces, writeLeave } from './emit/spill-and-restore.js';
import { whyNotLowered } from './why-not-lowered.js';
import { type Rewritten, rewriteVariables } from './simplify/rewrite-variables.js';
import { writeQuietParts } from './simplify/quiet-parts.js';
import { type Simplified, simplify } from './simplify/simplify.js';
import { lowerList } from './emit/statements/statements.js';

/** What became of a function. */
export type Lowered =
  | LoweredStep
  /** `reason`: a sentence for people. */
  | { readonly form: 'generator'; readonly reason: string };

export interface LoweredStep extends StepFacts {
  readonly form: 'frames';
  /** For each pause how many values its frame keeps. */
  readonly keptAt: readonly number[];
  /** With the option `saves`. */
  readonly saved: SavedStep | undefined;
}

/** What a save asks of a step beside its text. */
export interface SavedStep {
  /** By the number of the pause, from 0: the places of the parameters that are live, and `t` for a receiver that is. */
  readonly live: readonly string[];
  /** Of variables that are live somewhere, by their names in the text: whose first value is a literal. */
  readonly firstValues: readonly FirstValue[];
  /** The variables of the source that stand in no place: that they are there, a load has to know. */
  readonly others: readonly string[];
}

export interface FirstValue {
  readonly name: string;
  readonly value: Literal;
  /** Something else assigns to it, too. */
  readonly isChanged: boolean;
}

interface FileFacts {
  /** A function in it that the plugin has written. */
  readonly isWritten: (node: t.Node) => boolean;
  /** A name outside of it that always means the same. */
  readonly isFixed: (name: string) => boolean;
}

/**
 *   function* $walk(actor) {          function $walk($f, $v, $m, $this, actor) {
 *     let n = 0;                        let $c = $v, $pc = 0, n;
 *     …                                 if ($f !== null) { $pc = $f.pc; $c = $f.code; … }
 *     yield step(n);                    …
 *   }                                 }
 *
 * The passes, one after the other.
 */
export function lowerFunction(facts: Facts, { isWritten, isFixed }: FileFacts): Lowered {
  const { tools, fn, plan } = facts;
  const reason = whyNotLowered(tools.types, fn, facts.variables);
  if (reason !== undefined) return { form: 'generator', reason };
  const variables = tools.saving && facts.variables.own.map(({ name }) => name);
  const simple = simplify(facts, isWritten);
  const own = nameOwn(tools, fn);
  const rewritten = rewriteVariables(facts, { ...simple, self: own.self, isWritten, isFixed });
  if (tools.saving) writeQuietParts(tools, fn, { ...rewritten, pauses: facts.pauses });
  const parts = { expression: lowerExpression, list: lowerList };
  const l = new Lowering(facts, { own, parts, simple, rewritten });
  const captures = fn.body.body.filter(declaresSuperCapture);
  const statements = fn.body.body.filter((one) => !captures.includes(one));
  const body = lowerList(l, [...shareVariables(l), ...copyParameters(l), ...statements]);
  const names = namesOf(l, simple, rewritten);
  const places = planPlaces({
    ...tools,
    self: own.self,
    suspensions: l.suspensions,
    body: arrange(l, body, 'plain'),
    ...names,
  });
  l.frame = planFrame(l, body, places);
  const resumed = [...captures, ...arrange(l, body, 'resumed')];
  writeStep(l, { places, ...names, body: resumed, usesSelf: rewritten.usesSelf });
  const labels = labelsOf(facts, rewritten.hoisting, names.parameters, simple.declared);
  return {
    form: 'frames',
    takesList: simple.declared !== undefined,
    isBare: simple.isBare,
    throwsThrough: l.inTries.size === 0,
    places: placeText(l, { places, labels, pauses: plan.pauses }),
    keptAt: Array.from(places.live.values(), ({ size }) => size),
    saved: tools.saving && {
      live: liveAt(l, places, plan.pauses.length),
      firstValues: firstValuesOf(tools.saving, rewritten.hoisting, { labels, places }),
      others: othersIn(variables!, { labels, places }),
    },
  };
}

function liveAt({ suspensions, simple }: Lowering, places: Places, count: number): string[] {
  const live = Array.from({ length: count }, () => '');
  for (const pause of suspensions) {
    const names = places.live.get(pause);
    const parameters = places.parameters.flatMap((name, n) => (names?.has(name) ? n : []));
    const usesSelf = !simple.isBare || places.readsSelf.has(pause);
    live[pause.pc - 1] = parameters.join('') + (usesSelf ? 't' : '');
  }
  return live;
}

function othersIn(
  variables: readonly string[],
  { labels, places }: { readonly labels: ReadonlyMap<string, string>; readonly places: Places },
): string[] {
  const placed = new Set(
    Array.from(labels, ([name, label]) => (places.of.has(name) ? label.replace(/^&|~\d+$/g, '') : '')),
  );
  return [...new Set(variables)].filter((name) => !placed.has(name) && !name.startsWith('$'));
}

function firstValuesOf(
  saving: Saving,
  { hoisted }: Rewritten['hoisting'],
  { labels, places }: { readonly labels: ReadonlyMap<string, string>; readonly places: Places },
): FirstValue[] {
  return [...hoisted.values()].flatMap(({ name, variable: { uses } }) => {
    const label = places.of.has(name) ? labels.get(name) : undefined;
    const [value] = uses.flatMap(({ how, node }) => (how === 'declares' ? (saving.firstValueOf(node) ?? []) : []));
    if (label === undefined || value === undefined) return [];
    return { name: label.replace('&', ''), value, isChanged: uses.some(({ how }) => how === 'assigns') };
  });
}

interface Names {
  readonly parameters: readonly string[];
  /** Variables that may live over a pause. */
  readonly kept: readonly string[];
}

function namesOf({ fn, locals }: Lowering, { exits }: Simplified, { hoisting: { hoisted, shared } }: Rewritten): Names {
  const given = new Map<string, string>();
  for (const one of hoisted.values()) if (one.given !== undefined) given.set(one.variable.name, one.given);
  const parameters = fn.params
    .map((one) => (one as t.Identifier).name)
    .filter((name) => name !== 'this')
    .map((name) => given.get(name) ?? name);
  const own = [...hoisted.values()].flatMap(({ name, as }) => (as === 'shared' ? [] : [name]));
  return { parameters, kept: [...own, ...(shared === undefined ? [] : [shared]), ...exits, ...locals] };
}

function planFrame(l: Lowering, body: Sequence, places: Places): Frame {
  const readsPc = l.suspensions.length > 1 || l.isSetBack || setsPcBack(body);
  return { readsPc, leave: (pause) => writeLeave(l, places, pause) };
}

interface StepParts extends Names, Pick<Rewritten, 'usesSelf'> {
  readonly places: Places;
  readonly body: readonly t.Statement[];
}

/** The function itself. */
function writeStep(l: Lowering, { places, parameters, kept, body, usesSelf }: StepParts): void {
  const { fn, own } = l;
  const declared = [...kept, ...l.simple.normal.caught.values(), ...l.passing];
  fn.body.body = [...writeHead(l, { places, declared, usesSelf }), ...body];
  placeStatements(fn.body.body, fn);
  fn.params = [own.frame, own.value, own.mode, own.self, ...parameters].map((name) => l.id(name));
  fn.generator = false;
}

function nameOwn({ names }: Tools, fn: t.Function): OwnNames {
  const own = (wanted: string): string => names.parameter(fn, wanted);
  const [frame, value, mode, self, code, pc] = ['$f', '$v', '$m', '$this', '$c', '$pc'].map(own);
  return { frame: frame!, value: value!, mode: mode!, self: self!, code: code!, pc: pc! };
}

/** `n = n0`: a parameter that is assigned to is a variable of its own, and `n0` keeps what was given. A box is made with its value. */
function copyParameters(l: Lowering): t.Statement[] {
  return [...l.rewritten.hoisting.hoisted.values()].flatMap(({ name, as, given }) =>
    given === undefined || as === 'box' ? [] : [l.assign(name, l.id(given), l.fn)],
  );
}

/** `$vars = { n: void 0, … };` It has all properties from the beginning, so that its hidden class does not change and no setter of a prototype is called. */
function shareVariables(l: Lowering): t.Statement[] {
  const { hoisted, shared } = l.rewritten.hoisting;
  if (shared === undefined) return [];
  const { types, emit } = l;
  const all = [...hoisted.values()].filter(({ as }) => as === 'shared');
  const properties = all.map(({ name }) => types.objectProperty(l.id(name), emit.expression('void 0')));
  return [l.assign(shared, types.objectExpression(properties), l.fn)];
}

interface Head {
  readonly places: Places;
  readonly declared: readonly string[];
  /** `$this` stands for `this`. */
  readonly usesSelf: boolean;
}

function writeHead(l: Lowering, { places, declared, usesSelf }: Head): t.Statement[] {
  const { emit, types, own, suspensions, inTries } = l;
  const outside = suspensions.map(({ pc }) => pc).filter((pc) => !inTries.has(pc));
  const isApart = outside.length > 0 && outside.length < suspensions.length;
  const thrown = isApart ? [throwResumed(l, isOneOf(l, outside, [...inTries]))] : [];
  const { frame: FRAME, code: CODE, self: SELF } = own;
  const declarators = [
    types.variableDeclarator(l.id(CODE), l.id(own.value)),
    ...(l.frame!.readsPc ? [types.variableDeclarator(l.id(own.pc), types.numericLiteral(0))] : []),
    ...declared.map((name) => types.variableDeclarator(l.id(name))),
  ];
  // `$c.waits(…)` behind a resume point needs the record. `$this` is needed only where it stands for `this`.
  const isTested =
    suspensions.some(({ how }) => how === 'keep') && (suspensions.length > 1 || places.since!.later.size > 0);
  const code = isTested ? [emit.statement('CODE = FRAME.code;', { CODE, FRAME })] : [];
  const self = usesSelf && places.readsSelf.size > 0 ? [emit.statement('SELF = FRAME.self;', { SELF, FRAME })] : [];
  const body = [...readPc(l), ...code, ...self, ...readPlaces(l, places), ...thrown];
  return [types.variableDeclaration('let', declarators), ...wrapResumed(l, body)];
}

/** `if ($f !== null) { … }`: what runs only when the function is resumed. */
function wrapResumed({ emit, types, own }: Lowering, body: t.Statement[]): t.Statement[] {
  const [first] = body;
  if (first === undefined) return [];
  const isBack = emit.expression('FRAME !== null', { FRAME: own.frame });
  return [types.ifStatement(isBack, body.length === 1 ? first : types.blockStatement(body))];
}

/** `$pc = $f.pc;`, `$pc = 1;` in a function with one pause, and nothing where no code reads `$pc`. */
function readPc(l: Lowering): t.Statement[] {
  if (!l.frame!.readsPc) return [];
  const { emit, types, suspensions } = l;
  const { frame: FRAME, pc: PC } = l.own;
  const [only] = suspensions;
  return suspensions.length === 1
    ? [emit.statement('PC = N;', { PC, N: types.numericLiteral(only!.pc) })]
    : [emit.statement('PC = FRAME.pc;', { PC, FRAME })];
}
