/** From facts to code. */
import { dotted } from '../../babel/function-names.js';
import { isSchedulerName, LOADED_OWN_WAITS } from '../../vocabulary.js';
import type { Analysis } from '../../analyse/facts/facts.js';
import { longHashOf } from '../../babel/hash.js';
import type { Templates } from '../../babel/templates.js';
import type { Compilation } from '../../context/compilation.js';
import type { NameGiver } from '../../context/unique-names.js';
import { Emitter } from '../emitter.js';
import { wrapFunctions } from '../functions/function-wrappers.js';
import { writePrologues } from '../functions/prologue.js';
import { chooseWrappers } from '../functions/wrapper-forms.js';
import { keepMarks } from '../marks.js';
import { metaOf } from '../meta-text.js';
import { replaceNames } from './replace-names.js';
import type { MetaTable, WaitForm, Writer, WrittenFile } from '../writer.js';
import { giveFirstNames } from './first-names.js';
import { rewriteNodes } from './rewrite-nodes.js';

/** What the writing needs beside the analysis. */
export interface Target {
  readonly form: WaitForm;
  readonly templates: Templates;
  readonly names: NameGiver;
}

/** Writes what the Plan says, which does not change. Helpers are collected, and names given, while it is written. */
export function write(analysis: Analysis, target: Target): WrittenFile {
  const { compilation, marks, plan } = analysis;
  const writer = beginWriting(analysis, target);
  // The nodes are read before any of them is written.
  const hasOwnWaits = callsOwnWaits(compilation);
  keepMarks(compilation, marks);
  replaceNames(compilation, plan);
  rewriteNodes(writer);
  writePrologues(writer);
  wrapFunctions(writer);
  const metaTable = nameMetaTable(writer);
  const firstStatement = firstStatementOf(writer);
  return { ...writer, metaTable, hasOwnWaits, firstStatement, formOf: (fn) => writer.functions.get(fn.node)?.form };
}

function beginWriting({ compilation, marks, plan }: Analysis, { form, templates, names }: Target): Writer {
  const emit = new Emitter({ compilation, plan, names, templates });
  const firstNames = giveFirstNames({ compilation, plan, names });
  return {
    types: compilation.t,
    compilation,
    marks,
    plan,
    emit,
    names,
    form,
    firstNames,
    links: new Set([...plan.chains.values()].flatMap(({ links }) => links.map(({ node }) => node))),
    functions: chooseWrappers({ compilation, plan, emit, firstNames }),
    sourceOf: new Map(),
    holders: new Map(),
    receivers: new Map(),
    generators: new Map(),
    pauses: new Map(),
    frameWaits: new Set(),
    edges: new Map(),
    natives: new Map(),
  };
}

/**
 * Last of all, behind the names of all functions. The scripts of a page share their functions, so there the name of the table carries a hash of what
 * the table holds: two tables of one name are equal.
 */
function nameMetaTable({ compilation, emit, names, functions: wrapped }: Writer): MetaTable | undefined {
  if (wrapped.size === 0) return undefined;
  const functions = [...wrapped.values()].map(({ plan }) => plan);
  const isScript = compilation.program.node.sourceType === 'script';
  const name = names.unique(isScript ? `$meta_${longHashOf(functions.map((one) => metaOf(one)).join())}` : '$meta');
  emit.nameTable(name);
  return { name, functions };
}

/** A declaration may have taken the place of its `export`. */
function firstStatementOf({ compilation, marks: { firstStatement: first } }: Writer): WrittenFile['firstStatement'] {
  if (first === undefined || compilation.program.node.body.includes(first)) return first;
  return 'declaration' in first ? (first.declaration as typeof first) : first;
}

/**
 * Does the file call a method of Executor that a bundle has only where it is asked for? `this.race(…)`: a method of that name on anything, as it is not always seen what is an Executor. `Promise`
 * and the namespace of the runtime are known.
 */
function callsOwnWaits({ t: types, paths, runtimeNames }: Compilation): boolean {
  return paths.ofType('MemberExpression', 'OptionalMemberExpression').some((path) => {
    const { node } = path;
    const { object, property, computed } = node;
    const name = !computed && property.type === 'Identifier' ? property.name : undefined;
    if (name === 'wait' && isSchedulerName(dotted(object) ?? '')) return true;
    if (name === undefined || !LOADED_OWN_WAITS.has(name) || types.isIdentifier(object, { name: 'Promise' }))
      return false;
    return runtimeNames.wordOfMember(path, node) === undefined;
  });
}
