/** The end in the game: sends what happens, does what the view asks for. */
import type { Scheduler } from '@spindle/runtime';
import { noteSomeStacks } from '@spindle/runtime/stacks';
import { type Game, runCommand } from './commands.js';
import { type Control, controlOf, hasBreakpoints } from './control.js';
import { inspect, type Inspector } from './inspect.js';
import type { ServeOptions } from './serve-options.js';
import { checkFields, told } from './shapes.js';
import { Timeline } from './timeline.js';
import { listenTo, readLine, Sender, VERSION, type Wire } from './lines.js';

/**
 * Lets a view at the other end of a wire look at a scheduler, and control it. Returns what ends it, with all that the view has
 * asked for: its breakpoints, and a pause.
 *
 * ```js
 * serve(scheduler, new WebSocket('ws://localhost:9230'));
 * ```
 * @throws {TypeError} if the wire has neither `postMessage` nor `send`.
 */
export function serve(scheduler: Scheduler, wire: Wire, options: ServeOptions = {}): () => void {
  const sender = new Sender(wire);
  const game = new Served(scheduler, options, sender);
  const hello = (): void => sender.say({ spindle: VERSION, type: 'hello', frame: scheduler.clock.frame });
  let isKnown = false;
  const take = (text: string): void => {
    // What is undefined is no part of the line that is sent.
    let re: unknown;
    try {
      const value = readLine(text);
      if ('re' in value) checkFields('A line', value, ['re']);
      ({ re } = value);
      if (isKnown) {
        if (value['type'] === 'hello') return;
        return sender.say({ type: 'answer', re, value: runCommand(game, value) ?? null });
      }
      checkFirst(value);
      isKnown = true;
      game.begin();
      // The view may not have been there when this end spoke first.
      hello();
    } catch (error) {
      sender.say({ type: 'error', re, message: (error as Error).message });
    }
  };
  const leave = listenTo(wire, take);
  hello();
  return () => {
    leave();
    game.end();
    sender.close();
  };
}

/** A stack takes some microseconds. A hundred in a frame are noted for a view of lanes, and all for other views and for breakpoints. */
const ALL = { waits: Infinity, loops: Infinity };

/** What a view has asked for. */
class Served implements Game {
  readonly scheduler: Scheduler;
  readonly options: ServeOptions;
  readonly breakpoints: Map<string, () => void> = new Map();
  endRun: () => void = () => {};
  readonly #sender: Sender;
  readonly #inspector: Inspector;
  #notes: ReturnType<typeof noteSomeStacks> | null = null;
  #control: Control | null = null;
  #timeline: Timeline | null = null;
  #deaf: (() => void) | null = null;
  #unwatch: (() => void) | null = null;

  constructor(scheduler: Scheduler, options: ServeOptions, sender: Sender) {
    this.scheduler = scheduler;
    this.options = options;
    this.#sender = sender;
    this.#inspector = inspect(scheduler, { ...options, lines: false });
  }

  /** A view is there. */
  begin(): void {
    if (this.options.lines === true) this.#notes = noteSomeStacks(ALL);
  }

  control(): Control {
    const { scheduler, options } = this;
    if (this.#control === null) {
      this.#control = controlOf(scheduler, options);
      this.#deaf = this.#control.onPause((at) =>
        this.#sender.say({ type: 'paused', frame: scheduler.clock.frame, at }),
      );
    }
    return this.#control;
  }

  timeline(): Timeline {
    return (this.#timeline ??= new Timeline(this.scheduler, this.options, () =>
      this.#notes?.nextFrame({ waits: hasBreakpoints(this.scheduler) ? Infinity : 100 }),
    ));
  }

  endTimeline(): void {
    this.#timeline?.stop();
    this.#timeline = null;
    this.#notes?.nextFrame(ALL);
  }

  goTo(frame: number): void {
    this.control().pause();
    // What is run again on the way is known.
    this.#timeline?.stop();
    this.options.past?.goTo(frame);
  }

  watch(on: boolean): void {
    this.#unwatch?.();
    this.#unwatch = on
      ? this.#inspector.subscribe((event) => this.#sender.say({ type: 'event', ...event.toJSON() }))
      : null;
  }

  end(): void {
    this.#inspector.stop();
    this.endTimeline();
    this.#notes?.stop();
    this.breakpoints.forEach((remove) => remove());
    this.endRun();
    this.#deaf?.();
    // Not `stop`: the game may have breakpoints of its own.
    this.#control?.slowMotion(1);
    this.#control?.resume();
  }
}

/** The first line of a view is `{"spindle":1}`. Until it has come, nothing is done. */
function checkFirst({ spindle }: Readonly<Record<string, unknown>>): void {
  if (spindle === VERSION) return;
  throw new TypeError(
    spindle === undefined
      ? `The first line has to be {"spindle":${VERSION}}.`
      : `This end speaks version ${VERSION} of the protocol, and the other one ${told(spindle)}.`,
  );
}
