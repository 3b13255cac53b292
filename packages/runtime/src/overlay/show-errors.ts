/** Which errors stand on the page: those of scripts that nothing caught. */
import { isA } from '../arguments.js';
import { DEV } from '../messages/development.js';
import { isCancellation, SpindleError } from '../messages/errors.js';
import { show as showValue } from '../messages/format.js';
import { environment } from '../messages/warnings.js';
import { currentScheduler } from '../scheduling/current-scheduler.js';
import type { Scheduler } from '../scheduling/scheduler.js';
import { traceOf } from '../threads/error-trace.js';
import { show } from './panel.js';
import { findThrown, withoutPackages } from './sources.js';

/** What is used of a page. */
interface Page {
  readonly document?: object;
  readonly location?: { readonly origin: string };
  addEventListener?(
    type: string,
    listener: (event: { readonly error?: unknown; readonly reason?: unknown }) => void,
  ): void;
}
const page = globalThis as unknown as Page;

/** Threads that are listed. */
const MOST_THREADS = 12;

let isShowing = false;
let isHidden = false;

/** As `showErrors`, but neither in production nor in tests. */
export function showInDevelopment(): void {
  if (DEV && environment() !== 'production' && environment() !== 'test') showErrors();
}

/**
 * Shows what scripts throw and nothing catches on the page, from now on and in production, too: the line of the source, the
 * calls, and what the other threads wait for. Where there is no page, it does nothing.
 */
export function showErrors(): void {
  if (isShowing || page.document === undefined || page.addEventListener === undefined) return;
  isShowing = true;
  // An `onError` of the game's own sees to its errors itself: they do not come here.
  page.addEventListener('error', ({ error }) => showError(error));
  page.addEventListener('unhandledrejection', ({ reason }) => showError(reason));
}

/** Shows no error on the page from now on, whoever asks for it. */
export function hideErrors(): void {
  isHidden = true;
}

const shown = new WeakSet<object>();

/** Shows an error on the page if it is one of scripts, once. `trace`: the calls, where they are known. */
export function showError(error: unknown, trace: string | undefined = traceOf(error)): void {
  const isOfScripts = trace !== undefined || isA(error, SpindleError);
  if (page.document === undefined || isHidden || !isOfScripts || isCancellation(error) || shown.has(Object(error)))
    return;
  shown.add(Object(error));
  const { stack } = Object(error) as { readonly stack?: unknown };
  const text = typeof stack === 'string' ? stack : '';
  const said = { message: messageOf(error), trace, threads: listThreads(), stack: DEV ? withoutPackages(text) : text };
  void findThrown(text).then((found) =>
    show({ ...said, place: found === undefined ? 'A script' : nameOf(found), frame: found?.frame }),
  );
}

/** Shows something else there that nobody has thrown. `place`: where, in words. */
export function showNote(place: string, message: string): void {
  if (isShowing && !isHidden) show({ place, message, isThrown: false });
}

function messageOf(error: unknown): string {
  try {
    return isA(error, Error) ? String(error) : showValue(error);
  } catch {
    return 'An error that cannot be shown.';
  }
}

function listThreads(): string | undefined {
  if (!DEV) return undefined;
  const lines = (currentScheduler() as Scheduler).dump().split('\n');
  const more = lines.length - MOST_THREADS;
  return [...lines.slice(0, MOST_THREADS), ...(more > 0 ? [`and ${more} more`] : [])].join('\n') || undefined;
}

/** A file of the page is named from its root. */
const nameOf = ({ file, line }: { readonly file: string; readonly line: number }): string =>
  `${file.replace(`${page.location?.origin}/`, '')}, line ${line}`;
