/** What the frames of a page cost, by the browser's own trace of its main thread. */

/** Script, what it makes the browser do to the document, and garbage. What is painted then is left out. */
const WORK = new Set([
  'EvaluateScript',
  'EventDispatch',
  'FireAnimationFrame',
  'FunctionCall',
  'Layout',
  'MajorGC',
  'MinorGC',
  'RunMicrotasks',
  'TimerFire',
  'UpdateLayoutTree',
]);

/**
 * Traces a page while `act` runs, which drags a control. `costsMs`: for each frame in which it was dragged, the work of the main thread from its beginning to the next one.
 * `drawn`: so many frames came to the screen from the first of them to the last, and `tookMs`, which that took.
 */
export async function traceFrames(page, act) {
  const session = await page.context().newCDPSession(page);
  const events = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  const includedCategories = ['devtools.timeline', 'disabled-by-default-devtools.timeline.frame'];
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } });
  await act();
  await session.send('Tracing.end');
  await ended;
  await session.detach();
  return costsOf(events);
}

function costsOf(events) {
  const inputs = events.filter(({ name, args }) => name === 'EventDispatch' && args.data?.type === 'input');
  // Other pages of the browser are in it, too.
  const own = events.filter(({ pid, tid }) => pid === inputs[0].pid && tid === inputs[0].tid);
  const starts = own.filter(({ name }) => name === 'BeginMainThreadFrame').toSorted((a, b) => a.ts - b.ts);
  const works = outermost(own.filter(({ name, ph }) => ph === 'X' && WORK.has(name)));
  const frames = starts.map(({ ts }, index) => [ts, starts[index + 1]?.ts ?? Infinity]);
  const dragged = frames.filter(([from, to]) => inputs.some(({ ts }) => ts >= from && ts < to));
  const costsMs = dragged.map(([from, to]) =>
    // The time that the thread was at work: others take the machine meanwhile.
    works.filter(({ ts }) => ts >= from && ts < to).reduce((sum, { tdur }) => sum + tdur / 1000, 0),
  );
  const [first, last] = [dragged[0][0], dragged.at(-1)[1]];
  const drawn = events.filter(
    ({ name, pid, ts }) => name === 'DrawFrame' && pid === inputs[0].pid && ts >= first && ts < last,
  ).length;
  return { costsMs, drawn, tookMs: (last - first) / 1000 };
}

/** What is nested in others is a part of them. */
function outermost(events) {
  let end = 0;
  return events
    .toSorted((a, b) => a.ts - b.ts || b.dur - a.dur)
    .filter(({ ts, dur }) => {
      if (ts < end) return false;
      end = ts + dur;
      return true;
    });
}

/** What a part of them is not above: 0.95 is 95 of 100. */
export const quantile = (values, part) => values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1];
