/** As `edits.test.js`, with random scripts and random edits: each room goes on as the generator of edits says, or is refused and stays in the old text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { deploy, isAnswer, play, startFleet } from './edits/deploy.js';
import { until } from './fleet.js';
import { buildGenerator } from './edits/generator.js';
import { loadRandom } from './edits/random-game.js';

const { ROOM_EDITS = '60', ROOM_SEED = '20281129' } = process.env;
const EDITS = Number(ROOM_EDITS);
/** So many rooms at a time. */
const MOST_ROOMS = 100;
const END = ['finish', 'here'];

test(`${EDITS} random edits of scripts that rooms play, seed ${ROOM_SEED}`, async (t) => {
  const { Deploy } = await buildGenerator();
  const generator = new Deploy(Number(ROOM_SEED));
  const { count } = generator;
  const fleet = await startFleet(t, 'room-0');
  while (count.edits < EDITS) {
    const size = Math.min(MOST_ROOMS, EDITS - count.edits);
    const rooms = await roomsOf(
      Array.from({ length: size }, () => generator.script()),
      count.edits,
    );
    await deploy(fleet, './edits/random-game.js', rooms);
    await play(rooms, () => ['told']);
    await play(rooms, () => END);
    for (const room of rooms) judge(fleet, room);
    for (const { player } of rooms) player.leave();
    // Else the next processes take these rooms, for which they have no scripts.
    await until(() => rooms.every(({ player }) => player.code !== null), 60_000, 'all have left');
    await sleep(500);
    for (const member of fleet.members.filter(({ isRunning }) => isRunning)) await fleet.kill(member);
  }
  assert.equal(count.wrong.slice(0, 5).join('\n\n======\n\n'), '');
  assert.ok(count.same > EDITS / 4 && count.told > EDITS / 20 && count.refused > EDITS / 20);
  fleet.hasPassed = true;
  console.log(
    `${count.same} go on and nothing is told, ${count.told} go on and are told of, ${count.refused} are refused`,
  );
});

/** With what each would say if it never moved. */
async function roomsOf(scripts, first) {
  const names = scripts.map((_, at) => `room-${first + at}`);
  const texts = Object.fromEntries(scripts.map(({ source }, at) => [names[at], { text: source }]));
  const gameOf = await loadRandom(texts);
  return scripts.map((script, at) => {
    const name = names[at];
    const alone = playAlone(() => gameOf(name), script.steps);
    const text = script.edit(readAnswer(alone.before.at(-1)).positions);
    return { ...alone, name, script, file: `script-${at}.js`, old: texts[name], new: { text }, isMoved: at % 2 === 0 };
  });
}

/** It is asked where its script waits, if that is not over by then. */
function playAlone(begin, most) {
  for (let steps = most; ; steps = Math.floor(steps / 2)) {
    const game = begin();
    const playing = (inputs) => inputs.flatMap((name) => game.pulse([{ kind: 'input', name }]).map(({ body }) => body));
    const inputs = ['begin', ...Array.from({ length: steps }, () => 'step'), 'told'];
    const before = playing(inputs);
    if (steps === 0 || readAnswer(before.at(-1)).positions.length > 0) return { inputs, before, after: playing(END) };
  }
}

function readAnswer(body) {
  const [told, positions] = JSON.parse(body.slice(2));
  return { told, positions };
}

function judge(fleet, { name, script, file, player: { bodies }, before, after, why, isInNew }) {
  const [first, second] = bodies.flatMap((body, at) => (isAnswer(body) ? [at] : []));
  const said = bodies.slice(second + 1);
  const { told, positions } = readAnswer(bodies[second]);
  const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  if (!isSame(bodies.slice(0, first + 1), before)) return script.tell(`Before the deploy it says ${bodies}.`);
  if (isInNew) {
    if (typeof why === 'string') script.tell(`It was refused, and goes on in the new text: ${why}`);
    if (said.some((body) => body.startsWith('uncaught'))) script.tell(`It goes on with ${said}.`);
    return script.judgeMapped(
      positions,
      told.map((line) => line.replaceAll(file, 'game.js')),
    );
  }
  const reason = why ?? fleet.reports.find(({ kind, room }) => kind === 'unloaded' && room === name)?.why;
  if (reason === undefined) script.tell('It stays in the old text, and nobody says why.');
  else script.judgeRefused(reason);
  if (told.length > 0 || !isSame(positions, readAnswer(before.at(-1)).positions) || !isSame(said, after))
    script.tell(`In the old text it goes on with ${said}, and not with ${after}.`);
}
