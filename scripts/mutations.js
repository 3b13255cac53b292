/**
 * Breaks the rules of ownership and of waits one at a time, in a copy of the repository, and shows which tests notice:
 * `npm run mutations`, or `npm run mutations -- event` for those whose rule begins so, or `npm run mutations -- '' test/model` to ask
 * only the tests of that path.
 * Ends with exit code 1 if a broken rule goes unnoticed. The rules stand in docs/ownership.md.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Each mutation replaces one piece of a file of packages/runtime/src. */
const MUTATIONS = [
  {
    rule: 'R1 a library owns nothing',
    file: 'executor.ts',
    find: 'libraries.has(object)',
    replace: 'false',
  },
  {
    rule: 'R2 a call on the own owner stays in the thread',
    file: 'compiled.ts',
    find: 'if (other !== core) return callBeside(code, self, args, other);\n  }',
    replace: 'return callBeside(code, self, args, other);\n  } else return callBeside(code, self, args, core);',
  },
  {
    rule: 'R3 a call on another owner is a thread of its own',
    file: 'compiled.ts',
    find: 'if (other !== core) return callBeside(code, self, args, other);',
    replace: 'if (other !== core) return enter(code, self, args);',
  },
  {
    rule: 'R3 a statement call is let go',
    file: 'compiled.ts',
    find: '  pending.kind = null;\n  pending.subject = undefined;\n  return undefined;',
    replace: '  return value;',
  },
  {
    rule: 'R3 a function called on the spot runs beside its caller',
    file: 'compiled.ts',
    find: 'if (code.apart) return callBeside(code, self, args, null);',
    replace: '',
  },
  {
    rule: 'R4 a running holder blocks nobody',
    file: 'executor.ts',
    find: "if (holder === thread || holder.status_ === 'running') continue;",
    replace: 'if (holder === thread) continue;',
  },
  {
    rule: 'R5 a busy executor blocks',
    file: 'executor.ts',
    find: '  return !blocked;\n}',
    replace: '  return blocked || true;\n}',
  },
  {
    rule: 'R5 the queue is first come, first served',
    file: 'executor.ts',
    find: 'if (at < 0) core.queue.push(thread);',
    replace: 'if (at < 0) core.queue.unshift(thread);',
  },
  {
    rule: 'R5 who lost it in its own turn queues first',
    file: 'executor.ts',
    find: 'if (core.lost.includes(thread)) return thread.lostSeq;',
    replace: 'if (core.lost.includes(thread)) return 0;',
  },
  {
    rule: 'R5 who lost it last stands before who lost it first',
    file: 'executor.ts',
    find: 'if (core.lost.includes(thread)) return thread.lostSeq;',
    replace: 'if (core.lost.includes(thread)) return 1;',
  },
  {
    rule: 'R5b the family enters',
    file: 'executor.ts',
    find: 'if (inFamily(holder, thread)) return true;',
    replace: '',
  },
  {
    rule: 'R5b a queued call that is then waited for leaves the queue',
    file: 'executor.ts',
    find: "if (thread.kind !== 'blocked' || !isAwaited(core, thread)) continue;",
    replace: 'if (core.queue.length >= 0) continue;',
  },
  {
    rule: 'R5b who waits for the one that took its executor holds it again',
    file: 'turn.ts',
    find: "if (kind === 'join' && keeps) regain(thread);",
    replace: '',
  },
  {
    rule: 'R6 a free wait lets go',
    file: 'turn.ts',
    find: 'if (!keeps && thread.core !== null) release(thread);',
    replace: '',
  },
  {
    rule: 'R6 a held wait keeps',
    file: 'turn.ts',
    find: 'if (!keeps && thread.core !== null) release(thread);',
    replace: 'if (thread.core !== null) release(thread);',
  },
  {
    rule: 'R6 the executor falls back to who lost it, before any queue',
    file: 'executor.ts',
    find: 'const back = core.lost.pop();',
    replace: 'const back = core.queue.length > 0 ? undefined : core.lost.pop();',
  },
  {
    rule: 'R7 the first in line is promised the executor',
    file: 'executor.ts',
    find: 'if (core.promised !== null && core.promised !== thread) return false;',
    replace: '',
  },
  {
    rule: 'R7 the hand-over costs no frame',
    file: 'executor.ts',
    find: '  unblock(next);\n  next.host.handOver(next);',
    replace: '  unblock(next);\n  next.host.ready(next);',
  },
  {
    rule: 'R8 after a free wait the thread comes back without its owner',
    file: 'turn.ts',
    find: "function step(thread: Thread): unknown {\n  thread.status_ = 'running';",
    replace:
      "function step(thread: Thread): unknown {\n  thread.status_ = 'running';\n  if (thread.core !== null) hasExecutor(thread);",
  },
  {
    rule: 'R9 a circle is an error',
    file: 'turn.ts',
    find: 'if (circle !== null) return refuseWait(thread, circle);',
    replace: '',
  },
  {
    rule: 'R9 a race has another way out',
    file: 'deadlock.ts',
    find: "thread.kind === 'join' && (thread.subject as Join).mode === 'race'",
    replace: 'false',
  },
  {
    rule: 'R10 close cancels the threads',
    file: 'entity.ts',
    find: '    core.closed ??= { reason };\n    cancelAll([...core.owned], reason);',
    replace: '    core.closed ??= { reason };',
  },
  {
    rule: 'R10 a closed owner refuses calls',
    file: 'turn.ts',
    find: 'if (core.closed !== null)',
    replace: 'if (core.closed !== null && core.queue.length < 0)',
  },
  {
    rule: 'Promise: what a call gives is waited for',
    file: 'frames.ts',
    find: "} else if (typeof got === 'object' && got instanceof Promise) {",
    replace: '} else if (false as boolean) {',
  },
  {
    rule: 'Promise: also what a call gives after it has waited',
    file: 'frames.ts',
    find: "if (how === 'value' && typeof outcome === 'object' && outcome instanceof Promise) {",
    replace: 'if (false as boolean) {',
  },
  {
    rule: 'Promise: the owner is kept',
    file: 'frames.ts',
    find: "  pause('promise', promise, true);",
    replace: "  pause('promise', promise, false);",
  },
  {
    rule: 'Promise: waitFor lets the owner go',
    file: 'script.ts',
    find: "pause('promise', target, keeps)",
    replace: "pause('promise', target, true)",
  },
  {
    rule: 'Promise: it wakes nobody who waits for something else by now',
    file: 'waits.ts',
    find: "if (thread.kind === 'promise' && thread.subject === this) wake(",
    replace: "if (thread.kind === 'promise') wake(",
  },
  {
    rule: 'event: the listener is taken off again',
    file: 'events.ts',
    find: 'off(type, linked as Listener);',
    replace: '',
  },
  {
    rule: 'event: the filter of the next wait judges what was kept',
    file: 'waits.ts',
    find: '    const taken = take(source, kept.shift());',
    replace:
      '    const taken = take({ ...source, take: (args) => ({ value: (args as unknown[])[0] }) }, kept.shift());',
  },
  {
    rule: 'event: an event in time stops the timeout',
    file: 'waits.ts',
    find: '  watcher.waiting = false;\n  leaveWheel(watcher.thread);\n  wake(',
    replace: '  watcher.waiting = false;\n  wake(',
  },
  {
    rule: 'event: who began to wait first goes on first',
    file: 'waits.ts',
    find: '  source.list.moveLast(watcher);\n}',
    replace: '}',
  },
  {
    rule: 'event: from its wake to its next suspension a thread stays subscribed',
    file: 'turn.ts',
    find: 'if (thread.subscription !== null && !keepsSubscription(thread, kind, subject)) unsubscribe(thread);',
    replace: 'if (thread.subscription !== null) unsubscribe(thread);',
  },
  {
    rule: 'call: only one on the receiver counts',
    file: 'waits.ts',
    find: 'if (wanted === undefined || wanted === receiver) deliver(watcher, value);',
    replace: 'deliver(watcher, value);',
  },
  {
    rule: 'hook: a native function tells that it is called',
    file: 'compiled.ts',
    find: 'if (code.watchers !== null) tellCall(code, ownerBehind(this), args);',
    replace: '',
  },
  {
    rule: 'signal: a sticky one is not used up',
    file: 'scheduler.ts',
    find: '    return watch(source, keeps, sticky);',
    replace: '    this.signalOf(name).sticky = null;\n    return watch(source, keeps, sticky);',
  },
  {
    rule: 'every: no drift',
    file: 'time.ts',
    find: 'rhythm.deadlineMs += rhythm.ms;',
    replace: 'rhythm.deadlineMs = rhythm.clock.now + rhythm.ms;',
  },
  {
    rule: 'listen: what comes while nobody waits is kept',
    file: 'waits.ts',
    find: '    watcher.kept.push(came);',
    replace: '    if (watcher.frame !== null) watcher.kept.push(came);',
  },
  {
    rule: 'listen: next() lets the owner go',
    file: 'events.ts',
    find: "pause('queue', this.#watcher, false)",
    replace: "pause('queue', this.#watcher, true)",
  },
  {
    rule: 'listen: a queue closes with its thread',
    file: 'turn.ts',
    find: 'thread.listeners?.forEach((listener) => listener.close());',
    replace: '',
  },
  {
    rule: 'clock: a paused one stops frame-waits',
    file: 'turn.ts',
    find: '      if (halted) {',
    replace: '      if (false as boolean) {',
  },
  {
    rule: 'clock: a paused one stops timers of 0 ms',
    file: 'clock.ts',
    find: 'if (!clock.halted) clock.',
    replace: 'clock.',
  },
  {
    rule: 'clock: it runs at its scale',
    file: 'clock.ts',
    find: '(parent.now - this.#parentFromMs) * this.#scale',
    replace: '(parent.now - this.#parentFromMs)',
  },
  {
    rule: 'clock: a thread hands its clock on',
    file: 'turn.ts',
    find: 'clock: inherited === null ? host.clock : inherited.clock,',
    replace: 'clock: host.clock,',
  },
  {
    rule: 'clock: withClock gives the old one back',
    file: 'clock-steps.ts',
    find: "  setClock(needThread('withClock'), before);",
    replace: '',
  },
  {
    rule: 'start: the owner that is given owns the thread',
    file: 'script.ts',
    find: "owner === undefined ? null : (coreOfOwner(owner) ?? raise(badArgument(word, 'an owner that can own', owner)))",
    replace: 'null as ReturnType<typeof coreOfOwner>',
  },
  {
    rule: 'step 6: once in a pulse',
    file: 'scheduler.ts',
    find: 'this.#inPulse && thread.handedPulse !== this.clock.frame',
    replace: 'this.#inPulse',
  },
];

const root = fileURLToPath(new URL('..', import.meta.url));
const copy = mkdtempSync(path.join(tmpdir(), 'spindle-mutations-'));
const skipped = new Set(['node_modules', '.git', 'dist', 'build']);
cpSync(root, copy, { recursive: true, filter: (file) => !skipped.has(path.basename(file)) });
symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));

const [, , only = '', asked = 'packages/runtime'] = process.argv;
let unnoticed = 0;
for (const mutation of MUTATIONS.filter(({ rule }) => rule.startsWith(only))) {
  const failed = failuresOf(mutation);
  if (failed.length === 0) unnoticed++;
  console.log(`${failed.length === 0 ? 'UNNOTICED' : 'noticed  '}  ${mutation.rule}`);
  console.log(`           ${failed.length} tests fail${failed.length > 0 ? `, first: ${failed[0]}` : ''}`);
}
rmSync(copy, { recursive: true });
console.log(`\n${unnoticed} of the broken rules went unnoticed.`);
process.exitCode = unnoticed === 0 ? 0 : 1;

/** The titles of the tests that fail under one mutation. */
function failuresOf({ rule, file, find, replace }) {
  const target = path.join(copy, 'packages/runtime/src', file);
  const source = readFileSync(target, 'utf8');
  if (source.split(find).length !== 2)
    throw new Error(`mutations: "${rule}" does not fit ${file} any more. Mend its text.`);
  writeFileSync(
    target,
    source.replace(find, () => replace),
  );
  const outputFile = path.join(copy, 'report.json');
  const args = ['--json', `--outputFile=${outputFile}`, '--silent', asked];
  // That a program differs is enough: it need not be the smallest.
  const env = { ...process.env, MODEL_SHRINK: '0' };
  spawnSync(process.execPath, ['scripts/jest.js', ...args], { cwd: copy, stdio: 'ignore', env });
  writeFileSync(target, source);
  const report = JSON.parse(readFileSync(outputFile, 'utf8'));
  const tests = report.testResults.flatMap(({ assertionResults, status, message, name }) =>
    assertionResults.length === 0 && status === 'failed'
      ? [{ status, fullName: `${name}: ${message}` }]
      : assertionResults,
  );
  return tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName.trim().split('\n')[0]);
}
