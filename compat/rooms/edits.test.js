/** SIGTERM after scripts were edited by hand: each room goes on in the new text, or says why not and waits for a process with the old one. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { NAMES } from './edits/names.js';
import { KINDS } from './edits/kinds.js';
import { STATEMENTS } from './edits/statements.js';
import { WAITS } from './edits/waits.js';
import { Fleet, until } from './fleet.js';
import { findRedis } from './redis-server.js';

const MOST_MS = 120_000;
const CASES = Object.entries({ ...STATEMENTS, ...NAMES, ...WAITS, ...KINDS });
const STEPS = Array.from({ length: 8 }, () => 'step');
const wordsOf = (text = '') => text.split(' ').filter((word) => word !== '');
const wholeOf = (text) =>
  text.includes('function play') ? text : `export function play(given, hero, bell) { ${text} }`;

/** The script of a case with its edits; each has to be there. */
function edited(name, { script, edits }) {
  return edits.reduce((text, [from, to]) => {
    assert.ok(text.includes(from), `${name}: ${from}`);
    return text.replace(from, () => to);
  }, script);
}

/** The kit of processes that play these scripts. */
function kitOf(fleet, name, scripts) {
  const scene = path.join(fleet.redis.folder, `${name}.json`);
  writeFileSync(scene, JSON.stringify(scripts));
  return { kit: './edits/game.js', scene, isRecorded: false };
}

/** All do their inputs; gives when each has heard the last one. */
async function play(rooms, inputsOf) {
  for (const room of rooms) for (const name of inputsOf(room)) room.player.input(name);
  const isOver = ({ player }) => player.bodies.length > 0 && player.connection.unacknowledged === 0;
  const marks = rooms.map(({ player }) => player.bodies.filter(isMark).length + 1);
  await until(
    () => rooms.every((room, at) => isOver(room) && room.player.bodies.filter(isMark).length === marks[at]),
    MOST_MS,
    'all have answered',
  );
}

/** Some at a time. */
async function inTurn(rooms, does) {
  const left = rooms.slice();
  const next = async () => {
    for (let room = left.shift(); room !== undefined; room = left.shift()) await does(room);
  };
  await Promise.all(Array.from({ length: 4 }, next));
}

const isMark = (body) => body === '<>' || body.startsWith('?');

/** What a room has said, and what its load has told. */
function heardFrom({ player: { bodies } }) {
  const told = bodies.find((body) => body.startsWith('?'));
  const says = bodies.filter((body) => !body.startsWith('?')).slice(0, -1);
  return { says: says.join(' '), told: JSON.parse(told.slice(2)) };
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
  const fleet = new Fleet(findRedis());
  t.after(async () => {
    if (!fleet.hasPassed) await fleet.tell(CASES[0][0]).catch(console.error);
    await fleet.close();
  });
  await fleet.redis.start();
  const scriptsOf = (textOf) =>
    Object.fromEntries(CASES.map(([name, one]) => [name, { text: wholeOf(textOf(name, one)), load: one.load }]));
  const old = kitOf(
    fleet,
    'old',
    scriptsOf((_, { script }) => script),
  );
  const from = await fleet.start(old);
  // Nobody makes rooms in a Redis that may have lost some.
  await sleep(2500);
  const rooms = CASES.map(([name, one]) => ({ name, case: one, player: fleet.join(name, name) }));
  const to = await fleet.start(kitOf(fleet, 'new', scriptsOf(edited)));
  await play(rooms, ({ case: { inputs } }) => ['begin', ...wordsOf(inputs), 'here']);

  const staying = rooms.filter(({ case: { stays } }) => stays !== undefined);
  await inTurn(staying, async (room) => (room.why = await fleet.move(room.name, from, to)));
  assert.deepEqual(
    staying.map(({ name }) => fleet.ownerOf(name)).filter((owner) => owner !== from),
    [],
  );
  assert.equal(await fleet.stop(from), 0);
  // Who has the new text takes what it can, also what came too late on a busy machine; then who has the old one takes the rest.
  const hasTried = (name) =>
    fleet.reports.some(({ kind, room, from: by }) => by === to && room === name && /^(?:here|unloaded)$/.test(kind));
  await until(() => from.waiting.every(hasTried), MOST_MS, 'who has the new text has tried all');
  await fleet.start(old);
  await play(rooms, ({ case: { then } }) => [...wordsOf(then), ...STEPS, 'told']);
  await play(rooms, () => [...STEPS, 'here']);
  for (const room of rooms) {
    room.heard = heardFrom(room);
    room.isInNew = fleet.ownerOf(room.name) === to;
  }
  assert.deepEqual(
    rooms.map(faultOf).filter((fault) => fault !== null),
    [],
  );
  fleet.hasPassed = true;
  console.log(
    `${rooms.filter(({ isInNew }) => isInNew).length} of them go on in the new text, ${fleet.reported('moved').length} without waiting`,
  );
});
