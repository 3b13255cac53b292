import { readdirSync } from 'node:fs';
import path from 'node:path';
import { playScene, readScene, type Scene } from './play-scene.js';

const ids = readdirSync(path.join(import.meta.dirname, '..'))
  .filter((name) => name.endsWith('.js'))
  .map((name) => path.basename(name, '.js'));
const KEYS = ['Space', 'KeyA', 'ArrowUp', 'KeyB', 'ArrowLeft', 'Enter', 'KeyC', 'ArrowRight', 'ArrowDown'];

/** Presses all keys, and taps all over the scene: the same each time. */
function act({ press, hold, release, tap }: Scene, frame: number): void {
  const at = <T>(list: readonly T[]): T => list[(frame / 10) % list.length] as T;
  if (frame % 10 !== 0) return;
  if (frame % 30 === 0) tap((frame * 7) % 16, (frame * 3) % 9);
  else if (frame % 20 === 0) press(at(KEYS));
  else {
    for (const key of KEYS) release(key);
    hold(at(KEYS));
  }
}

/** In each frame: where all stand, what each thread waits for, and what has been logged. */
function traceOf(id: string, target: 'generators' | 'frames'): { trace: string[]; errors: unknown[] } {
  const scene = playScene(readScene(id), { target });
  expect(/\.waits\(/.test(scene.code)).toBe(target === 'frames');
  const { scheduler } = scene.globals;
  const trace = Array.from({ length: 420 }, (_, frame) => {
    act(scene, frame);
    scene.frames(1);
    // The text of a thousand threads is long.
    const waits = scheduler.threads.length < 100 || frame % 60 === 0 ? scheduler.dump() : scheduler.threads.length;
    return `${frame} ${String(scene.picture())}\n${waits}`;
  });
  return { trace: [...trace, ...scene.lines], errors: scene.errors };
}

test.each(ids)('%s plays the same with both targets', (id) => {
  const frames = traceOf(id, 'frames');
  expect(frames).toEqual(traceOf(id, 'generators'));
  expect(frames.errors).toEqual([]);
});
