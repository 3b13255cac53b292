/** The backend "generators": from facts to Shape, and from Shape to text. */
import type { types as t } from '@babel/core';
import type { Analysis } from '../../analyse/facts/facts.js';
import { hashOfStatement } from '../../analyse/waiting/pause-maker.js';
import { dotted } from '../../babel/function-names.js';
import type { Templates } from '../../babel/templates.js';
import type { NameGiver } from '../../context/unique-names.js';
import type { FunctionPlan } from '../../plan.js';
import { Emitter } from '../emitter.js';
import { callsOwnWaits, importRuntime } from '../import.js';
import { type Stepped, type Wrapped, writeEntries } from '../lower/entries.js';
import { nameNatives } from '../lower/native-callbacks.js';
import type { Tools } from '../lower/facts/tools.js';
import { type Lowered, lowerFile } from '../lower/lower-file.js';
import { keepMarks, settleMarks } from '../marks.js';
import { replaceNames } from '../replace-names.js';
import { writePrologues } from './prologue.js';
import { writeMetaTable } from './meta-table.js';
import { writePositions } from './positions.js';
import { rewrite } from './rewrite-nodes.js';
import type { FunctionShape, HelperName, MetaTable, Shape } from './shape/shape.js';
import { wrap } from './function-wrappers.js';
import type { Form, Helper } from '../../vocabulary.js';
import type { WaitForm, Writer, Written } from './writer.js';

/** What the writing needs beside the analysis. */
export interface Target {
  readonly shape: Shape;
  readonly form: WaitForm;
  readonly templates: Templates;
  readonly names: NameGiver;
}

/**
 * Writes what Plan and Shape say; neither changes. With `target: "frames"` the generators are lowered then: what became of each
 * is returned.
 */
export function write(
  { compilation, marks, plan }: Analysis,
  { shape, form, templates, names }: Target,
): ReadonlyMap<FunctionPlan, Lowered> {
  const { t: types } = compilation;
  const { metaTable } = shape;
  const helpers = new Map(shape.helpers);
  const emit = new Emitter(compilation, plan, { helpers, templates, metaTable });
  const written = nothingWritten();
  const writer: Writer = { types, compilation, marks, plan, shape, emit, form, written };
  // The nodes are read before any of them is written.
  const hasOwnWaits = callsOwnWaits(compilation);
  keepMarks(compilation, marks);
  replaceNames(compilation, plan);
  rewrite(writer);
  writePrologues(writer);
  wrap(writer);
  const need = (helper: Helper): void => {
    const name = helpers.has(helper) ? undefined : shape.nameOf(helper);
    if (name !== undefined) helpers.set(helper, name);
  };
  const { target, positions } = compilation.options;
  const { lowered, entries } =
    target === 'frames' ? lower(writer, { names, helpers, need }) : { lowered: new Map(), entries: [] };
  if (positions) writePositions(writer, lowered, need);
  writeMetaTable(writer, need, lowered, entries);
  const { firstStatement } = marks;
  importRuntime(compilation, marks, {
    plan,
    helpers,
    hasOwnWaits,
    firstStatement: written.outOfExport.get(firstStatement!) ?? firstStatement,
  });
  settleMarks(compilation, marks);
  return lowered;
}

const nothingWritten = (): Written => ({
  thunks: new Map(),
  receivers: new Map(),
  blocks: new Map(),
  outOfExport: new Map(),
  generators: new Map(),
  pauses: new Map(),
  frameWaits: new Set(),
  edges: new Map(),
  natives: new Map(),
});

interface Lowering {
  readonly names: NameGiver;
  /** Those in use, to which more come, and from which those go that only generators call. */
  readonly helpers: Map<Helper, HelperName>;
  readonly need: (helper: Helper) => void;
}

function lower(
  { types, emit, compilation, plan, shape, written }: Writer,
  { names, helpers, need }: Lowering,
): { readonly lowered: Map<FunctionPlan, Lowered>; readonly entries: readonly t.Statement[] } {
  const { frameWaits, edges, generators, pauses } = written;
  const hashOf = (node: t.Node): string => hashOfStatement(compilation, node);
  const isOfRuntime = (name: string): boolean => {
    for (const helper of helpers.values()) if (helper.name === name) return true;
    return false;
  };
  const { global } = compilation.options;
  // Nobody else has its name: see `refuseShadowedGlobal`.
  const isNamespace = (node: t.Node): boolean => global !== undefined && dotted(types, node) === global;
  const known = { isOfRuntime, isNamespace, hashOf };
  const tools: Tools = { types, emit, names, need, frameWaits, edges, lasting: new Map(), ...known };
  const lowered = lowerFile(tools, { compilation, plan, generators, pauses });
  const wrapped: Wrapped = {
    compilation,
    steps: stepsOf(generators, lowered),
    formOf: (one) => formOf(shape.functions.get(one.node)),
    nameOf: (one) => names.unique(entryName(shape.metaTable!, one)),
  };
  nameNatives(tools, wrapped, written.natives);
  const { declarations, names: used } = writeEntries(tools, wrapped);
  dropUnused(helpers, used);
  return { lowered, entries: declarations };
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

/** What wraps a function. */
function formOf(shape: FunctionShape | undefined): Form | undefined {
  if (shape?.declaration === undefined) return shape?.form;
  return shape.declaration.form === 'wrapped' ? '$plain' : '$thread';
}

/** What only generators call, if none of those that are left does, and what other calls have replaced. */
const REPLACED: readonly Helper[] = ['nextFrame', '$carry', '$enterFinally', '$leaveFinally', '$pausing', '$arrow'];

function dropUnused(helpers: Map<Helper, HelperName>, used: ReadonlySet<string>): void {
  for (const helper of REPLACED) {
    const known = helpers.get(helper);
    if (known && !known.isImported && !used.has(known.name)) helpers.delete(helper);
  }
}
