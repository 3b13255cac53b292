/** One run of a scene: its scheduler, its stage, its frames. */
import { inspect, serve } from '@spindle/inspector';
import { scheduler, start } from '@spindle/runtime';
import { noteStacks } from '@spindle/runtime/stacks';
import { FILE, type PageMessage, type WorkerOrder } from '../../protocol.js';
import { Outlet } from './outlet.js';
import { Output } from './output.js';
import { evaluate } from './modules.js';
import type { OwnPort } from './own-port.js';
import { Reporter } from './reporter.js';
import { createStage, type Stage } from '../../../stage/index.js';
import { pastOf } from '../../../stage/past.js';
import { locateIn, SourceLines } from './source-lines.js';

export interface Playing {
  readonly stage: Stage;
}

interface Outside {
  /** To the page. */
  readonly port: OwnPort;
  /** To the inspector's view in the page. */
  readonly wire: OwnPort;
  readonly onDrawn: () => void;
}

/** A hidden tab does not make up for lost time. */
const LONGEST_PULSE_MS = 100;

export function play(order: Extract<WorkerOrder, { kind: 'run' }>, { port, wire, onDrawn }: Outside): Playing {
  const { scene, canvas, look } = order;
  const outlet = new Outlet((message) => port.postMessage(message));
  const lines = new SourceLines(scene.lines);
  const output = new Output(outlet, lines);
  output.takeConsole();
  scheduler.onError = (error) => output.error(error);
  noteStacks();
  const stage = createStage({ ...look, canvas, scheduler, log: (...values) => output.write('log', values) });
  const attempt = (action: () => void): void => {
    try {
      action();
    } catch (error) {
      output.error(error);
    }
  };
  // As `spindle run` does: a program, or a script that nobody has called.
  const startMain = (main: unknown): void => {
    if (typeof main === 'function' && scheduler.threads.length === 0) start(main as () => unknown);
  };
  evaluate(scene.js, stage.globals, startMain).catch((error: unknown) => output.error(error));
  const past = pastOf(scheduler, stage);
  const looking = {
    lines: true,
    locate: locateIn(lines),
    findFile: (name: string) => (scene.functions.includes(name) ? FILE : null),
    sourceOf: (file: string) => (file === FILE ? scene.source : null),
    past,
  };
  let leave = serve(scheduler, wire, looking);
  const { functions } = scene;
  const reporter = new Reporter({ scheduler, inspector: inspect(scheduler, looking), functions, outlet });
  port.addEventListener('message', ({ data, port: another }) => {
    const message = data as PageMessage;
    if (message.kind === 'grant') outlet.grant(message.count);
    else if (message.kind === 'explain') reporter.explain(looking);
    else if (message.kind === 'ping') outlet.send({ kind: 'pong' });
    else {
      leave();
      leave = serve(scheduler, another!, looking);
    }
  });
  attempt(() => stage.draw());
  outlet.send({ kind: 'drawn', at: performance.timeOrigin + performance.now() });
  onDrawn();
  const nextFrame = requestAnimationFrame.bind(globalThis);
  let last: number | undefined;
  const frame = (now: number): void => {
    attempt(() => scheduler.pulse(Math.min(now - (last ?? now), LONGEST_PULSE_MS)));
    last = now;
    attempt(() => stage.draw());
    reporter.frame(now);
    nextFrame(frame);
  };
  nextFrame(frame);
  return { stage };
}
