/** Real processes with scripts that were edited: rooms in the middle of their scene go on in the new text, or stay where the old one is. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { printQuantiles } from './bounds.js';
import { until } from './fleet.js';
import { begin, checkBeats, clap, gapsSince, takenFrom } from './play.js';
import { SCENE } from './scene.js';

const source = readFileSync(SCENE, 'utf8');

/** The scene with other lines; each has to be there. */
function edited(fleet, name, ...edits) {
  let text = source;
  for (const [from, to] of edits) {
    assert.ok(text.includes(from), from);
    text = text.replace(from, to);
  }
  const file = path.join(fleet.redis.folder, `${name}.js`);
  writeFileSync(file, text);
  return file;
}

const says = (fleet, words) => fleet.players.every(({ bodies }) => bodies.some((body) => body.includes(words)));

describe('a deploy', () => {
  test('a line and a wait more, another text: out and back while six play', async (t) => {
    const fleet = await begin(t);
    const end = clap(fleet);
    const scene = edited(
      fleet,
      'new',
      ['`end of round ${round}`', '`round ${round} is over`'],
      ['    wait(60);', "    wait(60);\n    this.room.send(null, 'a pause');\n    wait(40);"],
    );
    const gaps = [];
    for (const [text, words] of [
      [scene, 'is over'],
      [SCENE, 'end of round'],
    ]) {
      const atMs = performance.now();
      for (const old of fleet.members.filter(({ isRunning }) => isRunning)) {
        await fleet.start({ scene: text });
        await sleep(700);
        assert.equal(await fleet.stop(old), 0);
        assert.deepEqual(old.waiting, []);
      }
      await until(() => fleet.ownerOf('inn')?.isRunning, 10_000, 'all have followed');
      for (const player of fleet.players) player.bodies.length = 0;
      await until(() => says(fleet, words), 20_000, `the scene says "${words}"`);
      gaps.push(...gapsSince(fleet, atMs));
    }
    await end();
    checkBeats(fleet);
    assert.deepEqual(takenFrom(fleet), []);
    console.log(`four moves into another text: added gap ${printQuantiles(gaps)} ms`);
  });

  test('the statement that waits is gone: the room stays where it is, and says why', async (t) => {
    const fleet = await begin(t, { processes: 1 });
    const end = clap(fleet);
    const [old] = fleet.members;
    const scene = edited(fleet, 'gone', [
      '  for (let beat = 1; ; beat++) {\n    wait(50);\n    room.send(null, `beat ${beat}`);\n  }',
      '  room.send(null, "no drum");',
    ]);
    const next = await fleet.start({ scene });
    await sleep(700);
    const atMs = performance.now();
    const why = await fleet.move('inn', old, next);
    console.log(`it stays: ${why}`);
    assert.match(why, /drum/);
    assert.match(why, /wait\(50\)/);
    await sleep(1000);
    assert.equal(fleet.ownerOf('inn'), old);
    const gaps = gapsSince(fleet, atMs);
    // Who has the old text takes it.
    await fleet.start();
    await sleep(700);
    assert.equal(await fleet.stop(old), 0);
    await until(() => fleet.ownerOf('inn') === fleet.members[2], 20_000, 'who has the old text takes it');
    await end();
    checkBeats(fleet);
    assert.deepEqual(takenFrom(fleet), []);
    console.log(`added gap of the move that was refused ${printQuantiles(gaps)} ms`);
  });
});
