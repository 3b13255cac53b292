/** Random programs, saved and loaded in place after each pulse: what they do is the same as without that. */
import fc from 'fast-check';
import { SaveError, saves, type Saves } from '../../src/saves.js';
import { $made, $saves, savedFiles } from '../../src/saves/registry.js';
import { Thread } from '../../src/threads/thread.js';
import { compiledDepth, compiledRuns, isNightly, seed } from './amount.js';
import type { Build } from './build.js';
import { asFrames } from './compiled.js';
import { maxFrames } from './compare.js';
import { Player } from './drive.js';
import { type Program, programs } from './program.js';

const counts = { saved: 0, refused: new Map<string, number>() };

/** Each function that the program makes can be found by its record. */
const identity = (): object => ({});
const marked = (fn: unknown): unknown => (typeof fn === 'function' ? $made(fn, identity, []) : fn);

function withMarks($: Record<string, any>): Record<string, any> {
  const { $thread } = $;
  const forms = Object.fromEntries(Object.entries($thread).map(([name, form]) => [name, markResult(form)]));
  const thread = Object.assign(markResult($thread) as object, forms);
  return { ...$, $thread: thread, thread };
}

const markResult =
  (form: any): unknown =>
  (...args: unknown[]) =>
    marked(form(...args));

const build: Build = {
  name: 'saved',
  load: (program) => ($, p) => asFrames.load(program)(withMarks($ as Record<string, any>), p),
};

/** Whatever is not of the runtime keeps its identity. */
const ids = new WeakMap<object, number>();
const byId = new Map<number, object>();
const idOf = (object: object): number | undefined => {
  const known = ids.get(object);
  if (known !== undefined) return known;
  ids.set(object, byId.size);
  byId.set(byId.size, object);
  return byId.size - 1;
};

class SavedPlayer extends Player {
  readonly #saves: Saves;

  constructor(program: Program) {
    super(program, null, { build });
    this.#saves = saves(this.scheduler, {
      objects: { idOf, find: (id: number) => byId.get(id) },
      clocks: { song: this.clocks[3]! },
    });
  }

  override async pulse(): Promise<void> {
    await super.pulse();
    (savedFiles() as Map<string, unknown>).clear();
    const threads = this.scheduler.threads.concat(this.slots.filter((one) => one instanceof Thread));
    const constants = [
      ...threads.map((one) => [`t${one.id}`, one] as const),
      ['slow', this.clocks[1]],
      ['below', this.clocks[2]],
    ] as const;
    $saves('model', { variables: Object.fromEntries(constants.map(([name, value]) => [name, [() => value]])) });
    let text: string;
    try {
      text = this.#saves.save();
    } catch (error) {
      if (!(error instanceof SaveError)) throw error;
      const { code } = error.refusals[0]!;
      counts.refused.set(code, (counts.refused.get(code) ?? 0) + 1);
      return;
    }
    // Timers without a thread, and Promises of plain code, are in no save.
    const [, , , , , leftOut] = JSON.parse(text.split('\n')[1]!) as unknown[][];
    if (leftOut!.length > 0) return void counts.refused.set('left out', (counts.refused.get('left out') ?? 0) + 1);
    const before = [this.snapshot(), this.scheduler.dump(), text];
    this.#saves.load(text);
    const after = [this.snapshot(), this.scheduler.dump(), this.#saves.save()];
    if (after.join('\n') !== before.join('\n'))
      throw new Error(`saved:\n${before.join('\n')}\nloaded:\n${after.join('\n')}`);
    counts.saved++;
  }
}

test(
  'random programs go on the same when they are saved and loaded after each pulse',
  async () => {
    const property = fc.asyncProperty(programs(compiledDepth), async (program) => {
      const player = new Player(program, null, { build });
      await player.run(maxFrames);
      const saved = new SavedPlayer(program);
      await saved.run(maxFrames);
      expect(saved.lines).toEqual(player.lines);
    });
    const { counterexample, errorInstance } = await fc.check(property, {
      numRuns: Number(process.env['SAVED_RUNS'] ?? Math.ceil(compiledRuns / 5)),
      seed,
    });
    if (process.env['SAVED_REPORT'])
      process.stdout.write(`${counts.saved} saves, refused: ${JSON.stringify([...counts.refused])}\n`);
    expect(counterexample === null ? null : String((errorInstance as Error).stack)).toBeNull();
  },
  isNightly ? 3_600_000 : 120_000,
);
