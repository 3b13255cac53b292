/** What both files do when a page loads them. */
import { scheduler } from '@spindle/runtime';
import { drive } from '@spindle/runtime/host';
import { runScripts, showThrown } from './scripts.js';
import * as words from './words.js';

/**
 * Makes the global `Spindle`, gives its scheduler a pulse for each animation frame, and runs the scripts of the page. If the element says
 * `data-drive="off"`, the page makes the pulses: `Spindle.scheduler.pulse(ms)`.
 */
export function begin(address: string, element: HTMLOrSVGScriptElement | null): void {
  Object.assign(globalThis, { Spindle: words });
  showThrown();
  if (element?.dataset['drive'] !== 'off') drive(scheduler, { driver: 'animationFrame' });
  const run = (): void => void runScripts(address);
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', run);
  else run();
}
