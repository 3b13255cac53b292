/** The stage "lower" of `target: "frames"`: the generators of a file become steps of frames, where they can. */
import type { types as t } from '@babel/core';
import { eachChild, isClass, isFunction } from '../babel/ast.js';
import { hashOfStatement } from '../analyse/waiting/pause-maker.js';
import { dotted } from '../babel/function-names.js';
import type { NameGiver } from '../context/unique-names.js';
import type { FunctionPlan } from '../plan.js';
import type { Helper } from '../vocabulary.js';
import type { HelperName } from '../write/emitter.js';
import type { MetaTable, WrittenFile } from '../write/writer.js';
import { boxVariables } from './box-variables.js';
import { type StepSignature, writeEntries } from './entries.js';
import { nameNatives } from './native-callbacks.js';
import { Facts } from './read/facts.js';
import type { FormChoices } from './read/form-choices.js';
import { makeScopeMarks } from './read/scope-marks.js';
import type { HoistedNames, Saving, Step, Tools } from './read/tools.js';
import { type Lowered, lowerFunction } from './lower-function.js';

/** What became of the functions of a file, and the declarations of their entries. */
export interface LoweredFile {
  readonly functions: ReadonlyMap<FunctionPlan, Lowered>;
  readonly entries: readonly t.Statement[];
  /** With the option `saves`, by the bodies of functions. None of a function of sloppy code whose text does not tell which variable a name means. */
  readonly hoisted: ReadonlyMap<t.Node, HoistedNames>;
}

export const NOT_LOWERED: LoweredFile = { functions: new Map(), entries: [], hoisted: new Map() };

/** How it is lowered. */
export interface LoweringChoices {
  readonly form: FormChoices;
  readonly saving: Saving | undefined;
}

/** Lowers what can be lowered, inner functions first. The file and its helpers change. */
export function lower(written: WrittenFile, names: NameGiver, choices: LoweringChoices): LoweredFile {
  const tools = makeTools(written, names, choices);
  const { generators, pauses } = written;
  const functions = new Map<FunctionPlan, Lowered>();
  const isWritten = (one: t.Node): boolean => generators.has(one);
  const { form, saving } = choices;
  const visit = (node: t.Node, isStrict: boolean): void => {
    const isStrictInside = isStrict || (saving !== undefined && makesStrict(node));
    eachChild(tools.types, node, (child) => visit(child, isStrictInside));
    const plan = generators.get(node);
    if (plan === undefined) {
      if (saving && isFunction(node)) boxVariables(tools, node, { isStrict: isStrictInside, isWritten });
      return;
    }
    const facts = new Facts(tools, node as Step, plan, pauses);
    const isFixed = (name: string): boolean => isFixedName(written, plan, name);
    const lowered: Lowered = form.staysGenerator(plan)
      ? { form: 'generator', reason: 'A test wants it.' }
      : lowerFunction(facts, { isWritten, isFixed });
    functions.set(plan, lowered);
  };
  const { node: program } = written.compilation.program;
  visit(program, program.sourceType === 'module');
  const { compilation, formOf, metaTable, natives, emit } = written;
  const steps = stepsOf(generators, functions);
  nameNatives(tools, { steps, formOf }, natives);
  const nameOf = (one: FunctionPlan): string => names.unique(entryName(metaTable!, one));
  const { declarations, names: used } = writeEntries(tools, { compilation, steps, formOf, nameOf });
  dropUnused(emit.helpers, used);
  return { functions, entries: declarations, hoisted: tools.hoisted };
}

/** What is in it is strict code. */
export function makesStrict(node: t.Node): boolean {
  if (isClass(node)) return true;
  const body = isFunction(node) ? node.body : node;
  const directives = body.type === 'Program' || body.type === 'BlockStatement' ? body.directives : undefined;
  return directives?.some(({ value }) => value.value === 'use strict') === true;
}

function makeTools(
  { compilation, emit, frameWaits, edges }: WrittenFile,
  names: NameGiver,
  { form, saving }: LoweringChoices,
): Tools {
  const { t: types, options } = compilation;
  const { global } = options;
  return {
    types,
    emit,
    names,
    frameWaits,
    edges,
    choices: form,
    saving,
    hoisted: new Map(),
    marks: makeScopeMarks(),
    isOfRuntime: (wanted) => [...emit.helpers.values()].some(({ name }) => name === wanted),
    // Nobody else has its name: see `refuseShadowedGlobal`.
    isNamespace: (node) => global !== undefined && dotted(node) === global,
    hashOf: (node) => hashOfStatement(compilation, node),
  };
}

function stepsOf(
  generators: ReadonlyMap<t.Node, FunctionPlan>,
  lowered: ReadonlyMap<FunctionPlan, Lowered>,
): Map<FunctionPlan, StepSignature> {
  const steps = new Map<FunctionPlan, StepSignature>();
  for (const [node, plan] of generators) {
    const became = lowered.get(plan);
    if (became === undefined || became.form === 'generator') continue;
    // The first four are `$f`, `$v`, `$m` and `$this`.
    const params = (node as t.Function).params.slice(4);
    steps.set(plan, { params, takesList: became.takesList, isBare: became.isBare });
  }
  return steps;
}

/** `$entry0`. In a script of a page, `$entry0_1a2b`: scripts share one scope, so the hash that the table has in its name is added. */
const entryName = ({ name, functions }: MetaTable, plan: FunctionPlan): string =>
  `$entry${functions.indexOf(plan)}${/_\w+$/.exec(name)?.[0] ?? ''}`;

/** Helpers that only generators call, and those whose calls `lower` replaces: they are dropped if no code of the file names them. */
const REPLACED: readonly Helper[] = ['nextFrame', '$carry', '$enterFinally', '$leaveFinally', '$pausing', '$arrow'];

function dropUnused(helpers: Map<Helper, HelperName>, used: ReadonlySet<string>): void {
  for (const helper of REPLACED) {
    const known = helpers.get(helper);
    if (known && !known.isImported && !used.has(known.name)) helpers.delete(helper);
  }
}

const ALWAYS: ReadonlySet<string> = new Set(['undefined', 'NaN', 'Infinity']);

/** A name outside of a function that means the same whenever it is read: constants, functions, imports. */
function isFixedName({ compilation, plan }: WrittenFile, { path }: FunctionPlan, name: string): boolean {
  if (ALWAYS.has(name) || plan.freeVocabulary.has(name)) return true;
  if (plan.names.bound.get(name) !== 1) return false;
  const binding = path.scope.getBinding(name);
  const isPages = compilation.program.node.sourceType === 'script' && binding?.scope === compilation.program.scope;
  return binding !== undefined && binding.constant && !isPages && binding.kind !== 'param';
}
