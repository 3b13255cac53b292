/** What a stage is made with, and what of that a page may change. */
import type { Scheduler } from '@spindle/runtime';

export interface StageOptions {
  /** Null where nothing is drawn, as in Node. */
  readonly canvas: OffscreenCanvas | null;
  /** Of the canvas in the page, in CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** The `devicePixelRatio` of the page. Default: the canvas has the right size already. */
  readonly pixelRatio?: number;
  readonly scheduler: Scheduler;
  /** Gets what a script logs. */
  readonly log: (...values: unknown[]) => void;
  readonly dark?: boolean;
  /** For who has asked for less motion (`prefers-reduced-motion`): nothing moves but what a script moves. */
  readonly calm?: boolean;
}

export interface Look {
  width?: number;
  height?: number;
  pixelRatio?: number;
  dark?: boolean;
  calm?: boolean;
}
