/**
 * Loaded before an example of the guide: notes in each frame which threads hold each owner, queue for it, are stopped, or wait while others may act on it,
 * and prints the notes on stderr when the example is over.
 */
import { executorOf, scheduler } from '@spindle/runtime';

const samples = [];
const pulse = scheduler.pulse.bind(scheduler);

// What happens between two pulses belongs to the frame before.
scheduler.pulse = (ms) => {
  sample();
  pulse(ms);
};

function sample() {
  const { frame } = scheduler.clock;
  for (const thread of scheduler.threads) {
    const { id, name, owner } = thread;
    if (owner === undefined || owner === null) continue;
    const kind = kindOf(thread);
    const label =
      thread
        .trace()
        .split(' -> ')
        .find((call) => call.startsWith(`${name}(`)) ?? name;
    samples.push({ frame, id, name: label.replace('()', ''), owner: owner.name ?? owner.constructor.name, kind });
  }
}

/** Who is interrupted stands in the queue, too, but has begun. */
function kindOf(thread) {
  if (thread.interrupted) return 'stopped';
  if (thread.status === 'blocked') return 'queues';
  return executorOf(thread.owner).threads.includes(thread) ? 'holds' : 'waits';
}

process.on('exit', () => {
  sample();
  process.stderr.write(`samples ${JSON.stringify(samples)}\n`);
});
