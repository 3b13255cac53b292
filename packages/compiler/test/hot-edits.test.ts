/** Functions are edited between waiting and not waiting, while threads run that call them. */
import fc from 'fast-check';
import * as runtime from '@spindle/runtime';
import { verify } from '@spindle/runtime/testing';
import { cancelAll, type Exports, hotModule, pulse, type Target } from './hot-module.js';
import { everWaits, type Program, programs, sourceOf, valuesOf, VERSIONS } from './hot-programs.js';

/** One seed here, so that a change is judged by itself; the nightly run takes a new one each time. */
const numRuns = Number(process.env['HOT_RUNS'] ?? 4);
const seed = Number(process.env['HOT_SEED'] ?? 20261128);

const { warn } = console;
beforeAll(() => void (console.warn = () => {}));
afterAll(() => void (console.warn = warn));

afterEach(cancelAll);

/** A value that a script, or the host as it calls one, has seen. */
interface Seen {
  readonly how: string;
  readonly index: number;
  readonly argument: number;
  readonly value: unknown;
}

/** A game in which a module is edited. */
class Game {
  readonly seen: Seen[] = [];
  /** The functions that have begun, each with its version: `2@1`. */
  readonly entered: string[] = [];
  readonly #handlers: { readonly index: number; readonly handler: (n: number) => unknown }[] = [];
  readonly #world: { hero?: object } = {};
  readonly #modules: Exports[] = [];
  /** What calls from outside gave: a value, or a thread that has it later. */
  readonly #rung: Seen[] = [];
  readonly #module;

  constructor(target: Target) {
    const console = { debug: (text: string) => void this.entered.push(text) };
    this.#module = hotModule({ target, saves: false, globals: { console, world: this.#world } });
  }

  get isReloaded(): boolean {
    return this.#module.invalid.length > 0;
  }

  edit(source: string): void {
    const exports = this.#module.load(source);
    this.#modules.push(exports);
    this.#world.hero ??= new exports['Hero']() as object;
    this.entered.length = 0;
  }

  /** Starts what the versions export, and rings whom they have put on. */
  call(): void {
    const log = (how: string, index: number, argument: number, value: unknown): void =>
      void this.seen.push({ how, index, argument, value });
    const bell = {
      on: (index: number, handler: (n: number) => unknown) => void this.#handlers.push({ index, handler }),
    };
    for (const exports of this.#modules) {
      exports['run'](log, bell);
      for (const [name, one] of Object.entries(exports))
        if (/^f\d$/.test(name)) this.#rung.push({ how: 'export', index: Number(name[1]), argument: 7, value: one(7) });
    }
    for (const { index, handler } of this.#handlers)
      this.#rung.push({ how: 'handler', index, argument: 7, value: handler(7) });
  }

  /** What calls gave that are over. */
  results(): Seen[] {
    return this.#rung.flatMap((one) => {
      const { status, result } = Object(one.value) as Partial<runtime.Thread>;
      if (status === undefined) return one;
      return status === 'done' ? { ...one, value: result } : [];
    });
  }
}

/** With frames: but for what questions ask, and for what a native calls that gives a Promise. */
const isAllAwaited = ({ hasQuestions, members }: Program): boolean =>
  !hasQuestions && !members.some(({ mayGivePromise }) => mayGivePromise);

/** What is wrong in a run; empty if nothing is. */
function play(program: Program, target: Target): string {
  const game = new Game(target);
  for (let at = 0; at < VERSIONS && !game.isReloaded; at++) {
    game.edit(sourceOf(program, at));
    if (game.isReloaded) break;
    game.call();
    for (let i = 0; i < program.pulses[at]! && !game.isReloaded; i++) pulse(1);
    const outdated = game.isReloaded ? undefined : game.entered.find((one) => !one.endsWith(`@${at}`));
    if (outdated !== undefined) return `${outdated} was called in version ${at}`;
  }
  for (let i = 0; i < 50 && !game.isReloaded; i++) pulse(1);
  if (game.isReloaded && target === 'frames' && isAllAwaited(program))
    return 'the page was reloaded, though all calls are waited for';
  verify(runtime.scheduler);
  const rightOf = valuesOf(program);
  const wrong = [...game.seen, ...game.results()].find((one) => !isRight(program, one, rightOf));
  return wrong === undefined
    ? ''
    : `${wrong.how} ${wrong.index}(${wrong.argument}) gave ${String(wrong.value)}, not ${rightOf(wrong.index, wrong.argument)}`;
}

function isRight(
  program: Program,
  { how, index, argument, value }: Seen,
  rightOf: ReturnType<typeof valuesOf>,
): boolean {
  if (value === rightOf(index, argument)) return true;
  // Where nothing may pause, a call that waits is an error.
  const mayRefuse = ['getter', 'field', 'reviver'].includes(how);
  return mayRefuse && value instanceof runtime.CannotPauseError && everWaits(program, index);
}

test.each(['generators', 'frames'] as const)(
  'scripts see right values whatever is edited to wait, or not to, with the target %s',
  (target) => {
    fc.assert(
      fc.property(programs, (program) => {
        try {
          expect(play(program, target)).toBe('');
        } finally {
          cancelAll();
        }
      }),
      { numRuns, seed },
    );
  },
);
