/** What a `scope` knows of its threads: uncompiled/scope.ts uses it. */
import { addLayer, type ScopesOf } from '../execution/layers.js';
import { pause } from '../execution/pauses.js';
import { kinds } from '../execution/wait-kind-table.js';
import { addModes, first, outcomeOf, word } from '../threads/join-modes.js';
import { type Join, joinOf, liveOf } from '../threads/joins.js';
import type { OpenScope } from '../threads/cold-fields.js';
import { callingThread } from '../threads/current.js';
import type { Thread, ThreadStart } from '../threads/thread.js';
import { needThread } from '../waits/wait-arguments.js';
import { adopt } from './start.js';

/**
 * A scope. Its threads end with the one that runs its function, which waits for them:
 *
 *   host ──joins──▶ own ──waits for──▶ members
 *                    └───ends─────────▶ members, what is attached, and what that begins
 */
export class Scope implements OpenScope<Thread> {
  /** The thread that runs the function of the scope. It begins before the host, its parent, waits for it. */
  own!: Thread;
  /** What the host waits for. */
  readonly record: NonNullable<Join['scope']> = { failed: null };
  isOpening = true;
  members: Thread[] = [];
  readonly background: Background = { add: (thread) => void this.#keeps(thread), background: null, scope: this };

  constructor() {
    addLayer({ scopes: SCOPES });
  }

  add(thread: Thread): void {
    if (!this.#keeps(thread)) return;
    if (thread.ended) return this.lookAt(thread);
    this.members.push(thread);
    (thread.ownRare.settlers ??= []).push(this.lookAt);
  }

  /** The thread ends with the scope. What `finally` blocks begin once that is cancelled goes on, as elsewhere. */
  #keeps(thread: Thread): boolean {
    const { own } = this;
    if (own.ended || own.unwinding) return false;
    adopt(own, thread);
    return true;
  }

  /** A member has ended. Its error ends the scope, unless a thread that waits for it gets that. */
  readonly lookAt = (member: Thread): void => {
    const { own, record } = this;
    if (!member.failed || member.joined || member.own.receivers > 0) return;
    const host = own.parent;
    const isAwaited = this.isOpening || (host !== null && joinOf(host)?.scope === record);
    if (record.failed !== null || !isAwaited) return;
    record.failed = member;
    member.own.receivers++;
    own.cancel(`\`${member.name}\` failed`);
  };
}

/** @internal */
export interface Background extends OpenScope<Thread> {
  readonly scope: Scope;
}

export function enterScope(): Scope {
  const own = needThread('scope');
  const scope = own.ownRare.openScope as Scope;
  scope.own = own;
  return scope;
}

export function hasMembers(scope: Scope): boolean {
  scope.members = liveOf(scope.members);
  return scope.members.length > 0;
}

export function waitForMembers({ members }: Scope): unknown {
  const record: Join = { mode: 'orders', targets: members.slice(), nodes: null, remaining: 0 };
  return pause(kinds.join, record, false);
}

addModes({
  // What fails in it ends it, and its own thread with it: the scope has that error.
  scope: word('scope', (join, ended) => {
    const settled = first(join, ended);
    const failed = join.scope?.failed ?? null;
    return settled === null || failed === null ? settled : outcomeOf(failed);
  }),
});

/** What the kernel asks, once a script has called `scope`. */
const SCOPES: ScopesOf<Thread, ThreadStart> = {
  // What a scope waits for begins in it, or in threads of it.
  started(thread, { parent, openScope = parent?.rare?.openScope }) {
    if (openScope) thread.ownRare.openScope = openScope;
  },
  add: (thread) => callingThread()?.rare?.openScope?.add(thread),
};
