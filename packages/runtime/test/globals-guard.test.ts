import { readFileSync } from 'node:fs';
import vm from 'node:vm';
import { transformSync } from '@babel/core';
import plugin from '../../babel-plugin-threads/src/index.js';
import { INSTANT_VOCABULARY, VOCABULARY } from '../../babel-plugin-threads/src/vocabulary.js';
import * as abi from '../src/abi.js';
import { NotInThreadError, Scheduler, wait } from '../src/index.js';
import * as runtime from '../src/index.js';

type Word = () => unknown;
const globals = globalThis as unknown as Record<string, Word | undefined>;
const before = new Set(Object.getOwnPropertyNames(globalThis));
const race: Word = () => 'a race of the page';
globals['race'] = race;
await import('../src/globals-guard.js');
const guarded = Object.getOwnPropertyNames(globalThis).filter((name) => !before.has(name) && name !== 'race');
afterAll(() => [...guarded, 'race'].forEach((name) => Reflect.deleteProperty(globalThis, name)));

/** What a word throws when plain code calls it. */
function codeOf(word: string): string | undefined {
  try {
    (runtime as unknown as Record<string, Word>)[word]?.();
  } catch (error) {
    return (error as { code?: string }).code;
  }
  return undefined;
}

test('the guard knows the words that wait or need a thread, those with which scripts begin, and no other', () => {
  const begins = new Set(['clock', 'Executor', 'start', 'signal', 'random', 'asExecutor']);
  const needed = [...VOCABULARY].filter(
    (word) => begins.has(word) || !INSTANT_VOCABULARY.has(word) || codeOf(word) === 'SPN504',
  );
  expect([...guarded, 'race'].sort()).toEqual(needed.sort());
});

test('a script that was not compiled is told so, and why that may be', () => {
  const script = 'function opening() { wait(100); } opening();';
  // oxlint-disable-next-line eslint/no-eval -- global code, as a script of a page is
  expect(() => (0, eval)(script)).toThrow(
    '`wait` is a word of scripts, and this file was not compiled. Usual causes: the plugin of Spindle did not run on this file (is it in the configuration of your bundler?); ' +
      'nothing in it has a // @compile mark; another tool stripped the mark before the plugin saw it (the directive "use compile" survives).',
  );
  const values = ['clock', 'Executor'];
  for (const word of guarded) if (!values.includes(word)) expect(globals[word]).toThrow(NotInThreadError);
  // oxlint-disable-next-line eslint/no-eval -- as above
  expect(() => (0, eval)('class Guard extends Executor {} new Guard();')).toThrow('`Executor` is a word of scripts');
  // oxlint-disable-next-line eslint/no-eval -- as above
  expect(() => (0, eval)('clock.now')).toThrow('`clock` is a word of scripts');
  expect(typeof globals['clock']).toBe('object');
});

test('the guard speaks where the pause of a call was lost before, as the file was not compiled', () => {
  const errors: unknown[] = [];
  const scheduler = new Scheduler({ onError: (error) => void errors.push(error) });
  const walk = abi.$thread(function* () {
    yield wait(10);
  }, 'walk(0)');
  // As a marked file that a tool has left out: the call of `walk` gives a pause, which nobody passes on.
  const opening = (): void => {
    walk();
    globals['waitFor']!();
  };
  scheduler.enter(() => runtime.start(opening));
  scheduler.pulse(16);
  expect(errors).toEqual([expect.objectContaining({ code: 'SPN532' })]);
  expect(scheduler.threads).toEqual([]);
});

test('a script that was compiled has its words, whatever the guard is', () => {
  const source = '// @compile\nfunction opening() { wait(10); return "open"; }\nopening();';
  const options = { runtime: { global: '$rt' } };
  const { code } = transformSync(source, {
    configFile: false,
    babelrc: false,
    sourceType: 'script',
    plugins: [[plugin, options]],
  }) as { code: string };
  const scheduler = new Scheduler();
  const thread = scheduler.enter(() =>
    // oxlint-disable-next-line typescript/no-implied-eval -- what the plugin gave
    new Function('$rt', code.replace(/^opening\(\);$/m, 'return opening();'))({ ...runtime, ...abi }),
  ) as runtime.Scheduler['threads'][0];
  scheduler.pulse(10);
  expect(thread.result).toBe('open');
});

test('a global of that name is left alone, and a page may define its own later', () => {
  expect(globals['race']).toBe(race);
  const page = vm.createContext({});
  for (const word of guarded)
    Object.defineProperty(page, word, Object.getOwnPropertyDescriptor(globalThis, word) as PropertyDescriptor);
  const own =
    'let tracks = "own"; var listen = "own"; function attach() { return "own"; } [tracks, listen, attach()].join()';
  expect(vm.runInContext(own, page)).toBe('own,own,own');
  expect(Object.keys(globalThis)).not.toContain('wait');
});

test('it is kept by bundlers, which drop every other file that nothing is imported from', () => {
  const { sideEffects } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    sideEffects: string[];
  };
  const files = ['./globals-guard.js', './dist/globals-guard.js', './dist/production/globals-guard.js'];
  expect(sideEffects).toEqual(expect.arrayContaining([...files, './src/globals-guard.ts']));
});

test('a word that was imported says where it was called', () => {
  expect(() => wait(5)).toThrow('`wait` was called outside any thread. Usual causes: ');
});
