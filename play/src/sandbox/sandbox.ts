/**
 * The page's end of the sandbox. A frame with an opaque origin has the canvas; a worker in that frame runs the scene. The
 * frame's policy lets neither load anything, and neither can reach the page or a storage.
 */
import {
  type Colours,
  type FrameMessage,
  type FrameOrder,
  MOST_MESSAGES,
  type PageMessage,
  type Runnable,
  type WorkerMessage,
} from '../protocol.js';
import { isWireText, isWorkerMessage } from '../shapes.js';
import frameText from './frame.ts?bundled';
import { type Breach, GuardedPort } from './guarded-port.js';
import workerText from './worker/index.ts?bundled';

const POLICY = [
  "default-src 'none'",
  // For the script of the frame, and for the worker to run a scene.
  "script-src 'unsafe-inline' 'unsafe-eval' blob:",
  'worker-src blob:',
  "style-src 'unsafe-inline'",
].join('; ');

const STYLE = `html,body{height:100%;margin:0;overflow:hidden;background:transparent}
body{position:relative}
canvas{position:absolute;inset:0;width:100%;height:100%;touch-action:manipulation;border-radius:6px}
canvas:focus{outline:none}
canvas:focus-visible{outline:3px solid light-dark(#2456d6,#8ab0ff);outline-offset:-3px}`;

// Neither ends the script that it stands in, nor begins a comment there.
const worker = JSON.stringify(workerText).replaceAll('<', String.raw`\u003c`);
const frame = frameText.replaceAll('</script', String.raw`<\/script`);
const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Stage</title>
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<style>${STYLE}</style></head><body><script>const workerText = ${worker};</script><script>${frame}</script></body></html>`;

/** How often the page reads on what a scene has sent. */
const GRANT_EVERY_MS = 100;
/** To a question the inspector gives an answer, and may come to a breakpoint. */
const ANSWERS = 2;
const MOST_ANSWERS = 32;

/** What a run says, and that it was ended for what it has sent. */
export type RunMessage = WorkerMessage | { readonly kind: 'broken'; readonly breach: Breach };

export interface RunListener {
  (message: RunMessage): void;
}

/** The inspector's end of a run. */
export type InspectorWire = GuardedPort<string>;

/** What is known of the scene that runs. */
interface Run {
  readonly listener: RunListener;
  readonly port: GuardedPort<WorkerMessage>;
  isDrawn: boolean;
  /** The messages that came since the last grant. */
  readCount: number;
}

export class Sandbox {
  readonly #frame: HTMLIFrameElement = document.createElement('iframe');
  readonly #place: HTMLElement;
  /** Resolves when it can run something. */
  readonly isReady: Promise<void>;
  #run: Run | null = null;

  /** The frame is put into the place, and loaded, when something runs. */
  constructor(place: HTMLElement) {
    const element = this.#frame;
    this.#place = place;
    element.title = 'Stage';
    element.setAttribute('sandbox', 'allow-scripts');
    element.referrerPolicy = 'no-referrer';
    element.srcdoc = PAGE;
    this.isReady = new Promise((resolve) => {
      addEventListener('message', ({ source, data }: MessageEvent<FrameMessage | null>) => {
        if (source === null || source !== element.contentWindow) return;
        if (data?.kind === 'ready') resolve();
        else if (data?.kind === 'flooded') this.#break(this.#run, 'too many');
      });
    });
  }

  /** Loads the frame, as something will run soon. */
  prepare(): void {
    if (!this.#frame.isConnected) this.#place.prepend(this.#frame);
  }

  /** Ends what runs and runs a scene on a new canvas. Gives the wire of its inspector. */
  async run(scene: Runnable, listener: RunListener): Promise<InspectorWire> {
    this.prepare();
    const [messages, wire] = [new MessageChannel(), new MessageChannel()];
    this.#run?.port.close();
    const run = this.#begin(messages.port1, listener);
    const guarded = this.#guardWire(wire.port1, run);
    await this.isReady;
    if (run === this.#run) this.#tell({ kind: 'run', scene }, [messages.port2, wire.port2]);
    return guarded;
  }

  /** Ends the worker, also in an endless loop. */
  stop(): void {
    this.#run?.port.close();
    this.#run = null;
    this.#tell({ kind: 'stop' });
  }

  /** Asks the scene for something. The answer is a message of the run, or never comes. */
  ask(message: PageMessage): void {
    this.#run?.port.postMessage(message);
  }

  /** Another wire for the inspector. Null if nothing runs. */
  inspect(): InspectorWire | null {
    if (this.#run === null) return null;
    const { port1, port2 } = new MessageChannel();
    const message: PageMessage = { kind: 'inspect' };
    this.#run.port.postMessage(message, [port2]);
    return this.#guardWire(port1, this.#run);
  }

  setColours(colours: Colours): void {
    void this.isReady.then(() => this.#tell({ kind: 'look', colours }));
  }

  #begin(port: MessagePort, listener: RunListener): Run {
    const guarded = new GuardedPort(port, {
      most: MOST_MESSAGES,
      isRight: isWorkerMessage,
      onBreach: (breach) => this.#break(run, breach),
    });
    const run: Run = { listener, port: guarded, isDrawn: false, readCount: 0 };
    guarded.addEventListener('message', ({ data }) => this.#hear(run, data));
    this.#run = run;
    return run;
  }

  #guardWire(port: MessagePort, run: Run): InspectorWire {
    const onBreach = (breach: Breach): void => this.#break(run, breach);
    return new GuardedPort(port, { most: MOST_ANSWERS, answers: ANSWERS, isRight: isWireText, onBreach });
  }

  #hear(run: Run, message: WorkerMessage): void {
    if (run.readCount++ === 0) setTimeout(() => this.#grant(run), GRANT_EVERY_MS);
    // The page may have been busy when it was drawn.
    if (message.kind === 'drawn' && !run.isDrawn) {
      run.isDrawn = true;
      performance.mark('spindle:drawn', { startTime: Math.max(message.at - performance.timeOrigin, 0) });
    }
    run.listener(message);
  }

  #grant(run: Run): void {
    const { readCount: count } = run;
    run.readCount = 0;
    if (run !== this.#run) return;
    run.port.grant(count);
    this.ask({ kind: 'grant', count });
  }

  #break(run: Run | null, breach: Breach): void {
    if (run === null || run !== this.#run) return;
    this.stop();
    run.listener({ kind: 'broken', breach });
  }

  #tell(order: FrameOrder, ports: Transferable[] = []): void {
    // An opaque origin has no name that could stand here.
    this.#frame.contentWindow?.postMessage(order, '*', ports);
  }
}
