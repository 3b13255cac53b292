/** The invariants of the design, section 6, checked on a scheduler that stands between two pulses. */
import { show } from './labels.js';
import { type Core, type Thread, waitsFor } from './thread.js';

/** Every broken invariant as a sentence; none when all is well. */
export function brokenInvariants(live: readonly Thread[]): string[] {
  const broken: string[] = [];
  const cores = new Set<Core>();
  for (const thread of live) {
    if (thread.ended) broken.push(`${thread.name} has ended and is still listed`);
    if (thread.core !== null) cores.add(thread.core);
    if (thread.kind === 'blocked' && !thread.core?.queue.includes(thread))
      broken.push(`${thread.name} is blocked outside a queue`);
    for (const joiner of thread.joiners) {
      if (joiner.ended) broken.push(`${joiner.name} has ended and still waits for ${thread.name}`);
    }
  }
  for (const core of cores) broken.push(...brokenCore(core));
  return broken;
}

function brokenCore(core: Core): string[] {
  const broken: string[] = [];
  const name = show(core.owner);
  const listed = [...core.holders, ...core.lost, ...core.queue, ...(core.promised === null ? [] : [core.promised])];
  for (const thread of listed) if (thread.ended) broken.push(`${name}: ${thread.name} has ended and is still listed`);
  if (new Set(listed).size !== listed.length) broken.push(`${name}: a thread is listed twice`);
  if (core.queue.length > 0 && core.holders.length === 0 && core.promised === null) {
    broken.push(`${name}: ${core.queue[0]?.name} is blocked on a free executor`);
  }
  for (const thread of core.queue)
    if (thread.kind !== 'blocked') broken.push(`${name}: ${thread.name} queues without being blocked`);
  for (const thread of core.holders)
    if (!thread.holding) broken.push(`${name}: ${thread.name} holds without having taken hold`);
  if (core.promised !== null && core.holders.length > 0)
    broken.push(`${name}: promised to ${core.promised.name} while it is held`);
  for (const thread of listed)
    if (thread.alone !== (core.holders.length === 1 && core.holders[0] === thread))
      broken.push(`${name}: ${thread.name} is wrong about holding it alone`);
  if (!isFamily(core.holders)) broken.push(`${name}: held by two families`);
  const front = core.queue.map((thread) => thread.lostSeq);
  if (front.some((seq, i) => i > 0 && seq > (front[i - 1] as number)))
    broken.push(`${name}: the queue is out of order`);
  return broken;
}

/** Do all holders belong together: does one of them wait for each of the others? */
function isFamily(holders: readonly Thread[]): boolean {
  if (holders.length < 2) return true;
  return holders.every((a) => holders.some((b) => a !== b && (waitsFor(a, b) || waitsFor(b, a))));
}
