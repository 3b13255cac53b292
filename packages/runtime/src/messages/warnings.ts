/**
 * Warnings, in development only: a game does something that its author hardly intends, and no error would show it. A
 * warning goes to `console.warn`, once for each subject. It goes into no trace and no log, so that no code depends on
 * it.
 */
import { DEV } from './development.js';
import type { Warning } from './warning-texts.js';
import { printable, unasked } from './format.js';

/** Bundlers replace `process.env.NODE_ENV` by its text. A page without a bundler has no `process`. */
declare const process: { readonly env: { readonly NODE_ENV?: string } };

/** The mode according to the build or the environment: `production`, `test`, …; undefined if it is not set. */
export function environment(): string | undefined {
  try {
    return process.env.NODE_ENV;
  } catch {
    return undefined;
  }
}

/** The warnings that were already printed, by code and subject. */
const said = new Set<string>();

/** The warnings of one scheduler: `new Scheduler({ warnings: false })` prints none. */
export class Warnings {
  /** Are warnings printed at all? Only then is the data for a warning collected. */
  readonly isOn: boolean;

  constructor(isWanted: boolean) {
    this.isOn = DEV && isWanted && environment() !== 'production';
  }

  /** Prints a warning, unless this program has already printed it for the same subject. */
  say({ code, about, text }: Warning): void {
    if (!DEV) return;
    const key = `${code} ${about}`;
    if (!this.isOn || said.has(key)) return;
    said.add(key);
    console.warn(printable(`${unasked(text)} [${code}]`));
  }
}

/** For tests: every warning may be printed again. */
export function forgetWarnings(): void {
  said.clear();
}

declare const console: { warn(text: string): void };
