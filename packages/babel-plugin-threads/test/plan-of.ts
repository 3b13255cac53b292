import * as babel from '@babel/core';
import { analyse } from '../src/analyse/analyse.js';
import type { Analysis } from '../src/analyse/facts/facts.js';
import { listPaths } from '../src/babel/path.js';
import { vocabularyOf } from '../src/context/free-words.js';
import { readRuntimeNames } from '../src/context/runtime-names.js';
import { readMarks } from '../src/marks/marks.js';
import { readOptions } from '../src/options.js';
import type { FunctionPlan } from '../src/plan.js';
import type { ThreadsOptions } from '../src/public.js';

type PlanOptions = ThreadsOptions & { typescript?: boolean };

/** The functions that the analysis finds. */
export const planOf = (source: string, options: PlanOptions = {}): FunctionPlan[] => [
  ...analysisOf(source, options).plan.functions.values(),
];

/** What the analysis finds, and a check that it leaves the file alone. */
export function analysisOf(source: string, { typescript = false, ...given }: PlanOptions = {}): Analysis {
  let analysis: Analysis | undefined;
  const plugin = ({ types: t }: { types: typeof babel.types }): babel.PluginObj => ({
    visitor: {
      Program(program, { file }) {
        const before = JSON.stringify(program.node);
        const options = readOptions(babel.types, given);
        const paths = listPaths(t, program, babel.traverse.cache.scope);
        const runtimeNames = readRuntimeNames(t, options, paths);
        const words = {
          vocabulary: vocabularyOf(options),
          replacements: new Map(),
          runtimeNames,
          hashes: new Map(),
          wordsCalled: new Map(),
        };
        const compilation = {
          t,
          version: babel.version,
          options,
          ...words,
          file,
          program,
          paths,
          code: source,
          assumesWaits: false,
          refused: [],
        };
        const marks = readMarks(compilation)!;
        analysis = analyse(compilation, marks);
        expect(JSON.stringify(program.node)).toBe(before);
      },
    },
  });
  babel.transformSync(source, {
    babelrc: false,
    configFile: false,
    sourceType: 'module',
    parserOpts: { plugins: typescript ? ['typescript'] : [] },
    plugins: [plugin],
  });
  return analysis!;
}
