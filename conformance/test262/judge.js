/** Runs one file of test262 plain and compiled, and compares the runs. */
import { firstDifference, sameInAnotherOrder } from './compare.js';
import { isPass, runCase } from './run-case.js';
import { dress, shapeOf, variantsOf } from './shapes.js';

/**
 * Gives one result for each variant and mode:
 * `same`, `waits` (the runs differ only because a call returned a Promise, for which the thread waits), `different` (a fault of ours), `refused` (the plugin
 * reports an error), `crashed`, or the reason why the case does not count: `failsPlain` (the test fails in this version of Node), `failsWrapped` (it fails
 * only inside a function, as it needs global code), `negative` (the test expects a syntax error, and Babel's parser reports one), `unparsed` (Babel's
 * parser refuses valid code), `babel` (Babel without our plugin changes it or fails), `unsteady` (two plain runs differ, for example as it logs the time),
 * `unplanted` (it has no place for the planted bug).
 */
export async function judge(test, { modes, compile, makeRealm, died }) {
  const results = [];
  for (const { isStrict } of variantsOf(test)) {
    const plainRuns = new Map();
    for (const mode of modes) {
      const shape = shapeOf(mode);
      if (!plainRuns.has(shape)) plainRuns.set(shape, await runPlain(shape, isStrict));
      results.push({ mode, isStrict, ...(await judgeMode(mode, isStrict, plainRuns.get(shape))) });
    }
  }
  return results;

  async function runPlain(shape, isStrict) {
    const text = dress(test, { shape, isStrict, isMarked: false });
    if (text === undefined) return undefined;
    return runCase(makeRealm(test, { runtime: 'none' }), test, text);
  }

  async function judgeMode(mode, isStrict, plain) {
    if (plain === undefined || !isPass(plain, test)) return { outcome: await whyNotPlain(mode, isStrict) };
    if (died !== undefined) return { outcome: 'crashed', detail: died };
    const shape = shapeOf(mode);
    const isModule = test.flags.has('module');
    const text = dress(test, { shape, isStrict, isMarked: true });
    const compiled = compile(text, { isModule, mode });
    if (compiled.unparsed !== undefined) return { outcome: test.negative ? 'negative' : 'unparsed' };
    if (compiled.refused !== undefined) return { outcome: 'refused', code: compiled.refused };
    if (compiled.crashed !== undefined) {
      const isBabels = compileUnmarked(test, { compile, mode, isStrict }).crashed !== undefined;
      return isBabels ? { outcome: 'babel' } : { outcome: 'crashed', detail: compiled.crashed };
    }
    if (compiled.isPlanted === false) return { outcome: 'unplanted' };
    if (test.negative?.phase === 'parse' && shape !== 'bare' && isUnparsedBare(test, { compile, isStrict }))
      return { outcome: 'failsWrapped' };
    const run = await runCase(makeRealm(test, { runtime: 'real' }), test, compiled.code);
    const detail = firstDifference(plain, run);
    const { forms } = compiled;
    const facts = { waited: run.waitedForPromise, pulses: run.pulses, assertions: run.log.length, forms };
    if (detail === undefined) return { outcome: 'same', ...facts };
    const without = await runCase(makeRealm(test, { runtime: 'noPromises' }), test, compiled.code);
    if (firstDifference(plain, without) === undefined)
      return { outcome: 'waits', detail, isReordered: sameInAnotherOrder(plain, run), ...facts };
    if (firstDifference(plain, await runPlain(shape, isStrict)) !== undefined) return { outcome: 'unsteady' };
    const unmarked = compileUnmarked(test, { compile, mode, isStrict });
    const byBabel = await runCase(makeRealm(test, { runtime: 'none' }), test, unmarked.code);
    if (firstDifference(plain, byBabel) !== undefined) return { outcome: 'babel' };
    return { outcome: 'different', detail, ...facts };
  }

  async function whyNotPlain(mode, isStrict) {
    if (shapeOf(mode) === 'bare') return 'failsPlain';
    return isPass(await runPlain('bare', isStrict), test) ? 'failsWrapped' : 'failsPlain';
  }
}

/** A declaration with `using`, for example, is wrong in global code only. That Node refuses it in a function as well is another error. */
function isUnparsedBare(test, { compile, isStrict }) {
  return compileUnmarked(test, { compile, mode: 'functions', isStrict }).unparsed !== undefined;
}

function compileUnmarked(test, { compile, mode, isStrict }) {
  const text = dress(test, { shape: shapeOf(mode), isStrict, isMarked: false });
  return compile(text, { isModule: test.flags.has('module'), mode: 'babel' });
}
