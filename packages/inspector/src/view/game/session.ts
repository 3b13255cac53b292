/** What connects a view with one game, until it is closed. */
import type { CommandName } from '../../commands.js';
import { connect, type View } from '../../connect.js';
import type { Wire } from '../../lines.js';
import type { ThreadInfo } from '../../snapshot.js';
import type { TimelineQuestion } from '../../timeline.js';
import { isSnapshot, isThread, isTimelineAnswer, type PastFrames } from './answer.js';
import { Model } from './model.js';

/** `connecting`: the other end has not spoken. `gone`: the wire was closed there. */
export type Connection = 'none' | 'connecting' | 'connected' | 'gone';

/** A game that does not answer is asked again after this. */
const PATIENCE_MS = 2000;

export class Session {
  readonly model: Model = new Model();
  connection: Connection = 'none';
  paused = false;
  /** The thread that came to a breakpoint, while it is paused there. */
  at: ThreadInfo | null = null;
  problem = '';
  /** The frames to which the game can go back; null if it has not said so. */
  past: PastFrames | null = null;
  /** Why it has not gone back. */
  refused = '';
  /** Called when the game has come to a breakpoint. */
  onBreak: (at: ThreadInfo) => void = () => {};
  readonly #view: View | null = null;
  readonly #end: () => void;
  readonly #breakpoints = new Map<string, { readonly file: string; readonly line: number }>();
  #askedMs = -PATIENCE_MS;
  #isAsking = false;

  constructor(wire: Wire | null, end: () => void = () => {}) {
    this.#end = end;
    if (wire === null) return;
    this.connection = 'connecting';
    this.#view = connect(wire, {
      connected: () => (this.connection = 'connected'),
      paused: (_frame, at) => {
        this.paused = true;
        this.at = isThread(at) ? at : null;
        if (this.at !== null) this.onBreak(this.at);
      },
      error: (message) => (this.problem = message),
    });
    const closed = (): void => {
      this.connection = 'gone';
      this.paused = false;
    };
    (wire as { addEventListener?(type: string, listener: () => void): void }).addEventListener?.('close', closed);
  }

  get isConnected(): boolean {
    return this.connection === 'connected';
  }

  /** Says what the game does not do, rather than to throw it away. */
  async ask(command: CommandName, given: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
    if (this.#view === null || !this.isConnected) return null;
    try {
      const answer: unknown = await this.#view.ask(command, given);
      this.problem = '';
      return answer;
    } catch (error) {
      this.problem = (error as Error).message;
      return null;
    }
  }

  /** Puts the game back as it was in a frame. It is paused there. */
  async goTo(frame: number, question: TimelineQuestion): Promise<void> {
    if (this.model.at === null) {
      // What has happened up to now is read before it goes back.
      void this.ask('pause');
      await this.refresh(question);
    }
    const [refused, answer] = await Promise.all([
      this.#view?.ask('goTo', { frame }).then(
        () => '',
        (error: Error) => error.message,
      ),
      this.ask('snapshot'),
    ]);
    this.refused = refused ?? '';
    this.paused = true;
    this.at = null;
    if (refused === '' && isSnapshot(answer)) this.model.goTo(answer);
    // What the game had noted for the lanes has ended.
    else if (this.model.at === null) {
      void this.ask('endTimeline');
      void this.refresh({});
    }
  }

  /** From the frame that is shown it will go on: what came behind that is forgotten. True if it had gone back. */
  #cut(): boolean {
    const { at } = this.model;
    if (at === null) return false;
    this.model.cut(at);
    void this.ask('endTimeline');
    return true;
  }

  pauseOrResume(): void {
    const wasBack = this.#cut();
    void this.ask(this.paused ? 'resume' : 'pause');
    // Another timeline begins before the next frame.
    if (wasBack) void this.refresh({});
    this.paused = !this.paused;
    this.at = null;
  }

  step(id: number | null): void {
    if (this.#cut()) void this.refresh({});
    this.at = null;
    void (id === null ? this.ask('step') : this.ask('stepThread', { id }));
  }

  runTo(file: string, line: number): void {
    if (this.#cut()) void this.refresh({});
    this.at = null;
    void this.ask('runTo', { file, line });
  }

  setBreakpoint(file: string, line: number, on: boolean): void {
    const key = `${file}:${line}`;
    if (on) this.#breakpoints.set(key, { file, line });
    else this.#breakpoints.delete(key);
    void this.ask(on ? 'break' : 'unbreak', { file, line });
  }

  /** Asks for what is new. True if it has come, false while an earlier answer is on its way. */
  async refresh(question: TimelineQuestion): Promise<boolean> {
    const ms = performance.now();
    if (!this.isConnected || (this.#isAsking && ms - this.#askedMs < PATIENCE_MS)) return false;
    this.#isAsking = true;
    this.#askedMs = ms;
    const answer = await this.ask('timeline', { ...question });
    this.#isAsking = false;
    if (answer === null) return false;
    if (!isTimelineAnswer(answer)) {
      this.problem = 'The game gave an answer that is no timeline.';
      return false;
    }
    this.paused = answer.paused;
    if (!answer.paused) this.at = null;
    this.past = answer.past ?? null;
    const { at, frame } = this.model;
    if (at === null && answer.frame >= frame) this.model.take(answer);
    else if (at === answer.frame && answer.paused) this.model.addSpans(answer.spans);
    else {
      // The game has gone back by itself, or on from where it had gone back to.
      this.model.cut(Math.min(at ?? frame, answer.frame));
      void this.ask('endTimeline');
    }
    return true;
  }

  /** Takes back what was asked of the game: it runs as before. */
  close(): void {
    const { paused } = this;
    for (const one of this.#breakpoints.values()) void this.ask('unbreak', one);
    void this.ask('endTimeline');
    void this.ask('slowMotion', { factor: 1 });
    // Whoever only looks back changes nothing.
    if (this.model.at !== null && this.past !== null) void this.ask('goTo', { frame: this.past.newest });
    if (paused) void this.ask('resume');
    this.connection = 'none';
    // The lines above are sent before.
    void Promise.resolve().then(() => {
      this.#view?.close();
      this.#end();
    });
  }
}
