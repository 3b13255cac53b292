/** Programs that the plugin compiles from their source, for both targets. */
import * as babel from '@babel/core';
import fc from 'fast-check';
import threads, { type ThreadsOptions } from '../../../babel-plugin-threads/src/index.js';
import { type Build, onceForEach } from './build.js';
import { emit } from './emit.js';
import { source } from './forms.js';
import { compiledCount, type Program } from './program.js';

type Target = 'generators' | 'frames';

/** Of a number that says it for all functions: a bit for each, the last one for the scripts that stand in plain code. */
const allFrames = 2 ** (compiledCount + 1) - 1;

/** Each function is compiled for the target that its bit says: 1 for frames. */
function mixed(bits: number): Build {
  const targetOf = (unit: number): Target => ((bits >> unit) & 1 ? 'frames' : 'generators');
  return onceForEach(`frames of ${bits.toString(2)}`, (program) => {
    // Two files, and from each what it has.
    const files = (['frames', 'generators'] as const).map((target) => {
      const has = (unit: number): boolean => targetOf(unit) === target;
      return `(() => {${compile(program, target, has)}})()`;
    });
    return `const [one, other] = [${files.join(', ')}];
return { functions: one.functions.map((fn, n) => fn ?? other.functions[n]), roots: { ...one.roots, ...other.roots } };`;
  });
}

export const asFrames: Build = mixed(allFrames);
/** As frames, or mixed. */
export const builds: fc.Arbitrary<Build> = fc.oneof(fc.constant(asFrames), fc.nat(allFrames).map(mixed));

const plain =
  'after and asked begin got gave joins keeper labelOf later listens log odd passes queue spawn started throws tries woke';

const optionsOf = (target: Target): ThreadsOptions => ({
  target,
  runtime: { global: '$' },
  plain: [...plain.split(' ').map((name) => `p.${name}`), '$.outside'],
  diagnostics: 'off',
});
/** Babel makes a plugin for each object of options. */
const optionsByTarget = { frames: optionsOf('frames'), generators: optionsOf('generators') };

const settings: babel.TransformOptions = {
  babelrc: false,
  configFile: false,
  browserslistConfigFile: false,
  highlightCode: false,
  compact: true,
  parserOpts: { allowReturnOutsideFunction: true, sourceType: 'script', strictMode: true },
};

function compile(program: Program, target: Target, has: (unit: number) => boolean): string {
  return compileText(emit(program, source, has), optionsByTarget[target]);
}

const optionsForSaves: ThreadsOptions = { ...optionsByTarget.frames, saves: true };

/** As frames that can be saved. */
export const compileForSaves = (program: Program): string =>
  compileText(
    emit(program, source, () => true),
    optionsForSaves,
  );

const compileText = (text: string, options: ThreadsOptions): string =>
  babel.transformSync(text, { ...settings, filename: 'model.js', plugins: [[threads, options]] })!.code!;
