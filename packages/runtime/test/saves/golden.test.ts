/**
 * Saves of each version lie in `golden/`, with the script that they are of and what is told after each of them. They go on the same for ever. Those of
 * the present version are written anew by `npm run jest -- --update saves/golden`; those of a version that was released never change.
 */
import { EventEmitter } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { compile, Game } from './game.js';

const folder = new URL('golden/', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, folder), 'utf8');

const { version } = JSON.parse(read('../../../package.json')) as { version: string };

/** A game of a version; `bell` is an object that it keeps. */
function gameOf(of: string): { game: Game; bell: EventEmitter } {
  const bell = Object.assign(new EventEmitter(), { id: 'bell' });
  const objects = { idOf: (object: { id?: string }) => object.id, find: () => bell };
  return { game: new Game(compile(read(`${of}/game.js`)), { objects }), bell };
}

/** What is told from now on. The bell is rung a pulse later. */
function goOn({ game, bell }: ReturnType<typeof gameOf>): string {
  const before = game.lines.length;
  game.pulse();
  bell.emit('rung', 2);
  return `${game.finish().slice(before).join('\n')}\n`;
}

if (process.env.UPDATE_FIXTURES === '1' && !process.env.CI) {
  // The stacks of errors are in a save, and would have the folders of whoever writes it.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  for (const pulses of [1, 3, 6, 9]) {
    const begun = gameOf(version);
    const { play } = begun.game.module;
    play(begun.bell);
    writeFileSync(new URL(`${version}/${pulses}.save`, folder), begun.game.pulse(pulses).saves.save());
    writeFileSync(new URL(`${version}/${pulses}.txt`, folder), goOn(begun));
  }
  Error.stackTraceLimit = stackTraceLimit;
}

const saved = readdirSync(folder).flatMap((of) =>
  readdirSync(new URL(of, folder)).flatMap((name) =>
    name.endsWith('.save') ? [[of, name.slice(0, -5)] as const] : [],
  ),
);

test('this version has saves', () => {
  expect(saved.filter(([of]) => of === version)).toHaveLength(4);
});

test.each(saved)('a save of %s after %s pulses goes on the same', (of, pulses) => {
  const loaded = gameOf(of);
  const { mapped, restarted, dropped } = loaded.game.saves.load(read(`${of}/${pulses}.save`));
  expect({ mapped, restarted, dropped }).toEqual({ mapped: [], restarted: [], dropped: [] });
  expect(goOn(loaded)).toBe(read(`${of}/${pulses}.txt`));
});
