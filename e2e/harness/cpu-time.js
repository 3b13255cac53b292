/** What a page costs, by the time that its main thread was at work: other work of the machine does not count. */

/** Gives a function that says how many milliseconds the main thread of the page has worked since its start. */
export async function cpuClockOf(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
  };
}
