/** The functions of a file that become steps of frames, and those that stay generators. */
import type { types as t } from '@babel/core';
import { eachChild } from '../../babel/ast.js';
import type { Compilation } from '../../context/compilation.js';
import type { FunctionPlan, Pause, Plan } from '../../plan.js';
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

/** What has been written, as far as it concerns this stage. */
export interface Written {
  readonly compilation: Compilation;
  readonly plan: Plan;
  /** The generators that compiled functions became. */
  readonly generators: ReadonlyMap<t.Node, FunctionPlan>;
  /** What each `yield` was written for. */
  readonly pauses: ReadonlyMap<t.Node, Pause>;
}

/** How its text says that it is a step: with a list of arguments, without a receiver, in which no error can be caught that comes back from a pause. */
export type Form = `frames${'' | ' list'}${'' | ' bare'}${'' | ' through'}`;

/** What became of a function. */
export type Lowered =
  | { readonly form: Form; readonly places: string; readonly keptAt: readonly number[] }
  | { readonly form: 'generator'; readonly reason: string; readonly places?: undefined };

/** For tests: functions that stay generators, so that one file has both forms. */
export const mixing: { staysGenerator: (plan: FunctionPlan) => boolean } = { staysGenerator: () => false };

/** Lowers what can be lowered, inner functions first. */
export function lowerFile(tools: Tools, written: Written): Map<FunctionPlan, Lowered> {
  const outcome = new Map<FunctionPlan, Lowered>();
  const visit = (node: t.Node): void => {
    eachChild(tools.types, node, visit);
    const plan = written.generators.get(node);
    if (plan !== undefined) outcome.set(plan, lower(tools, written, { fn: node as Lowerable['fn'], plan }));
  };
  visit(written.compilation.program.node);
  return outcome;
}

function lower(tools: Tools, written: Written, { fn, plan }: Pick<Lowerable, 'fn' | 'plan'>): Lowered {
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
function isFixed({ compilation, plan }: Written, { path }: FunctionPlan, name: string): boolean {
  if (ALWAYS.has(name) || plan.freeVocabulary.has(name)) return true;
  if (plan.names.bound.get(name) !== 1) return false;
  const binding = path.scope.getBinding(name);
  const isPages = compilation.program.node.sourceType === 'script' && binding?.scope === compilation.program.scope;
  return binding !== undefined && binding.constant && !isPages && binding.kind !== 'param';
}
