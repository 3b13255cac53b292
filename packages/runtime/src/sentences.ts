/** What is said of threads: whom they wait for and who started them, in the lines of `dump()`, `waitingFor` and `trace()`. */
import { show, showNames } from './labels.js';
import { describeWait } from './pending.js';

/** What has to be known of a thread to speak of it. */
interface Told {
  readonly id: number;
  readonly name: string;
  readonly owner: object | null;
  readonly parent: Told | null;
  readonly priority: number;
  readonly status: string;
  readonly clock: { readonly paused: boolean };
  readonly core: ToldCore | null;
  readonly kind: string | null;
  readonly subject: unknown;
  readonly since: number;
  readonly isWaiting: boolean;
  readonly ended: boolean;
  readonly waitingFor: string;
  calls(): string[];
}

/** What has to be known of an owner. */
interface ToldCore {
  readonly owner: object;
  readonly holders: readonly Told[];
  readonly promised: Told | null;
  readonly queue: { before(thread: any): Told | null };
}

/** One line of `scheduler.dump()`. */
export function describeThread(thread: Told): string {
  const { id, name, owner, priority, status, waitingFor } = thread;
  const of = owner === null ? '' : ` of ${show(owner)}`;
  const what = waitingFor === '' || waitingFor.startsWith(status) ? waitingFor : `${status}: ${waitingFor}`;
  return `#${id} ${name}${of}, priority ${priority}, ${what || status}`;
}

/** What a thread waits for, then what those wait for who hold it up; empty if it waits for nothing. */
export function describeChain(first: Told): string {
  const [own, ...others] = chainOf(first);
  return own === undefined ? '' : [sentence(own), ...others.map((one) => `${one.name}: ${sentence(one)}`)].join('; ');
}

/** A thread that waits, who holds it up, who holds that one up, …; as far as a reader follows. */
function chainOf(first: Told): Told[] {
  const chain: Told[] = [];
  let thread: Told | null = first;
  while (thread?.isWaiting === true && chain.length < LONGEST_CHAIN && !chain.includes(thread)) {
    chain.push(thread);
    thread = holdUp(thread);
  }
  return chain;
}
const LONGEST_CHAIN = 8;

/** What one thread waits for, and since when. */
function sentence(thread: Told): string {
  const { kind, subject, since, core, clock } = thread;
  // Who waits again for the next frame says so by `since` alone (turn.ts).
  const awaited = kind === 'frame' ? Math.max(subject as number, since + 1) : subject;
  let text = describeWait(kind as string, awaited);
  if (kind === 'blocked' && core !== null) {
    text = `blocked: ${text} needs ${show(core.owner)}, held by ${showNames(standingInTheWay(core)) || 'nobody'}`;
    const ahead = core.queue.before(thread);
    if (ahead !== null) text += `, behind ${ahead.name}`;
  }
  return `${text}, since frame ${since}${clock.paused ? ', on a paused clock' : ''}`;
}

/** The thread that has to end or let go first, or null. */
function holdUp({ kind, subject, core }: Told): Told | null {
  const others =
    kind === 'join'
      ? (subject as { readonly targets: readonly Told[] }).targets
      : kind === 'blocked'
        ? standingInTheWay(core as ToldCore)
        : [];
  return others.find((other) => !other.ended) ?? null;
}

const standingInTheWay = ({ holders, promised }: ToldCore): readonly Told[] =>
  promised === null ? holders : [...holders, promised];

/** The calls of the threads that started a thread, each with its owner's name. */
export function startersOf(thread: Told): string[] {
  const calls: string[] = [];
  for (let starter = thread.parent; starter !== null; starter = starter.parent) {
    const own = starter.calls();
    const outermost = own.length - 1;
    const owner = starter.owner === null ? '' : nameOf(starter.owner);
    if (owner !== '') own[outermost] = `${owner}.${own[outermost]}`;
    own.forEach((call) => void calls.push(call));
  }
  return calls;
}

/** What an owner is called in a trace; nothing for a plain object without a name. */
function nameOf(owner: object): string {
  const name = show(owner);
  return name === 'Object' || name === 'object' ? '' : name;
}
