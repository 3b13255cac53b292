/** Plays a program that is compiled for saves, marks each frame, and goes back to any of them. */
import { SaveError } from '../../src/saves.js';
import { type Mark, marks, type Marks } from '../../src/saves.js';
import { verify } from '../../src/testing.js';
import { maxFrames } from './compare.js';
import { settled } from './drive.js';
import type { Program } from './program.js';
import { SavingPlayer } from './saving-player.js';

interface Marked {
  readonly frame: number;
  readonly mark: Mark;
  /** Promises that are open then. Once one has settled it stays so, and the program goes on in another way. */
  readonly promises: readonly { readonly settledBy: unknown }[];
}

export class RewindingPlayer extends SavingPlayer {
  readonly marked: Marked[] = [];
  readonly #marks: Marks;
  #marksAll = true;

  constructor(program: Program, code: string) {
    super(program, code, 0, undefined, false);
    const state = { mark: () => this.take(), rewind: (put: () => void) => put() };
    this.#marks = marks(this.saves, { size: maxFrames + 2, state });
  }

  protected override async endFrame(frame: number): Promise<void> {
    await super.endFrame(frame);
    verify(this.scheduler);
    if (!this.#marksAll || this.scheduler.live.size === 0) return;
    const promises = [...this.shared, ...this.open.map(({ promise }) => promise)];
    try {
      const mark = this.#marks.mark();
      this.marked.push({ frame, mark, promises: promises.filter(({ settledBy }) => settledBy === null) });
    } catch (error) {
      if (!(error instanceof SaveError)) throw error;
      this.refused.push([...error.refusals]);
    }
  }

  /** From a mark to the end. Gives the lines; undefined where what is outside cannot go back. */
  async goBackTo({ frame, mark, promises }: Marked): Promise<string[] | undefined> {
    this.#marksAll = false;
    if (promises.some(({ settledBy }) => settledBy !== null)) return undefined;
    this.#marks.rewind(mark);
    verify(this.scheduler);
    await settled();
    if (!this.isOver(frame)) await this.runFrames(frame + 1, maxFrames);
    await this.pulse();
    return this.lines.slice();
  }
}
