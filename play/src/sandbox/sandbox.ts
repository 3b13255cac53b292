/**
 * The page's end of the sandbox. A frame with an opaque origin has the canvas; a worker in that frame runs the scene. The
 * frame's policy lets neither load anything, and neither can reach the page or a storage.
 */
import type { Colours, FrameMessage, FrameOrder, PageMessage, Runnable, WorkerMessage } from '../protocol.js';
import frameText from './frame.ts?bundled';
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

/** What a run says. */
export interface RunListener {
  (message: WorkerMessage): void;
}

export class Sandbox {
  readonly #frame: HTMLIFrameElement = document.createElement('iframe');
  readonly #place: HTMLElement;
  /** Resolves when it can run something. */
  readonly isReady: Promise<void>;
  #port: MessagePort | null = null;
  #runs = 0;

  /** The frame is put into the place, and loaded, when something runs. */
  constructor(place: HTMLElement) {
    const element = this.#frame;
    this.#place = place;
    element.title = 'Stage';
    element.setAttribute('sandbox', 'allow-scripts');
    element.referrerPolicy = 'no-referrer';
    element.srcdoc = PAGE;
    this.isReady = new Promise((resolve) => {
      addEventListener('message', ({ source, data }: MessageEvent<FrameMessage>) => {
        if (source !== null && source === element.contentWindow && data.kind === 'ready') resolve();
      });
    });
  }

  /** Loads the frame, as something will run soon. */
  prepare(): void {
    if (!this.#frame.isConnected) this.#place.prepend(this.#frame);
  }

  /** Ends what runs and runs a scene on a new canvas. Gives the wire of its inspector. */
  async run(scene: Runnable, listener: RunListener): Promise<MessagePort> {
    this.prepare();
    const run = ++this.#runs;
    const [messages, wire] = [new MessageChannel(), new MessageChannel()];
    this.#port?.close();
    this.#port = messages.port1;
    messages.port1.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
      // The page may have been busy when it was drawn.
      if (data.kind === 'drawn') performance.mark('spindle:drawn', { startTime: data.at - performance.timeOrigin });
      listener(data);
    });
    messages.port1.start();
    await this.isReady;
    if (run === this.#runs) this.#tell({ kind: 'run', scene }, [messages.port2, wire.port2]);
    return wire.port1;
  }

  /** Ends the worker, also in an endless loop. */
  stop(): void {
    this.#runs++;
    this.#port?.close();
    this.#port = null;
    this.#tell({ kind: 'stop' });
  }

  /** Asks the scene for something. The answer is a message of the run, or never comes. */
  ask(message: PageMessage): void {
    this.#port?.postMessage(message);
  }

  /** Another wire for the inspector. Null if nothing runs. */
  inspect(): MessagePort | null {
    if (this.#port === null) return null;
    const { port1, port2 } = new MessageChannel();
    const message: PageMessage = { kind: 'inspect' };
    this.#port.postMessage(message, [port2]);
    return port1;
  }

  setColours(colours: Colours): void {
    void this.isReady.then(() => this.#tell({ kind: 'look', colours }));
  }

  #tell(order: FrameOrder, ports: Transferable[] = []): void {
    // An opaque origin has no name that could stand here.
    this.#frame.contentWindow?.postMessage(order, '*', ports);
  }
}
