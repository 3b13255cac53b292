/** When rooms write their snapshots: what they cost is spread, so that none waits for all the others. */
import { type Game, MemoryStore, type RoomOptions, RoomServer, type ServerEvent } from '../src/index.js';
import { dice } from './world.js';

const ROOMS = 60;
const CHECKPOINT_MS = 5000;
const TICK_MS = 25;

/** A process with rooms, whose storage can be away; gives how many snapshots were written in each tick. */
class Busy {
  isAway = false;
  readonly #store = new MemoryStore();
  readonly #server: RoomServer;
  #nowMs = 0;
  #snapshots = 0;

  constructor(options: RoomOptions = { checkpointMs: CHECKPOINT_MS }) {
    const game = (): Game => ({ pulse: () => [], save: () => '', load() {}, whyNot: () => [], hash: () => '' });
    this.#server = new RoomServer({ ...options, endsWhenEmpty: false, process: 'a', game, random: dice(7) });
    for (let n = 0; n < ROOMS; n++) this.#take({ kind: 'create', room: `inn ${n}` });
  }

  #take(event: ServerEvent): void {
    for (const effect of this.#server.take(event, this.#nowMs)) {
      if (effect.to !== 'store' || this.isAway) continue;
      if (effect.call.kind === 'commit' && effect.call.snapshot !== null) this.#snapshots++;
      this.#take({ kind: 'answer', id: effect.id, answer: this.#store.answer(effect.call, this.#nowMs) });
    }
  }

  run(ms: number): number[] {
    return Array.from({ length: ms / TICK_MS }, () => {
      this.#snapshots = 0;
      this.#nowMs += TICK_MS;
      this.#take({ kind: 'tick' });
      return this.#snapshots;
    });
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

test('rooms that were made together write their snapshots apart from each other, about each five seconds', () => {
  const busy = new Busy();
  const written = busy.run(10 * CHECKPOINT_MS);
  expect(Math.max(...written)).toBeLessThan(ROOMS / 6);
  expect(sum(written) / ROOMS).toBeGreaterThanOrEqual(9);
  expect(sum(written) / ROOMS).toBeLessThan(12);
});

test('so they do again soon after the storage was away for all', () => {
  const busy = new Busy();
  busy.run(CHECKPOINT_MS);
  busy.isAway = true;
  busy.run(3 * CHECKPOINT_MS);
  busy.isAway = false;
  busy.run(2 * CHECKPOINT_MS);
  const written = busy.run(3 * CHECKPOINT_MS);
  expect(sum(written)).toBeGreaterThan(2 * ROOMS);
  expect(Math.max(...written)).toBeLessThan(ROOMS / 6);
});

test('each ten seconds, if nothing else is set; each five where a crash loses what came since', () => {
  const written = [{}, { log: false }].map((options) => sum(new Busy(options).run(50_000)) / ROOMS);
  expect(written.map(Math.round)).toEqual([5, 10]);
});
