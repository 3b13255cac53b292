/** Plays a program that is compiled for saves, looks back at random frames meanwhile, and in the end goes on from some of them. */
import { type History, history, SaveError } from '../../src/saves.js';
import { verify } from '../../src/testing.js';
import { maxFrames } from './compare.js';
import { settled } from './drive.js';
import type { Program } from './program.js';
import { SavingPlayer } from './saving-player.js';

interface Seen {
  readonly text: string;
  /** Promises that are open then. Once one has settled it stays so, and the program goes on in another way. */
  readonly promises: readonly { readonly settledBy: unknown }[];
}

/** A run of the same numbers each time. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export class LookingBackPlayer extends SavingPlayer {
  /** How often it has looked at a frame, and has gone on from one. */
  looked = 0;
  wentOn = 0;
  readonly faults: string[] = [];
  readonly #past: History;
  readonly #seen = new Map<number, Seen>();
  readonly #draw: (below: number) => number;
  /** Then what plain code notes behind each pulse is its own step, which is called again. */
  readonly #hasStep: boolean;
  #looksBack = true;

  constructor(program: Program, code: string, number: number) {
    super(program, code, 0, undefined, false);
    this.#draw = randomOf(number + 1);
    this.#hasStep = number % 2 === 0;
    this.#past = history(this.saves, {
      everyFrames: 1 + (number % 7),
      state: { mark: () => this.take(), rewind: (put: () => void) => put() },
      ...(this.#hasStep && { behind: () => this.log(this.snapshot()) }),
    });
  }

  /** Without those of the step that is not called again. */
  linesOf(lines: readonly string[] = this.lines): string {
    return (this.#hasStep ? lines : lines.filter((line) => !/^\d+ =/.test(line))).join('\n');
  }

  override async pulse(): Promise<void> {
    this.passTime();
    this.log(this.snapshot());
    const promises = [...this.shared, ...this.open.map(({ promise }) => promise)];
    const open = promises.filter(({ settledBy }) => settledBy === null);
    this.#seen.set(this.scheduler.clock.frame, { text: this.#look(), promises: open });
    await settled();
  }

  /** What it writes down is of the world, which no script has changed. */
  override async playRoots(frame: number): Promise<void> {
    const { length } = this.lines;
    await super.playRoots(frame);
    if (this.lines.length > length) this.#past.changed();
  }

  #look(): string {
    verify(this.scheduler);
    return `${this.linesOf()}\n${this.scheduler.dump()}\n${this.snapshot()}`;
  }

  protected override async endFrame(frame: number): Promise<void> {
    await super.endFrame(frame);
    if (!this.#looksBack || frame === 0) return;
    const before = this.#look();
    if (this.#lookBack()) await settled();
    this.#past.goTo(this.#past.newest);
    if (this.#look() !== before) this.faults.push(`back in frame ${frame}:\n${this.#look()}\nwanted:\n${before}`);
  }

  /** Gives true if it has looked, and may wait there for what Promises bring. */
  #lookBack(): boolean {
    const { oldest, newest } = this.#past;
    for (let times = this.#draw(4); times > 0; times--) {
      const frame = oldest + this.#draw(newest - oldest + 1);
      if (!this.#goTo(frame)) return false;
      if (frame === newest) continue;
      this.#compare(frame);
      const [one, other] = [this.#draw(3), this.#draw(3)];
      try {
        this.#compare(this.#past.back(one));
        this.#compare(this.#past.forward(other));
      } catch (error) {
        this.#refuse(error);
      }
    }
    return this.#past.frame < newest;
  }

  #goTo(frame: number): boolean {
    try {
      this.#past.goTo(frame);
      return true;
    } catch (error) {
      this.#refuse(error);
      return false;
    }
  }

  #refuse(error: unknown): void {
    if (!(error instanceof SaveError)) throw error;
    this.refused.push([...error.refusals]);
  }

  #compare(frame: number): void {
    if (frame === this.#past.newest) return;
    const [got, wanted] = [this.#look(), this.#seen.get(frame)!.text];
    if (got === wanted) this.looked++;
    else this.faults.push(`frame ${frame}, seen from ${this.#past.newest}:\n${got}\nwanted:\n${wanted}`);
  }

  /** Plays it, and then goes on from some of its frames. */
  async playAndGoOn(times: number): Promise<string> {
    await this.run(maxFrames);
    const wanted = this.linesOf();
    this.#looksBack = false;
    for (let n = 0; n < times; n++) {
      const { oldest, newest } = this.#past;
      const frame = oldest + this.#draw(newest - oldest);
      const { promises } = this.#seen.get(frame)!;
      if (frame >= newest || promises.some(({ settledBy }) => settledBy !== null) || !this.#goTo(frame)) continue;
      this.#compare(frame);
      await settled();
      // What plain code did behind that pulse.
      if (!(await this.runFrom(frame))) await this.pulse();
      const got = this.linesOf();
      if (got === wanted) this.wentOn++;
      else this.faults.push(`gone on from frame ${frame}:\n${got}\nwanted:\n${wanted}`);
    }
    return wanted;
  }

  /** From what plain code does behind the pulse of a frame. Gives true if it has made its last pulse. */
  private async runFrom(frame: number): Promise<boolean> {
    await this.settleDue();
    await this.playRoots(frame);
    this.stopAndGo(frame);
    if (!this.isOver(frame)) await this.runFrames(frame + 1, maxFrames);
    return false;
  }
}
