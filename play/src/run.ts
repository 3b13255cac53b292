/** The run of a scene: whether one is wanted, which one runs, and whether it still answers. */

/** A scene that has not answered for so long, or up to twice that, is in a loop that never ends. */
const PATIENCE_MS = 1000;

export type RunState = 'idle' | 'running' | 'stopped';

interface RunOptions {
  /** The text that runs first. */
  readonly source: string;
  readonly isWanted: boolean;
  readonly onState: (state: RunState) => void;
  /** Called once in a while: the scene has not answered since the last call, or it has. */
  readonly onBusy: (isBusy: boolean) => void;
  /** Asks the scene for an answer, which `hear` is told of. */
  readonly ping: () => void;
}

export class Run {
  /** Is the text to run as soon as it is compiled? */
  isWanted: boolean;
  #state: RunState = 'idle';
  #source: string;
  #isAlive = true;
  #heartbeat = 0;
  readonly #options: RunOptions;

  constructor(options: RunOptions) {
    this.isWanted = options.isWanted;
    this.#source = options.source;
    this.#options = options;
  }

  get isIdle(): boolean {
    return this.#state === 'idle';
  }

  get isOn(): boolean {
    return this.#state === 'running';
  }

  /** The text that runs, or ran last. */
  get source(): string {
    return this.#source;
  }

  /** A scene runs from now on. */
  begin(source: string): void {
    this.#source = source;
    this.#change('running');
    // The worker answers between two turns of its event loop, but not out of an endless loop.
    this.#isAlive = true;
    this.#heartbeat = window.setInterval(() => {
      this.#options.onBusy(!this.#isAlive);
      this.#isAlive = false;
      this.#options.ping();
    }, PATIENCE_MS);
  }

  /** It was stopped. */
  end(): void {
    this.#change('stopped');
  }

  /** The scene has said something. */
  hear(): void {
    this.#isAlive = true;
    this.#options.onBusy(false);
  }

  #change(state: RunState): void {
    this.#state = state;
    window.clearInterval(this.#heartbeat);
    this.#options.onBusy(false);
    this.#options.onState(state);
  }
}
