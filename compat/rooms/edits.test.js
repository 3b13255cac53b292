/** SIGTERM after scripts were edited by hand: each room goes on in the new text, or says why not and waits for a process with the old one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deploy, play, startFleet } from './edits/deploy.js';
import { HEAD } from './edits/game.js';
import { KINDS } from './edits/kinds.js';
import { NAMES } from './edits/names.js';
import { STATEMENTS } from './edits/statements.js';
import { WAITS } from './edits/waits.js';

const CASES = Object.entries({ ...STATEMENTS, ...NAMES, ...WAITS, ...KINDS });
const STEPS = Array.from({ length: 8 }, () => 'step');
const wordsOf = (text = '') => text.split(' ').filter((word) => word !== '');
const wholeOf = (text) =>
  HEAD + (text.includes('function play') ? text : `export function play(given, hero, bell) { ${text} }`);

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

test(`SIGTERM, as the scripts of ${CASES.length} rooms were edited by hand`, async (t) => {
  const fleet = await startFleet(t, CASES[0][0]);
  const rooms = CASES.map(([name, one]) => ({
    name,
    case: one,
    old: { text: wholeOf(one.script), load: one.load },
    new: { text: wholeOf(edited(name, one)), load: one.load },
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
  console.log(
    `${rooms.filter(({ isInNew }) => isInNew).length} of them go on in the new text, ${fleet.reported('moved').length} without waiting`,
  );
});
