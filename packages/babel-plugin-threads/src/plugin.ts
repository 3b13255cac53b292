/** What happens to a file, stage by stage. */
import type { NodePath, PluginObj, types as t } from '@babel/core';
import { analyse } from './analyse/analyse.js';
import type { Analysis } from './analyse/facts/facts.js';
import { type KnownScopes, listPaths } from './babel/path.js';
import { finishProgram, finishUnmarked, type Pass } from './babel/scopes.js';
import { makeTemplates, type Template } from './babel/templates.js';
import { plainTypes } from './babel/types.js';
import type { Compilation, Source } from './context/compilation.js';
import { type ExpressionTemplate, readReplacements } from './context/replacements.js';
import { readRuntimeNames } from './context/runtime-names.js';
import { makeDiagnostic } from './context/diagnostic.js';
import { makeNames, type NameGiver } from './context/unique-names.js';
import { vocabularyOf, vocabularyOfFile } from './context/free-words.js';
import { checkCovers } from './marks/coverage.js';
import { type Marks, readMarks } from './marks/marks.js';
import { asProgram, isProgram, mayBeProgram } from './marks/program-mark.js';
import { mayBeMarked } from './marks/text-search.js';
import { readOptions } from './options.js';
import type { Diagnostic, ThreadsOptions } from './public.js';
import { describeFile } from './report/describe-file.js';
import { finish } from './finish/finish.js';
import { findCrowdedPauses } from './lower/crowded-pauses.js';
import { lower, NOT_LOWERED } from './lower/lower.js';
import { type FormChoices, USUAL_CHOICES } from './lower/read/form-choices.js';
import { noteCompiled, noteFunctions, noteLowered, report } from './report/report.js';
import { findSharedVariables } from './report/shared-variables.js';
import { NOT_SAVED, readForSaves, writeForSaves } from './saves/saves.js';
import { findUnsaved } from './saves/unsaved-functions.js';
import { findTooDeep } from './too-deep.js';
import { mayConcern } from './marks/text-filters.js';
import { findMarkHints } from './validate/marks/mark-hints.js';
import { validate } from './validate/validate.js';
import { wrapProgram } from './wrap-program.js';
import { readable } from './write/calls/wait-forms.js';
import { write } from './write/passes/write-file.js';
import type { WaitForm } from './write/writer.js';

/** What the plugin needs of Babel: the same in Babel 7 and Babel 8. */
export interface ThreadsApi {
  readonly types: typeof t;
  readonly template: ExpressionTemplate & Template;
  readonly traverse: { readonly cache: { readonly scope: KnownScopes } };
  readonly version?: string;
  assertVersion(range: string): void;
}

/** What a plugin around this one may do in another way. The project's own tests have one that forces a pause at each call. */
export interface Seam {
  /** Every call and every iteration of a loop is assumed to wait, even where the language or the file shows that it does not. */
  readonly assumesWaits: boolean;
  /** How waits are written in a file, of which all facts are known. The form asks for the names that it needs when it is made. */
  makeForm(analysis: Analysis, names: NameGiver): WaitForm;
  /** How functions are lowered, with `target: "frames"`. */
  readonly lowering: FormChoices;
}

export const USUAL: Seam = {
  assumesWaits: false,
  makeForm: () => readable,
  lowering: USUAL_CHOICES,
};

/** What the types of Babel leave out: undefined for a file that is parsed as ever. */
export interface WithParser {
  parserOverride(code: string, parserOpts: object, parse: (code: string, parserOpts: object) => unknown): unknown;
}

/** All is done when the program is entered, so that other plugins see the result and we see the source. */
export function makePlugin(babel: ThreadsApi, given: ThreadsOptions, seam: Seam): PluginObj & WithParser {
  // Next 16 has Babel 7.26 inside.
  babel.assertVersion('^7.26.0 || ^8.0.0');
  const api: ThreadsApi = { ...babel, types: plainTypes(babel.types) };
  const options = readOptions(api.types, given);
  const compiler: Compiler = {
    api,
    seam,
    common: {
      t: api.types,
      version: api.version,
      options,
      replacements: readReplacements(api, options),
      assumesWaits: seam.assumesWaits,
    },
    vocabulary: vocabularyOf(options),
    templates: makeTemplates(api.types, api.template),
  };
  return {
    name: 'babel-plugin-threads',
    parserOverride: (code, parserOpts, parse) =>
      options.script || mayBeProgram(code) ? parse(code, asProgram(code, parserOpts)) : undefined,
    visitor: { Program: { enter: (program, pass) => compile(compiler, program, pass) } },
  };
}

/** What is the same for all files. */
interface Compiler {
  readonly api: ThreadsApi;
  readonly seam: Seam;
  readonly common: Pick<Source, 't' | 'version' | 'options' | 'replacements' | 'assumesWaits'>;
  readonly vocabulary: ReadonlyMap<string, string>;
  readonly templates: ReturnType<typeof makeTemplates>;
}

function compile(compiler: Compiler, program: NodePath<t.Program>, pass: Pass): void {
  const { common } = compiler;
  const { file } = pass;
  const { code } = file;
  // Most files have nothing for the plugin. Of those only the text is looked at, once.
  if (!common.options.script && code !== '' && !mayConcern(code)) return finishUnmarked(program, pass);
  const source: Source = { ...common, file, program, code, refused: [] };
  try {
    compileSource(compiler, source, pass);
  } catch (error) {
    const found = findTooDeep(common.t, error, program.node);
    if (found === undefined) throw error;
    report(source, [makeDiagnostic(source, found, 'error')]);
  }
}

/** The stages, one behind the other. What is noted on the way is for the report. */
function compileSource(compiler: Compiler, source: Source, pass: Pass): void {
  const { seam, templates } = compiler;
  const { program, options } = source;
  const marked = readMarked(compiler, source);
  if (marked === undefined) return finishUnmarked(program, pass);
  const { compilation, marks, hints } = marked;
  const analysis = analyse(compilation, marks);
  noteFunctions(source, describeFile(analysis), findSharedVariables(analysis));
  const saving = options.saves ? readForSaves(analysis) : undefined;
  report(source, [...hints, ...validate(analysis)]);
  const names = makeNames(compilation, analysis.plan.names);
  const written = write(analysis, { form: seam.makeForm(analysis, names), templates, names });
  const lowered =
    options.target === 'frames' ? lower(written, names, { form: seam.lowering, saving: saving?.saving }) : NOT_LOWERED;
  noteLowered(source, lowered.functions);
  report(source, [...findCrowdedPauses(compilation, lowered.functions), ...findUnsaved(compilation, lowered)]);
  finish(written, lowered, saving === undefined ? NOT_SAVED : writeForSaves(written, lowered, { ...saving, names }));
  noteCompiled(source);
  finishProgram(source, pass);
}

/** A file with marks that are understood, and what is said of them. */
interface MarkedFile {
  readonly compilation: Compilation;
  readonly marks: Marks;
  readonly hints: readonly Diagnostic[];
}

/** Undefined for a file in which nothing is to be compiled. What is said of its marks is reported then. */
function readMarked(compiler: Compiler, source: Source): MarkedFile | undefined {
  if (isProgram(source)) wrapProgram(source);
  let known: Compilation | undefined;
  const read = (): Compilation => (known ??= { ...source, ...readNames(compiler, source.program) });
  const marks = mayBeMarked(source) ? readMarks(read()) : undefined;
  const hints = findMarkHints(source, marks, read);
  if (marks) checkCovers(read(), marks);
  // The analysis depends on the marks. If they are wrong, further messages would only mislead.
  if (marks && source.refused.length === 0) return { compilation: read(), marks, hints };
  report(source, hints);
  return undefined;
}

/** The nodes of the file, and what its names mean. */
function readNames(
  { api: { types, traverse }, common: { options }, vocabulary }: Compiler,
  program: NodePath<t.Program>,
): Pick<Compilation, 'paths' | 'vocabulary' | 'runtimeNames' | 'hashes' | 'wordsCalled'> {
  const paths = listPaths(types, program, traverse.cache.scope);
  return {
    paths,
    vocabulary: vocabularyOfFile({ t: types, program }, paths, vocabulary),
    runtimeNames: readRuntimeNames(types, options, paths),
    hashes: new Map(),
    wordsCalled: new Map(),
  };
}
