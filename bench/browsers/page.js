/** Measures one row in a page, and sends the figures home. */
import { measure } from '../measure.js';
import { targetRows } from '../target-rows.js';

/** A sample is long enough for a clock that has steps of 20 µs, or of a millisecond where the page is not isolated. */
const OPTIONS = { minSampleMs: 20, warmUpMs: 500, clock: () => performance.now() };

/** @param scripts the module of the row, compiled; `source` as it stands. */
export async function measureInPage(id, scripts, source) {
  // Warnings that a crowd of scripts was started by plain code are no news here.
  console.warn = () => {};
  const row = targetRows.find((one) => one.id === id);
  try {
    const results = await measure(row.contenders(scripts, 'spindle', source), { ...OPTIONS, ops: row.ops });
    await send({ results, isIsolated: globalThis.crossOriginIsolated });
  } catch (error) {
    await send({ error: error.stack });
  }
}

const send = (figures) => fetch('/figures', { method: 'POST', body: JSON.stringify(figures) });
