/** What happens to a file, stage by stage. */
import type { BabelFile, NodePath, PluginObj, types as t } from '@babel/core';
import { analyse } from './analyse/analyse.js';
import type { Analysis } from './analyse/facts/facts.js';
import { type KnownScopes, listPaths } from './babel/path.js';
import { finishProgram, finishUnmarked } from './babel/scopes.js';
import { makeTemplates, type Template } from './babel/templates.js';
import { plainTypes } from './babel/types.js';
import type { Compilation, Source } from './context/compilation.js';
import { type ExpressionTemplate, readReplacements } from './context/replacements.js';
import { readRuntimeNames } from './context/runtime-names.js';
import { makeDiagnostic } from './context/diagnostic.js';
import { makeNames, type NameGiver } from './context/unique-names.js';
import { vocabularyOf, vocabularyOfFile } from './context/free-words.js';
import { checkCovers } from './marks/coverage.js';
import { readMarks } from './marks/marks.js';
import { asProgram, isProgram, mayBeProgram } from './marks/program-mark.js';
import { mayBeMarked } from './marks/text-search.js';
import { readOptions } from './options.js';
import type { ThreadsOptions } from './public.js';
import { describeFile } from './report/describe-file.js';
import { finish } from './finish/finish.js';
import { findCrowdedPauses } from './lower/crowded-pauses.js';
import { lower, NOT_LOWERED } from './lower/lower.js';
import { type FormChoices, USUAL_CHOICES } from './lower/read/form-choices.js';
import { noteCompiled, noteFunctions, noteLowered, report } from './report/report.js';
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
  babel.assertVersion('^7.28.0 || ^8.0.0');
  const api: ThreadsApi = { ...babel, types: plainTypes(babel.types) };
  const options = readOptions(api.types, given);
  const compiler = {
    api,
    options,
    seam,
    replacements: readReplacements(api, options),
    vocabulary: vocabularyOf(options),
    templates: makeTemplates(api.types, api.template),
  };
  return {
    name: 'babel-plugin-threads',
    parserOverride: (code, parserOpts, parse) =>
      options.script || mayBeProgram(code) ? parse(code, asProgram(code, parserOpts)) : undefined,
    visitor: { Program: { enter: (program, { file, key }) => compile(compiler, program, { file, key }) } },
  };
}

/** What is the same for all files. */
interface Compiler extends Pick<Source, 'options' | 'replacements'> {
  readonly api: ThreadsApi;
  readonly seam: Seam;
  readonly vocabulary: ReadonlyMap<string, string>;
  readonly templates: ReturnType<typeof makeTemplates>;
}

function compile(
  compiler: Compiler,
  program: NodePath<t.Program>,
  { file, key }: { readonly file: BabelFile; readonly key: unknown },
): void {
  const { api, options, replacements, seam } = compiler;
  const pass = { file, key };
  // Most files have nothing for the plugin. Of those only the text is looked at, once.
  if (!options.script && file.code !== '' && !mayConcern(file.code)) return finishUnmarked(program, pass);
  const source: Source = {
    t: api.types,
    options,
    replacements,
    assumesWaits: seam.assumesWaits,
    file,
    program,
    code: file.code,
    refused: [],
  };
  try {
    compileSource(compiler, source, pass);
  } catch (error) {
    const found = findTooDeep(api.types, error, program.node);
    if (found === undefined) throw error;
    report(source, [makeDiagnostic(source, found, 'error')]);
  }
}

function compileSource(compiler: Compiler, source: Source, pass: Parameters<typeof finishProgram>[1]): void {
  const { options, seam, templates } = compiler;
  const { program } = source;
  if (isProgram(source)) wrapProgram(source);
  let known: Compilation | undefined;
  const read = (): Compilation => (known ??= { ...source, ...readNames(compiler, program) });
  if (!mayBeMarked(source)) {
    report(source, findMarkHints(source, undefined, read));
    return finishUnmarked(program, pass);
  }
  const compilation = read();
  const marks = readMarks(compilation);
  const hints = findMarkHints(source, marks, read);
  if (!marks) return report(source, hints);
  checkCovers(compilation, marks);
  // The analysis depends on the marks. If they are wrong, further messages would only mislead.
  if (source.refused.length > 0) return report(source, hints);
  const analysis = analyse(compilation, marks);
  const diagnostics = [...hints, ...validate(analysis)];
  const names = makeNames(compilation, analysis.plan.names);
  noteFunctions(compilation, describeFile(analysis));
  report(source, diagnostics);
  const written = write(analysis, { form: seam.makeForm(analysis, names), templates, names });
  const lowered = options.target === 'frames' ? lower(written, names, seam.lowering) : NOT_LOWERED;
  noteLowered(compilation, lowered.functions);
  report(source, findCrowdedPauses(compilation, lowered.functions));
  finish(written, lowered);
  noteCompiled(compilation);
  finishProgram(program, pass);
}

/** The nodes of the file, and what its names mean. */
function readNames(
  { api, options, vocabulary }: Compiler,
  program: NodePath<t.Program>,
): Pick<Compilation, 'paths' | 'vocabulary' | 'runtimeNames' | 'wordsCalled'> {
  const paths = listPaths(api.types, program, api.traverse.cache.scope);
  return {
    paths,
    vocabulary: vocabularyOfFile({ t: api.types, program }, paths, vocabulary),
    runtimeNames: readRuntimeNames(api.types, options, paths),
    wordsCalled: new Map(),
  };
}
