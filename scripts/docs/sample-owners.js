/**
 * Loaded before an example of the guide: notes in each frame which threads hold each owner, queue for it, or wait while others may act on it, and
 * prints the notes on stderr when the example is over.
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
    const { id, name, owner, status } = thread;
    if (owner === undefined || owner === null) continue;
    const kind = status === 'blocked' ? 'queues' : executorOf(owner).threads.includes(thread) ? 'holds' : 'waits';
    const label =
      thread
        .trace()
        .split(' -> ')
        .find((call) => call.startsWith(`${name}(`)) ?? name;
    samples.push({ frame, id, name: label.replace('()', ''), owner: owner.name ?? owner.constructor.name, kind });
  }
}

process.on('exit', () => {
  sample();
  process.stderr.write(`samples ${JSON.stringify(samples)}\n`);
});
