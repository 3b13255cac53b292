import { readFileSync } from 'node:fs';
import { transformSync, type ParserOptions } from '@babel/core';
import threads, { type SpindleReport } from 'babel-plugin-threads';
import { CompileError, transform, type TransformOptions } from '@spindle/compiler';
import { findFixtures, type Fixture } from '../../../fixtures/folders.js';
import { isInOneTest } from '../../../fixtures/lanes.js';

interface Outcome {
  readonly code?: string;
  readonly map?: string;
  readonly report?: SpindleReport | undefined;
  readonly errors?: readonly string[];
}

const fixtures = findFixtures();

/** Every eighth one; all in the nightly run. */
const some = fixtures.filter((_, index) => isInOneTest(index));

test.each(some)('gives what the Babel plugin gives: $sentence', (fixture) => {
  const source = readFileSync(fixture.inputFile, 'utf8');
  expect(byCompiler(source, fixture)).toEqual(byPlugin(source, fixture));
});

test('most fixtures compile', () => {
  expect(fixtures.length).toBeGreaterThan(300);
});

function byCompiler(source: string, { inputFile, options }: Fixture): Outcome {
  const { sourceType } = options.babel as { sourceType?: 'module' | 'script' };
  const given = { ...options.plugin, filename: inputFile, sourceType: sourceType ?? 'module' } as TransformOptions;
  try {
    const result = transform(source, given);
    if (result === null) return { code: source, report: undefined };
    const { code, map, report } = result;
    return { code, ...(map && { map: map.mappings }), report };
  } catch (error) {
    if (error instanceof CompileError) return { errors: error.diagnostics.map(({ message }) => message) };
    return { errors: [(error as Error).message] };
  }
}

/** The plugin alone, with the parser's options of the compiler. */
function byPlugin(source: string, { inputFile, options }: Fixture): Outcome {
  const isTypeScript = /\.tsx?$/.test(inputFile);
  const plugins = [
    ...(options.babel.parserOpts?.plugins ?? []),
    ...(isTypeScript ? ['typescript'] : []),
    ...(isTypeScript && !inputFile.endsWith('x') ? [] : ['jsx']),
  ] as ParserOptions['plugins'];
  try {
    const result = transformSync(source, {
      filename: inputFile,
      babelrc: false,
      configFile: false,
      browserslistConfigFile: false,
      highlightCode: false,
      compact: false,
      sourceMaps: true,
      sourceType: 'module',
      ...options.babel,
      parserOpts: { ...options.babel.parserOpts, plugins: plugins! },
      plugins: [[threads, { ...options.plugin, onDiagnostic: () => {} }]],
    })!;
    const { spindle: report } = result.metadata as unknown as { spindle?: SpindleReport };
    if (!report?.compiled) return { code: source, report };
    return { code: result.code!, map: result.map!.mappings, report };
  } catch (error) {
    const { diagnostics, message } = error as CompileError;
    if (diagnostics) return { errors: diagnostics.map((one) => one.message) };
    return { errors: [message.replace(/^\[BABEL\] .*?: /s, '').replace(/ \(While processing: .*\)$/s, '')] };
  }
}
