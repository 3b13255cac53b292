/** The end in the game: sends what happens, does what the view asks for. */
import type { Scheduler } from '@spindle/runtime';
import { runCommand } from './commands.js';
import { type Control, controlOf } from './control.js';
import type { ExplainOptions } from './explain.js';
import { inspect, type InspectOptions } from './inspect.js';
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
export function serve(scheduler: Scheduler, wire: Wire, options: InspectOptions & ExplainOptions = {}): () => void {
  const sender = new Sender(wire);
  const inspector = inspect(scheduler, options);
  const breakpoints = new Map<string, () => void>();
  let control: Control | null = null;
  let deaf: (() => void) | null = null;
  let unwatch: (() => void) | null = null;
  let isKnown = false;
  const game = {
    scheduler,
    options,
    breakpoints,
    control(): Control {
      if (control === null) {
        control = controlOf(scheduler, options);
        deaf = control.onPause((at) => sender.say({ type: 'paused', frame: scheduler.clock.frame, at }));
      }
      return control;
    },
    watch(on: boolean): void {
      unwatch?.();
      unwatch = on ? inspector.subscribe((event) => sender.say({ type: 'event', ...event.toJSON() })) : null;
    },
  };
  const take = (text: string): void => {
    const line = readLine(text);
    if ('problem' in line) return sender.say({ type: 'error', message: line.problem });
    const { value } = line;
    const re = 're' in value ? { re: value['re'] } : {};
    const problem = isKnown ? null : problemOfFirst(value);
    if (problem !== null) return sender.say({ type: 'error', ...re, message: problem });
    if (!isKnown) {
      isKnown = true;
      return;
    }
    try {
      sender.say({ type: 'answer', ...re, value: runCommand(game, value) ?? null });
    } catch (error) {
      sender.say({ type: 'error', ...re, message: (error as Error).message });
    }
  };
  const leave = listenTo(wire, take);
  sender.say({ spindle: VERSION, type: 'hello', frame: scheduler.clock.frame });
  return () => {
    leave();
    inspector.stop();
    breakpoints.forEach((remove) => remove());
    sender.close();
    deaf?.();
    // Not `stop`: the game may have breakpoints of its own.
    control?.slowMotion(1);
    control?.resume();
  };
}

/** The first line of a view is `{"spindle":1}`. Until it has come, nothing is done. */
function problemOfFirst({ spindle }: Readonly<Record<string, unknown>>): string | null {
  if (spindle === VERSION) return null;
  return spindle === undefined
    ? `The first line has to be {"spindle":${VERSION}}.`
    : `This end speaks version ${VERSION} of the protocol, and the other one ${JSON.stringify(spindle)}.`;
}
