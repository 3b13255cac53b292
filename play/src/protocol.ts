/** What the page, the sandboxed frame and the worker in it say to each other. All of it is plain data. */

/** The name that a scene's source has in traces and in the inspector. */
export const FILE = 'scene.ts';

/** The name of the compiled code in the engine's stacks. */
export const COMPILED_FILE = 'scene.compiled.js';

/**
 * For each line of the compiled code pairs of a column and a line of the source: from this column on, the code is that of
 * this line. Lines count from 1, columns from 0; the first element stands for line 1.
 */
export type LineTable = readonly (readonly number[])[];

/** A compiled scene, ready to run. */
export interface Runnable {
  /** A CommonJS module without types. */
  readonly js: string;
  readonly source: string;
  /** The ids of the compiled functions. */
  readonly functions: readonly string[];
  /** Null where the lines are those of the source. */
  readonly lines: LineTable | null;
}

/** How the reader wants to see it. */
export interface Colours {
  readonly dark: boolean;
  /** With little motion. */
  readonly calm: boolean;
}

/** Of the canvas, in CSS pixels. */
export interface Look extends Colours {
  readonly width: number;
  readonly height: number;
  readonly pixelRatio: number;
}

/** From the page to the frame. */
export type FrameOrder =
  /** With two ports: for messages, and for the inspector. */
  | { readonly kind: 'run'; readonly scene: Runnable }
  | { readonly kind: 'stop' }
  | { readonly kind: 'look'; readonly colours: Colours };

/** From the frame to the page. */
export type FrameMessage =
  | { readonly kind: 'ready' }
  /** The worker has sent the frame more than its one message, and was ended. */
  | { readonly kind: 'flooded' };

/** From the frame to the worker. */
export type WorkerOrder =
  | {
      readonly kind: 'run';
      readonly scene: Runnable;
      readonly canvas: OffscreenCanvas | null;
      readonly look: Look;
    }
  | { readonly kind: 'change'; readonly look: Look }
  | { readonly kind: 'pointer'; readonly x: number; readonly y: number; readonly down: boolean }
  | { readonly kind: 'key'; readonly code: string; readonly down: boolean };

export type Level = 'log' | 'info' | 'warn' | 'error';

/** A call in a trace. `line` is that of the source; null if the call has none. */
export interface TracedCall {
  readonly text: string;
  readonly line: number | null;
}

/** One line of the console. */
export interface LogEntry {
  readonly level: Level;
  readonly text: string;
  /** The line of the source that wrote it. */
  readonly line: number | null;
  /** Of an error: the calls that it came through, the innermost first. */
  readonly calls: readonly TracedCall[];
  /** Is it an error that nothing has caught? */
  readonly isThrown: boolean;
}

/** A thread as the list of the Result tab shows it. */
export interface ThreadRow {
  readonly id: number;
  readonly name: string;
  readonly owner: string | null;
  readonly state: string;
  readonly waitsFor: string;
  readonly line: number | null;
}

/** What the scene does now. */
export interface Now {
  readonly frame: number;
  /** Milliseconds of the scheduler's clock. */
  readonly ms: number;
  /** The first threads; `threadCount` is the number of all. */
  readonly threads: readonly ThreadRow[];
  readonly threadCount: number;
  /** The lines of the source at which threads are. */
  readonly lines: readonly number[];
}

/**
 * The worker may send so many messages to the page, and more only when the page has granted them: a scene that never ends
 * its turn cannot fill the memory of the page.
 */
export const MOST_MESSAGES = 216;
/** Of these for all that is no line of the console. */
export const KEPT_MESSAGES = 16;

/** From the worker to the page, through the port. The page takes what `shapes.ts` describes. */
export type WorkerMessage =
  /** The first picture is drawn; by the time of the machine, in milliseconds since 1970. */
  | { readonly kind: 'drawn'; readonly at: number }
  | { readonly kind: 'log'; readonly entries: readonly LogEntry[]; readonly left: number }
  | { readonly kind: 'clear' }
  | { readonly kind: 'now'; readonly now: Now }
  /** As JSON. */
  | { readonly kind: 'explained'; readonly text: string }
  | { readonly kind: 'pong' };

/** From the page to the worker, through the port. */
export type PageMessage =
  /** The worker may send so many more. */
  | { readonly kind: 'grant'; readonly count: number }
  | { readonly kind: 'explain' }
  | { readonly kind: 'ping' }
  /** With a port for another view of the inspector, which takes the place of the one before. */
  | { readonly kind: 'inspect' };
