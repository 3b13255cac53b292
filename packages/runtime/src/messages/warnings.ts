/**
 * What is said in development alone: a game does what its author can hardly mean, and nothing else would tell. It goes to
 * `console.warn`, once for each thing that it is about, and into no trace and no log, so that nothing depends on it.
 */
import type { Warning } from './errors.js';
import { unasked } from './format.js';

/** Bundlers put the text in place of `process.env.NODE_ENV`; a page without one has no `process`. */
declare const process: { readonly env: { readonly NODE_ENV?: string } };

/** What the build or the environment says that this is: `production`, `test`, …; undefined if it says nothing. */
export function environment(): string | undefined {
  try {
    return process.env.NODE_ENV;
  } catch {
    return undefined;
  }
}

/** What was said already: by code, and by what it was about. */
const said = new Set<string>();

/** The warnings of one scheduler: `new Scheduler({ warnings: false })` says nothing. */
export class Warnings {
  /** Is anything said at all? What a warning needs is gathered only then. */
  readonly isOn: boolean;

  constructor(isWanted: boolean) {
    this.isOn = isWanted && environment() !== 'production';
  }

  /** Says it, unless it has been said in this program about the same thing. */
  say({ code, about, text }: Warning): void {
    const key = `${code} ${about}`;
    if (!this.isOn || said.has(key)) return;
    said.add(key);
    console.warn(`${unasked(text)} [${code}]`);
  }
}

/** For tests: what was said may be said again. */
export function forgetWarnings(): void {
  said.clear();
}

declare const console: { warn(text: string): void };
