import { readFileSync } from 'node:fs';
import * as abi from '../src/abi.js';
import * as runtime from '../src/index.js';
import { layers } from '../src/execution/layers.js';
import * as people from '../src/public.js';

const names = (module: object): string[] => Object.keys(module).sort();
const all = names(abi).filter((name) => name.startsWith('$') && name !== '$thread');
// What steps of frame objects call: those have an object of their own, which no other app ships.
const ofSteps = all.filter((name) => name.slice(1) in abi.frames);
/** Natives in that form, the rules of marks, and what saves need: their names are the same on the object of `runtime.global`. */
const ofTheSameName = [
  '$again',
  '$cursorOver',
  '$forEach',
  '$interrupt',
  '$loading',
  '$made',
  '$private',
  '$map',
  '$pausing',
  '$pausingMethod',
  '$saves',
];
const forms = all.filter((name) => !ofSteps.includes(name) && !ofTheSameName.includes(name));

/** Forms whose member of `$thread` has another name. */
const members: Readonly<Record<string, string>> = {
  $detached: 'apart',
  $privateMethod: 'of',
  $propertyKey: 'key',
  $takeNewTarget: 'newTarget',
  $sync: 'place',
  $atOnce: 'now',
  $valueNow: 'target',
};

test.each(forms)('%s is also a member of `$thread`, for `runtime.global`', (form) => {
  const { $thread } = runtime as unknown as { $thread: Record<string, unknown> };
  expect($thread[members[form] ?? form.slice(1)]).toBe((abi as Record<string, unknown>)[form]);
});

test.each(ofSteps)('%s is also a member of `frames`, for `runtime.global`', (name) => {
  const frames = abi.frames as unknown as Record<string, unknown>;
  expect(frames[name.slice(1)]).toBe((abi as Record<string, unknown>)[name]);
});

test('the first entry has what people use, and `$thread` with its forms', () => {
  expect(names(runtime)).toEqual([...names(people), '$thread', 'thread'].sort());
});

test('the types of the first entry are of what people use', () => {
  const { exports } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    exports: Record<string, { types: string }>;
  };
  expect(exports['.']?.types).toBe('./dist/public.d.ts');
  const words = new Set(['clock', 'waitUntil']);
  expect(names(abi).filter((name) => name in people && !words.has(name))).toEqual([]);
});

test('a function that is wrapped by the one is wrapped by the other', () => {
  const body = function* (): Generator {};
  expect(runtime.$thread(body, 'walk(1)').name).toBe('walk');
  expect(abi.$thread(body, 'walk(1)').length).toBe(1);
});

test('the entry of a function is what is called, with the one as with the other', () => {
  const entry = (): void => {};
  const wrapWith = (wrap: typeof abi.$thread): unknown =>
    wrap(
      () => undefined,
      'walk(0) frames bare 1:1:a',
      undefined,
      () => entry,
    );
  expect([runtime.$thread, abi.$thread].map(wrapWith)).toEqual([entry, entry]);
});

describe('code of an earlier version, which does not bring the rules of its marks, is told to be compiled again', () => {
  function* walk(): Generator {}
  const compile = (mark: string): unknown => abi.$thread(walk, `Guard.walk(0) ${mark} 1:1:abcd`);

  test.each(['restart', 'drop', 'latest'])('@%s', (mark) => {
    expect(() => compile(mark)).toThrow(/compile the file again, got "Guard\.walk"/);
    abi.$again('');
    expect(() => compile(mark)).not.toThrow();
    layers.again = null;
  });

  test('@interrupt', () => {
    expect(() => compile('interrupt')).toThrow(/compile the file again/);
    abi.$interrupt('');
    expect(() => compile('interrupt')).not.toThrow();
    layers.interruptions = null;
  });
});
