import type { PluginObj, types as t } from '@babel/core';
import { analyse } from './analyse.js';
import { asFastTypes, type Compilation } from './compilation.js';
import { makeEmitter } from './emit.js';
import { findMisspeltMarks } from './hints.js';
import { importRuntime } from './import.js';
import { keepMarks, readMarks, settleMarks } from './marks.js';
import { readOptions, type ThreadsOptions } from './options.js';
import { replaceNames } from './replace-names.js';
import { readReplacements, type Template, vocabularyOf, vocabularyOfFile } from './replacements.js';
import { report } from './report.js';
import { rewrite } from './rewrite.js';
import { leaveProgram } from './scopes.js';
import { wrap } from './wrap.js';

export type { FrameWait, ThreadsOptions } from './options.js';
export type { Diagnostic } from './plan.js';
export type { SpindleMetadata } from './report.js';

/** What the plugin needs of Babel: the same in Babel 7 and Babel 8. */
export interface ThreadsApi {
  readonly types: typeof t;
  readonly template: Template;
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
  const types = asFastTypes(api.types);
  return {
    name: 'babel-plugin-threads',
    visitor: {
      Program: {
        enter(program, { file, key }) {
          const compilation: Compilation = {
            t: types,
            options,
            vocabulary: vocabularyOfFile(types, program, vocabulary),
            replacements,
            file,
            program,
            code: file.code,
          };
          const marks = readMarks(compilation);
          const hints = findMisspeltMarks(compilation, marks);
          if (!marks) return report(compilation, hints);
          const plan = analyse(compilation, marks);
          report(compilation, [...hints, ...plan.diagnostics]);
          keepMarks(compilation, marks);
          replaceNames(compilation, plan);
          const emitter = makeEmitter(compilation, plan);
          const made = rewrite(compilation, plan, emitter);
          wrap(compilation, marks, plan, emitter, made);
          importRuntime(compilation, marks, plan, emitter);
          settleMarks(marks);
          leaveProgram(program, { file, key, version: api.version });
        },
      },
    },
  };
}
