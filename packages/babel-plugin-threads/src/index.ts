import type { NodePath, PluginObj, types as t } from '@babel/core';
import { analyse } from './analyse/analyse.js';
import type { Compilation } from './context/compilation.js';
import { checkCovers } from './marks/covers.js';
import { makeEmitter } from './write/emit.js';
import { findMisspeltMarks } from './validate/misspelt-marks.js';
import { importRuntime } from './write/import.js';
import { keepMarks, settleMarks } from './write/marks.js';
import { readMarks } from './marks/marks.js';
import { mayBeMarked } from './marks/may-be-marked.js';
import { readOptions, type ThreadsOptions } from './options.js';
import { type KnownScopes, listPaths } from './babel/path.js';
import { replaceNames } from './write/replace-names.js';
import { readReplacements, type Template } from './context/replacements.js';
import { vocabularyOf, vocabularyOfFile } from './context/vocabulary-of-file.js';
import { noteCompiled, report } from './report.js';
import { rewrite } from './write/rewrite.js';
import { readRuntimeNames } from './context/runtime-names.js';
import { leaveProgram, leaveUnmarked } from './babel/scopes.js';
import { validate } from './validate/validate.js';
import { wrap } from './write/wrap.js';

export { mayConcern } from './validate/misspelt-marks.js';
export { WAITING_WORDS } from './vocabulary.js';
export type { FrameWait, ThreadsOptions } from './options.js';
export type { Diagnostic } from './plan.js';
export type { SpindleMetadata } from './report.js';

/** What the plugin needs of Babel: the same in Babel 7 and Babel 8. */
export interface ThreadsApi {
  readonly types: typeof t;
  readonly template: Template;
  readonly traverse: { readonly cache: { readonly scope: KnownScopes } };
  readonly version: string;
  assertVersion(range: string): void;
}

/**
 * Compiles functions marked `// @compile` into cooperative threads.
 *
 * All is done when the program is entered, so that other plugins see the result and we see the source.
 */
export default function threads(api: ThreadsApi, given: ThreadsOptions = {}): PluginObj {
  api.assertVersion('^7.22.0 || ^8.0.0');
  const options = readOptions(given);
  const replacements = readReplacements(api, options);
  const vocabulary = vocabularyOf(options);
  return {
    name: 'babel-plugin-threads',
    visitor: {
      Program: {
        enter(program, { file, key }) {
          const source = { t: api.types, options, replacements, file, program, code: file.code, refused: [] };
          const pass = { file, key, version: api.version };
          let known: Compilation | undefined;
          const read = (): Compilation => (known ??= { ...source, ...readNames(program) });
          if (!mayBeMarked(source)) {
            report(source, findMisspeltMarks(source, undefined, read));
            return leaveUnmarked(program, pass);
          }
          const compilation = read();
          const marks = readMarks(compilation);
          const hints = findMisspeltMarks(source, marks, read);
          if (!marks) return report(source, hints);
          checkCovers(compilation, marks);
          // What is known of code rests on its marks: where they are wrong, the rest would only mislead.
          if (source.refused.length > 0) return report(source, hints);
          const analysis = analyse(compilation, marks);
          report(source, [...hints, ...validate(analysis)]);
          const { plan } = analysis;
          keepMarks(compilation, marks);
          replaceNames(compilation, plan);
          const emitter = makeEmitter(compilation, plan);
          const made = rewrite(compilation, plan, emitter);
          wrap(compilation, marks, plan, emitter, made);
          importRuntime(compilation, marks, plan, emitter);
          settleMarks(compilation, marks);
          noteCompiled(compilation);
          leaveProgram(program, pass);
        },
      },
    },
  };
  /** What stands where in the file, and what its names mean. */
  function readNames(program: NodePath<t.Program>): Pick<Compilation, 'paths' | 'vocabulary' | 'runtimeNames'> {
    const paths = listPaths(api.types, program, api.traverse.cache.scope);
    return {
      paths,
      vocabulary: vocabularyOfFile({ t: api.types, program }, paths, vocabulary),
      runtimeNames: readRuntimeNames(api.types, options, paths),
    };
  }
}
