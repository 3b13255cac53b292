/** The text of every warning of the runtime. Each names the thing, the fact and the fix. */
import { DEV } from './development.js';
import { show } from './format.js';

/** A warning, printed in development only, once for each subject. */
export interface Warning {
  readonly code: string;
  /** The subject: a name or an id. The same warning is printed again for another subject. */
  readonly about: string;
  /** Called when the warning is printed. */
  readonly text: () => string;
}

export const shortPulses: Warning = {
  code: 'SPN701',
  about: 'pulse',
  text: () =>
    `\`pulse\` got less than 1 ms sixty times in a row: are these seconds? Write \`scheduler.pulse(seconds * 1000)\`.`,
};

export const neverPulsed = (thread: string, room: string): Warning => ({
  code: 'SPN702',
  about: room,
  text: () =>
    `\`${thread}\` has waited for 2 s on ${room}, which nobody pulses. Call its \`pulse(ms)\` in each frame, ` +
    'or start the script on another: `room.enter(() => …)`. In a test, use `scriptTest`.',
});

/** `call`: `Hero.walk`. */
export const ownerElsewhere = (owner: object, call: string): Warning => ({
  code: 'SPN712',
  about: call,
  text: () =>
    `\`${call}\` does not run on the scheduler that was entered: its owner \`${show(owner)}\` has threads on another scheduler. ` +
    'Make one object for each room, or end those threads first.',
});

/** `script`: the name of the thread that runs. */
export const enteredInScript = (script: string): Warning => ({
  code: 'SPN724',
  about: script,
  text: () =>
    `\`enter\` does nothing in the script \`${script}\`, which keeps its scheduler. ` +
    `Write \`room.spawn(() => game())\`, or \`// @native\` above \`${script}\` if it is plain code.`,
});

/** `Hero.blink` is marked `@beside`; `thread`: the own thread of its owner that has called it. */
export const besideInOwnThread = (
  { path, label }: { readonly path: string; readonly label: string },
  thread: string,
): Warning => ({
  code: 'SPN714',
  about: path,
  text: () =>
    `\`${path}\` is marked // @beside, but \`${thread}\` calls it on its own \`this\`, and waits for it. ` +
    `Write \`start(this.${label}())\`.`,
});

/** `jump` of `Hero.jump(1)`. */
interface Waiter {
  readonly path: string;
}
interface InTheWay {
  readonly name: string;
  readonly loops: boolean;
  readonly stopped: boolean;
}

const stateOf = ({ name, loops, stopped }: InTheWay): string =>
  `\`${name}\`${stopped ? ', which is paused' : loops ? ', which loops' : ''}`;
const seconds = (ms: number): string => `${Math.round(ms / 100) / 10} seconds`;

export const longQueued = ({ path }: Waiter, ms: number, inTheWay: readonly InTheWay[]): Warning => ({
  code: 'SPN715',
  about: path,
  text: () =>
    `\`${path}\` has queued for ${seconds(ms)} behind ${inTheWay.map(stateOf).join(' and ') || 'others'}. ` +
    (inTheWay.some(({ stopped }) => stopped)
      ? `Let that go on with \`resume()\`; or mark \`${path}\` ${MARKS}.`
      : `Mark it ${MARKS}; or end what is in its way.`),
});
const INSTANT = '`// @instant` if it does not wait';
const MARKS = `${INSTANT}, \`// @beside\` if it may run beside what its owner does, \`// @interrupt\` if it comes first`;

export const longQuestion = ({ path }: Waiter, ms: number, before: readonly InTheWay[]): Warning => ({
  code: 'SPN716',
  about: path,
  text: () =>
    `The question \`${path}\` has waited for ${seconds(ms)} behind ${before.map(stateOf).join(' and ')}: ` +
    'called first by the same script. Begin what does not end with `start(() => …)`.',
});

/**
 * What came of a call that has queued: it never waited, it never had its turn, it had its turn when what it stood behind ended with its
 * starter, it never kept its owner in a wait.
 */
export type InVain = 'over' | 'cancelled' | 'freed' | 'released';
const inVain: Record<InVain, string> = {
  over: 'was then over without a wait. If it should not queue, mark it `// @instant`.',
  cancelled: `was cancelled before its turn came. If it should not queue, mark it ${MARKS}.`,
  freed: `had its turn only when that ended with its starter. If it should not queue, mark it ${MARKS}.`,
  released:
    'kept its owner in none of its waits. If it should not queue, mark it `// @beside`; else wait with `this.`.',
};

export const queuedInVain = ({ path }: Waiter, ms: number, behind: InTheWay, what: InVain): Warning => ({
  code: 'SPN717',
  about: path,
  text: () => `\`${path}\` queued for ${Math.round(ms)} ms behind ${stateOf(behind)}, and ${inVain[what]}`,
});

/** `giver`: the path of the function of the thread that was cancelled; `behind`: the name of a call of another. */
export const orderLeft = ({ path, label }: Called, giver: string, behind: string): Warning => ({
  code: 'SPN722',
  about: `${giver} ${path}`,
  text: () =>
    `\`${path}\`, ordered by \`${giver}\`, left its queue behind \`${behind}\` when \`${giver}\` was cancelled. ` +
    `Write \`start(() => ….${label}())\`, or mark it ${INSTANT}.`,
});

export const ordersInARow = ({ path, label }: Called, giver: string, most: number): Warning => ({
  code: 'SPN723',
  about: `${giver} ${path}`,
  text: () =>
    `\`${giver}\` has ordered \`${path}\` more than ${most} times without a wait. Write \`waitFor(….${label}())\`.`,
});

/** `ended`: the path of what it waited for; `error`: the message of its `CancelledError`; `by`: the name of the thread that did it. */
export const endedWith = (script: string, ended: string, error: string, by?: string): Warning => ({
  code: 'SPN725',
  about: `${script} ${ended}`,
  text: () =>
    `\`${script}\` ended with what it waited for: ${error}${by === undefined ? '' : ` \`${by}\` did that.`} ` +
    `Catch the error, or cancel \`${script}\`.`,
});

interface Called extends Waiter {
  readonly label: string;
}

export const crowdFromPlainCode = ({ path }: Waiter, count: number): Warning => ({
  code: 'SPN718',
  about: path,
  text: () =>
    `Plain code has started ${count} live threads of \`${path}\`. ` +
    'Call it once, not in each frame, or mark it `// @drop`.',
});

/** `waitsFor`: what the thread of the `skippable` waits for; `beside`: the names of those that go on without it. */
export const skipWithoutEnd = (
  thread: string,
  waitsFor: string,
  patienceMs: number,
  beside: readonly string[],
): Warning => ({
  code: 'SPN719',
  about: thread,
  text: () =>
    `The skip of \`${thread}\` has played ${seconds(patienceMs)} in which the scene did not go on (${waitsFor})` +
    (beside.length === 0
      ? ', and stopped. If it needs longer, give a longer `skipPatienceMs`.'
      : `: it cannot see that only the player is missing, as ${beside.map((name) => `\`${name}\``).join(' and ')} went on beside. ` +
        'Put such a choice between two `skippable`s, or give `skipPatienceMs`.'),
});

/** `kind`: the class of what `waitFor` got. */
export const returnedAtOnce = (thread: string, kind: string): Warning => ({
  code: 'SPN720',
  about: `${thread} ${kind}`,
  text: () =>
    `In \`${thread}\`, \`waitFor\` got a \`${kind}\` on which no script acts, and did not wait. Write ` +
    '`waitForEvent(thing, "name")`, or for a tween the word of your engine.',
});

interface Told {
  readonly code: { readonly path: string };
  readonly name: string;
}

export const bufferedTooMany = ({ code, name }: Told, source: { label(): string }, most: number): Warning => ({
  code: 'SPN711',
  about: code.path,
  text: () => `\`${name}\` keeps the last ${most} values of ${source.label()}. \`listen(…)\` keeps all.`,
});

export const tooManyQueues = ({ code, name }: Told, most: number): Warning => ({
  code: 'SPN721',
  about: code.path,
  text: () =>
    `\`${name}\` has more than ${most} queues of \`listen\` open. Call \`listen\` above the loop, or \`close()\` each.`,
});

/** A word of scripts that is not defined: as an engine says it, Safari in other words. Not all words, as each costs bytes. */
const UNDEFINED_WORD =
  /^(?:Can't find variable: )?(?:wait(?:For|Until|Signal|Frames|ForEvent|UntilTime)?|Executor|signal|start|race|scope)\b(?: is not defined)?$/;

/** What the report of a ReferenceError adds, if it is about a word. */
export const missingPlugin = ({ message }: ReferenceError): string =>
  UNDEFINED_WORD.test(message)
    ? '. A file was not compiled: is the plugin in the configuration of your bundler? [SPN532]'
    : '';

/**
 * A script says `this.wait(…)` in an object that is no Executor: the fix is added to the engine's message. All engines
 * word it this way, and the text is in the stack, too, which consoles print.
 */
export function nameWordOfExecutor(error: TypeError): void {
  try {
    const { message, stack } = error;
    const word =
      /^this\.(wait(?:For|Until|Signal|Frames|ForEvent|UntilTime)?|all|race|withTimeout|tracks|hold) is not a function/.exec(
        message,
      )?.[1];
    if (word === undefined || message.includes(MEND_OF_EXECUTOR)) return;
    error.message = `${message}: \`${word}\` is a word of Executor. ${MEND_OF_EXECUTOR}.`;
    error.stack = stack?.replace(message, () => error.message) ?? '';
  } catch {
    // One that is frozen, or a class of the game with its own getter of the message, keeps its text.
  }
}
const MEND_OF_EXECUTOR = 'Extend Executor or use `asExecutor`';

/** What the error of a test that has not ended adds for a signal that it waits for. */
export const sentElsewhere = (name: string): string =>
  DEV ? `\n\`${name}\` was sent on another scheduler: inside a script use \`signal(${JSON.stringify(name)})\`.` : '';
