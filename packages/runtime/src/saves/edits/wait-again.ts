/** A wait whose statement was edited begins anew, with what its call is given now: `onEdit: waitAgain`. */
import type { Call, Frame } from '../../execution/call.js';
import { functionCode } from '../../execution/compiled-function.js';
import type { FrameObject } from '../../execution/frame-objects.js';
import { dropFrames } from '../../execution/unwinding.js';
import { joinOf } from '../../threads/joins.js';
import type { Thread } from '../../threads/thread.js';
import { Executor } from '../../words/executor-class.js';
import { FORMS_OF_WORDS } from '../../words/frames.js';
import { wait, waitFrames, waitUntilTime } from '../../words/wait.js';
import { functionOfCode } from '../registry.js';
import { Gone } from '../shown.js';
import type { Edits } from './edits.js';
import { localsNow } from './frame-values.js';
import { mappedText, nameOf, placeText } from './describe.js';
import { isMapped } from './map-pauses.js';
import type { Pause } from './pauses.js';
import { type PlanAnew, type WaitAgain, wantedFor } from './plan.js';
import type { Standing } from './standing.js';

interface Waiting {
  readonly frame: FrameObject;
  /** That of what it has called; undefined if it waits itself. */
  readonly inner: FrameObject | undefined;
}

/** All frames stand somewhere: the outermost one whose wait is to begin anew drops those in it. Gives what is told of the others, from the innermost one. */
const planAnew: PlanAnew = ({ actions, report }, { thread, edits, onEdit }, frames) => {
  const lines: string[] = [];
  for (let at = frames.length - 1; at >= 0; at--) {
    const frame = frames[at]!;
    const standing = edits.frames.get(frame);
    if (standing === undefined) continue;
    const isToBegin = Object(wantedFor(standing, onEdit)).planAnew !== undefined && isOtherWait(standing);
    const call = isToBegin && !thread.unwinding && callAnew(edits, thread, { frame, inner: frames[at - 1] });
    if (call) {
      actions.push({ thread, goesOn: { frame, place: placeCall(thread, call, frames[at - 1]) } });
      report.restarted.push(`${nameOf(thread)} waits again in ${placeText(standing)}`);
      break;
    }
    lines.unshift(mappedText(thread, standing) + (isToBegin ? '; it cannot wait again' : ''));
  }
  return lines;
};

/** It may wait for something else than what has begun: the statement was edited, or may be another one, or the order has changed. */
const isOtherWait = ({ found }: Standing): boolean =>
  isMapped(found) && found.surprises.some(({ kind }) => kind !== 'head' && kind !== 'variable');

const placeCall =
  (thread: Thread, call: Call, inner: FrameObject | undefined) =>
  (leaf: Frame | null): void => {
    thread.call = call;
    if (inner === undefined) return;
    inner.parent = null;
    dropFrames(leaf, thread);
  };

/** For `onEdit`: of a thread that goes on in a statement that was edited, or that may be another one, the wait begins anew. */
export const waitAgain: WaitAgain = { planAnew };

/** A literal; `["name"]`: a variable of the function; `["Hello ", "name", "!"]`: a text with variables. The plugin writes it in saves/given-arguments.ts. */
type Argument = string | number | boolean | null | readonly string[];

/** The call that the thread makes in the place of the one in this frame; undefined if it is not known what is called, or with what. */
function callAnew({ frames, known }: Edits, thread: Thread, { frame, inner }: Waiting): Call | undefined {
  const now = frames.get(frame)!.now!;
  const given = givenAt(now);
  if (given === undefined) return undefined;
  const locals = localsNow(frame);
  const args = given.map((one) => valueOf(one, locals));
  if (args.includes(UNKNOWN)) return undefined;
  const called = inner ?? firstCallIn(thread);
  const fn = called
    ? (known.names.functionOf(called.code) ?? functionOfCode(called.code))
    : thread.kind?.status === 'sleeping' && wordIn(now.callee, thread.keeps);
  return fn ? { code: functionCode(fn as () => unknown), self: called?.self, args } : undefined;
}

/** What it waits for, in a thread of its own. */
function firstCallIn(thread: Thread): Pick<Call, 'code' | 'self'> | null {
  const join = joinOf(thread);
  if (join?.mode !== 'call') return null;
  const { leaf, call } = join.targets[0]!;
  let root = leaf as FrameObject | null;
  while (root?.parent) root = root.parent as FrameObject;
  return root ?? call;
}

/** `this.wait` keeps the owner. */
const wordIn = (callee: string, keeps: boolean): unknown =>
  ((keeps ? Executor.prototype : FORMS_OF_WORDS) as Record<string, unknown>)[/\w+$/.exec(callee)?.[0] ?? ''];

// A save that is written before such a thread goes on has their names.
Object.assign(FORMS_OF_WORDS, { wait, waitFrames, waitUntilTime });

const UNKNOWN = Symbol('unknown');

/** One of two variables of a name may be meant; and nothing of the game makes a text of an object here. */
function valueOf(given: Argument, locals: ReadonlyMap<string, unknown>): unknown {
  if (!Array.isArray(given)) return given;
  const find = (name: string): unknown => {
    const value = locals.get(name);
    return !locals.has(name) || locals.has(`${name}~2`) || value instanceof Gone ? UNKNOWN : value;
  };
  const [first, ...others] = given as readonly string[];
  if (others.length === 0) return find(first!);
  const parts = others.map((part, n) => (n % 2 === 0 ? find(part) : part));
  return parts.some((one) => typeof one === 'symbol' || Object(one) === one)
    ? UNKNOWN
    : first! + parts.map(String).join('');
}

/** What a call is given; undefined for more than that. The facts have it where its statement does not say it. */
export function givenAt({
  given,
  text,
  callee,
}: Pick<Pause, 'given' | 'text' | 'callee'>): readonly Argument[] | undefined {
  if (given === undefined) return argumentsIn(text, callee);
  return given === '-' ? undefined : (JSON.parse(given) as Argument[]);
}

const ONE = String.raw`"[^"\\]*"|'[^'\\]*'|\x60[^\x60\\]*\x60|[\w$\u0080-\uffff]+(?:\.\d+)?`;
const LIST = new RegExp(String.raw`^(?:(?:${ONE})(?:, ?(?:${ONE}))*)?(?=\))`);

/** What stands behind the first such callee, where that is plain. */
function argumentsIn(statement: string, callee: string): readonly Argument[] | undefined {
  const [, rest = ''] = statement.split(`${callee}(`);
  const list = LIST.exec(rest);
  return list === null ? undefined : Array.from(list[0].match(new RegExp(ONE, 'g')) ?? [], argumentOf);
}

function argumentOf(text: string): Argument {
  const said = text.slice(1, -1);
  const parts = said.split(/\$\{([\w$\u0080-\uffff]+)\}/);
  if (text.startsWith('`') && parts.length > 1) return parts;
  if (/^["'`]/.test(text)) return said;
  if (/^\d/.test(text)) return Number(text);
  return WORDS.has(text) ? WORDS.get(text)! : [text];
}

const WORDS: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);
