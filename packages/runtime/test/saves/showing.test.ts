/** What scripts show is shown again after a load, as long as it was to be seen when it was saved. */
import { shown } from '../../src/saves.js';
import { compile, Game } from './game.js';

const source = `// @compile the whole file
  import { shown } from '@spindle/runtime/saves';
  let caption = '';
  export const clear = () => { caption = ''; log('cleared'); };
  export const show = (words) => { caption = words; log('shows ' + words); };
  export const look = () => caption;
  function talk(words) {
    const it = shown(() => show(words));
    wait(20);
    show('');
    it.end();
  }
  export function play() {
    const lamp = shown(() => log('lamp'));
    for (const words of ['one', 'two']) talk(words);
    wait(20);
    lamp.end();
    wait(20);
    start(() => { shown(() => log('beside')); wait(20); });
    wait(50);
  }`;

const start = compile(source);

/** What is shown by a load of a save that was made after so many pulses. */
function shownAfter(pulses: number): { lines: readonly string[]; end: readonly string[]; whole: readonly string[] } {
  const first = new Game(start);
  const { play } = first.module;
  play();
  first.pulse(pulses);
  const text = first.saves.save();
  const { length } = first.lines;
  const whole = first.finish().slice(length);
  const second = new Game(start);
  second.saves.load(text);
  const lines = second.lines.splice(0);
  expect(second.saves.save()).toBe(text);
  return { lines, end: second.finish(), whole };
}

test.each([
  [0, ['0 lamp', '0 shows one']],
  [1, ['1 lamp', '1 shows one']],
  [2, ['2 lamp', '2 shows two']],
  [4, ['4 lamp']],
  [5, ['5 lamp']],
  [6, []],
  [8, ['8 beside']],
  [10, []],
])('saved after %d pulses', (pulses, wanted) => {
  const { lines, end, whole } = shownAfter(pulses);
  expect(lines).toEqual(wanted);
  expect(end).toEqual(whole);
});

test('a page is cleared before it is shown, and an error of one keeps no other from it', () => {
  const text = `// @compile the whole file
    import { shown } from '@spindle/runtime/saves';
    export function play() { shown(() => { if (globalThis.isWrong) throw new Error('no page'); }); shown(() => log('second')); wait(20); }`;
  const page = globalThis as { isWrong?: boolean };
  const game = new Game(compile(text), { onLoad: () => game.lines.push('cleared') });
  const { play } = game.module;
  play();
  const saved = game.saves.save();
  game.lines.length = 0;
  page.isWrong = true;
  game.saves.load(saved);
  delete page.isWrong;
  expect(game.lines).toEqual(['cleared', '0 second']);
  expect(() => game.pulse()).toThrow('no page');
});

test('it is a word of scripts', () => {
  expect(() => shown(() => undefined)).toThrow('shown');
  const game = new Game(
    compile(`// @compile the whole file
      import { shown } from '@spindle/runtime/saves';
      export function play() { try { shown('caption'); } catch (error) { log(error.message); } wait(10); }`),
  );
  const { play } = game.module;
  play();
  expect(game.finish()).toEqual(['0 shown expected a function, got "caption" (string).']);
});
