/** SIGTERM after scripts were edited by hand: each room goes on in the new text, or says why not and waits for a process with the old one. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { deploy, play, startFleet } from './edits/deploy.js';
import { HEAD } from './edits/game.js';
import { FUNCTIONS } from './edits/functions.js';
import { KINDS } from './edits/kinds.js';
import { NAMES } from './edits/names.js';
import { REFUSED } from './edits/refused.js';
import { NOT_IN_ROOMS, ROWS } from './edits/rows.js';
import { STATEMENTS } from './edits/statements.js';
import { WAITS } from './edits/waits.js';

const CASES = Object.entries({ ...STATEMENTS, ...NAMES, ...WAITS, ...KINDS, ...FUNCTIONS, ...REFUSED });
const [TOGETHER, ALONE] = [false, true].map((wanted) => CASES.filter(([, { isAlone = false }]) => isAlone === wanted));
const STEPS = Array.from({ length: 8 }, () => 'step');
const wordsOf = (text = '') => text.split(' ').filter((word) => word !== '');
const wholeOf = (text) =>
  HEAD + (text.includes('function play') ? text : `export function play(given, hero, bell) { ${text} }`);

const scriptOf = ({ load, isAlone }, text, options) => ({ text: wholeOf(text), options, load, isAlone });

/** The script of a case with its edits; each has to be there. */
function edited(name, { script, edits }) {
  return edits.reduce((text, [from, to]) => {
    assert.ok(text.includes(from), `${name}: ${from}`);
    return text.replace(from, () => to);
  }, script);
}

/** What a room has said, and what its load has told. */
function heardFrom({ player: { bodies } }) {
  const told = bodies.find((body) => body.startsWith('?'));
  const says = bodies.filter((body) => body !== told).slice(0, -1);
  return { says: says.join(' '), told: JSON.parse(told.slice(2))[0] };
}

/** What is wrong with a room; null: nothing. One that cannot be saved goes by its log: then it plays the new text from its last snapshot on. */
function faultOf({ name, case: { says, byLog, told = [], stays }, why, heard, isInNew }) {
  const isWhy = stays === undefined ? why === undefined : stays.test(why);
  const isTold = heard.told.length === told.length && told.every((one, at) => one.test(heard.told[at]));
  const goesOn = stays === undefined || byLog !== undefined;
  if (heard.says === (byLog ?? says) && isWhy && isTold && isInNew === goesOn) return null;
  return { name, wanted: byLog ?? says, ...heard, why, isInNew };
}

test('each row of what can be saved, and of what is refused, has a script', () => {
  const page = readFileSync(path.join(import.meta.dirname, '../../docs/saves.md'), 'utf8');
  const [, can, cannot] = page.split(/^## (?:What|When) .*$/m);
  const rows = Array.from(`${can}${cannot}`.matchAll(/^\| (?!what |--)(.*?) \|/gm), ([, what]) => what);
  const begins = [...ROWS.map(([begin]) => begin), ...NOT_IN_ROOMS];
  assert.deepEqual(
    rows.filter((row) => begins.every((begin) => !row.startsWith(begin))),
    [],
  );
  assert.deepEqual(
    begins.filter((begin) => rows.filter((row) => row.startsWith(begin)).length !== 1),
    [],
  );
  const names = CASES.map(([name]) => name);
  assert.deepEqual(
    ROWS.filter(([, name]) => !names.includes(name)),
    [],
  );
});

for (const [what, cases] of [[`${TOGETHER.length} scripts`, TOGETHER], ...ALONE.map((one) => [one[0], [one]])])
  test(`a deploy of edits by hand: ${what}`, async (t) => {
    const fleet = await startFleet(t, cases[0][0]);
    const rooms = cases.map(([name, one]) => ({
      name,
      case: one,
      old: scriptOf(one, one.script),
      new: scriptOf(one, edited(name, one), one.options),
      inputs: ['begin', ...wordsOf(one.inputs), 'here'],
      isMoved: one.stays !== undefined,
    }));
    await deploy(fleet, './edits/game.js', rooms);
    await play(rooms, ({ case: { then } }) => [...wordsOf(then), ...STEPS, 'told']);
    await play(rooms, () => [...STEPS, 'here']);
    for (const room of rooms) room.heard = heardFrom(room);
    assert.deepEqual(
      rooms.map(faultOf).filter((fault) => fault !== null),
      [],
    );
    fleet.hasPassed = true;
    const isNew = rooms.filter(({ isInNew }) => isInNew);
    console.log(`${isNew.length} go on in the new text, ${fleet.reported('moved').length} without waiting`);
  });
