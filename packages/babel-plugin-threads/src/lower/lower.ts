/** The stage "lower" of `target: "frames"`: the generators of a file become steps of frames, where they can. */
import type { types as t } from '@babel/core';
import { eachChild } from '../babel/ast.js';
import { hashOfStatement } from '../analyse/waiting/pause-maker.js';
import { dotted } from '../babel/function-names.js';
import type { NameGiver } from '../context/unique-names.js';
import type { FunctionPlan } from '../plan.js';
import type { Helper } from '../vocabulary.js';
import type { HelperName } from '../write/emitter.js';
import type { MetaTable, WrittenFile } from '../write/writer.js';
import { type Stepped, writeEntries } from './entries.js';
import { nameNatives } from './native-callbacks.js';
import { takeArguments } from './parameters/arguments.js';
import { assignBeforeKeys, assignParameters } from './normal-form/var-assignments.js';
import { spreadBlockFunctions } from './normal-form/block-functions.js';
import { keepDeleted } from './variables/deleted-names.js';
import { lowerFunction, type Lowerable } from './function-body.js';
import type { Declared } from './facts/parameter-names.js';
import { readPauses } from './facts/pauses.js';
import type { Tools } from './facts/tools.js';
import { areSimple, declaredParameters, takeFromList } from './parameters/parameters.js';
import { whyNotLowered } from './reasons.js';
import type { Variables } from './facts/variable.js';
import { readVariables } from './facts/variables.js';

/** How its text says that it is a step: with a list of arguments, without a receiver, in which no error can be caught that comes back from a pause. */
export type Form = `frames${'' | ' list'}${'' | ' bare'}${'' | ' through'}`;

/** What became of a function. */
export type Lowered =
  | { readonly form: Form; readonly places: string; readonly keptAt: readonly number[] }
  | { readonly form: 'generator'; readonly reason: string; readonly places?: undefined };

/** For tests: functions that stay generators, so that one file has both forms. */
export const mixing: { staysGenerator: (plan: FunctionPlan) => boolean } = { staysGenerator: () => false };

/** What became of the functions of a file, and the declarations of what is called in their place. */
export interface LoweredFile {
  readonly functions: ReadonlyMap<FunctionPlan, Lowered>;
  readonly entries: readonly t.Statement[];
}

export const NOT_LOWERED: LoweredFile = { functions: new Map(), entries: [] };

/** Lowers what can be lowered, inner functions first. The file and its helpers change. */
export function lower(written: WrittenFile, names: NameGiver): LoweredFile {
  const tools = makeTools(written, names);
  const functions = new Map<FunctionPlan, Lowered>();
  const visit = (node: t.Node): void => {
    eachChild(tools.types, node, visit);
    const plan = written.generators.get(node);
    if (plan !== undefined) functions.set(plan, lowerGenerator(tools, written, { fn: node as Lowerable['fn'], plan }));
  };
  visit(written.compilation.program.node);
  const { compilation, formOf, metaTable, natives, emit } = written;
  const steps = stepsOf(written.generators, functions);
  nameNatives(tools, { steps, formOf }, natives);
  const nameOf = (one: FunctionPlan): string => names.unique(entryName(metaTable!, one));
  const { declarations, names: used } = writeEntries(tools, { compilation, steps, formOf, nameOf });
  dropUnused(emit.helpers, used);
  return { functions, entries: declarations };
}

function makeTools({ compilation, emit, frameWaits, edges }: WrittenFile, names: NameGiver): Tools {
  const { t: types, options } = compilation;
  const { global } = options;
  return {
    types,
    emit,
    names,
    frameWaits,
    edges,
    lasting: new Map(),
    isOfRuntime: (wanted) => [...emit.helpers.values()].some(({ name }) => name === wanted),
    // Nobody else has its name: see `refuseShadowedGlobal`.
    isNamespace: (node) => global !== undefined && dotted(types, node) === global,
    hashOf: (node) => hashOfStatement(compilation, node),
  };
}

function stepsOf(
  generators: ReadonlyMap<t.Node, FunctionPlan>,
  lowered: ReadonlyMap<FunctionPlan, Lowered>,
): Map<FunctionPlan, Stepped> {
  const steps = new Map<FunctionPlan, Stepped>();
  for (const [node, plan] of generators) {
    const became = lowered.get(plan);
    if (became === undefined || became.form === 'generator') continue;
    // Behind those of each step.
    const params = (node as t.Function).params.slice(4);
    const { form } = became;
    steps.set(plan, { params, takesList: form.includes('list'), isBare: form.includes('bare') });
  }
  return steps;
}

/** The scripts of a page share their functions: there it has the hash of the table, too. */
const entryName = ({ name, functions }: MetaTable, plan: FunctionPlan): string =>
  `$entry${functions.indexOf(plan)}${/_\w+$/.exec(name)?.[0] ?? ''}`;

/** What only generators call, if none of those that are left does, and what other calls have replaced. */
const REPLACED: readonly Helper[] = ['nextFrame', '$carry', '$enterFinally', '$leaveFinally', '$pausing', '$arrow'];

function dropUnused(helpers: Map<Helper, HelperName>, used: ReadonlySet<string>): void {
  for (const helper of REPLACED) {
    const known = helpers.get(helper);
    if (known && !known.isImported && !used.has(known.name)) helpers.delete(helper);
  }
}

function lowerGenerator(tools: Tools, written: WrittenFile, { fn, plan }: Pick<Lowerable, 'fn' | 'plan'>): Lowered {
  const { types } = tools;
  // The path is that of the source: what is written may stand elsewhere, in other code.
  const strict = plan.isStrict;
  const before = readVariables(types, fn);
  const reason = mixing.staysGenerator(plan) ? 'A test wants it.' : whyNotLowered(types, fn, before);
  if (reason !== undefined) return { form: 'generator', reason };
  if (!strict) {
    keepDeleted(types, before);
    assignBeforeKeys(types, fn);
    spreadBlockFunctions(tools, fn, (node) => written.generators.has(node));
  }
  const read = strict ? before : readVariables(types, fn);
  const declared = takeParameters(tools, fn, { strict, variables: read });
  const isList = declared !== undefined;
  const isWritten = isList || assignParameters(types, fn);
  const variables = isWritten ? readVariables(types, fn) : read;
  const isBare = goesOnBare(variables, strict);
  const pauses = readPauses(types, fn, plan, written.pauses);
  const { places, isPassed, keptAt } = lowerFunction(tools, {
    fn,
    plan,
    isBare,
    pauses,
    variables,
    declared,
    isWritten: (node) => written.generators.has(node),
    planned: written.pauses,
    isFixed: (name) => isFixed(written, plan, name),
  });
  return {
    form: `frames${isList ? ' list' : ''}${isBare ? ' bare' : ''}${isPassed ? ' through' : ''}`,
    places,
    keptAt,
  };
}

/** If the function gets its arguments as a list: the parameters that it declares. */
function takeParameters(
  tools: Tools,
  fn: Lowerable['fn'],
  { strict, variables }: { readonly strict: boolean; readonly variables: Variables },
): Declared[] | undefined {
  const isUsed = variables.free.has('arguments') || variables.own.some(({ name }) => name === 'arguments');
  if (areSimple(tools, fn) && !isUsed) return undefined;
  const declared = declaredParameters(tools, fn, variables);
  const list = tools.names.parameter(fn, '$args');
  const taken = takeArguments({ tools, fn, list, isStrict: strict, variables });
  takeFromList(tools, fn, { list, ...taken });
  return declared;
}

/**
 * A step is called and goes on without a receiver where it can: an engine makes one of it and its caller only so. `super` needs
 * one, and in sloppy code `this` is not always what was given.
 */
const goesOnBare = ({ others, thisUses }: Variables, strict: boolean): boolean =>
  !others.some(({ type }) => type === 'Super') && (thisUses.length === 0 || strict);

const ALWAYS: ReadonlySet<string> = new Set(['undefined', 'NaN', 'Infinity']);

/** A name outside of a function that means the same whenever it is read: constants, functions, imports. */
function isFixed({ compilation, plan }: WrittenFile, { path }: FunctionPlan, name: string): boolean {
  if (ALWAYS.has(name) || plan.freeVocabulary.has(name)) return true;
  if (plan.names.bound.get(name) !== 1) return false;
  const binding = path.scope.getBinding(name);
  const isPages = compilation.program.node.sourceType === 'script' && binding?.scope === compilation.program.scope;
  return binding !== undefined && binding.constant && !isPages && binding.kind !== 'param';
}
