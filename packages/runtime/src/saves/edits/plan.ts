/**
 * What becomes of the threads that have frames of edited functions: each goes on where its frames stand now. Where one of them stands nowhere, it
 * goes back to a checkpoint that it has passed, or begins its first call again, or is dropped, as the game says; else the load is refused.
 */
import type { Frame } from '../../execution/call.js';
import type { FrameObject } from '../../execution/frame-objects.js';
import type { Thread } from '../../threads/thread.js';
import type { Refusal } from '../errors.js';
import type { Loader } from '../fields.js';
import type { Edits } from './edits.js';
import { firstArguments, goBack as goBackIn } from './go-back.js';
import { isMapped, type Obstacle } from './map-pauses.js';
import { type OtherOption, otherOptions } from './other-options.js';
import type { Standing } from './standing.js';
import { obstacleText, surpriseText } from './describe.js';

/**
 * `restart`: the thread begins its first call again. `drop`: it ends as if it were cancelled, without its `finally` blocks; who waits for it gets
 * a CancelledError.
 */
export type OnEdit = 'restart' | 'drop';

/** For all functions, or by the id of one: `{ "shop.js#open": "restart" }`. */
export type OnEditOption = OnEdit | Readonly<Record<string, OnEdit>>;

/** What is done with a thread when all is in its place. */
export type Action =
  | { readonly kind: 'drop'; readonly thread: Thread }
  | { readonly kind: 'restart'; readonly thread: Thread; readonly root: FrameObject; readonly args: readonly unknown[] }
  | { readonly kind: 'goBack'; readonly thread: Thread; readonly frame: FrameObject; place(): void };

/** In plain words. */
export interface EditReport {
  readonly mapped: string[];
  readonly restarted: string[];
  readonly dropped: string[];
}

export interface EditPlan {
  readonly actions: readonly Action[];
  readonly report: EditReport;
}

interface Plan extends EditPlan {
  readonly actions: Action[];
}

/** All frames have their contents. What stands nowhere is noted in the refusals of the load. */
export function planEdits(edits: Edits, from: Loader, onEdit: OnEditOption | undefined): EditPlan {
  const plan: Plan = {
    actions: [],
    report: { mapped: edits.doubts(), restarted: [], dropped: [] },
  };
  if (edits.frames.size === 0) return plan;
  const others = new Map<string, Refusal>();
  for (const thread of from.threads.keys())
    for (const { saved } of planThread(plan, { thread, edits, from, onEdit }))
      for (const one of otherOptions(edits.known, saved)) others.set(`${one.file} ${one.name}`, optionRefusal(one));
  // They are the likely reason for all that follows.
  from.refuseFirst([...others.values()]);
  return plan;
}

function optionRefusal({ file, name, before, now }: OtherOption): Refusal {
  const shown = (text: string | undefined): string => (text === undefined ? 'the usual one' : `\`${text}\``);
  return {
    code: 'options',
    text: `\`${file}\` was compiled with another \`${name}\`: it was ${shown(before)}, and is ${shown(now)}`,
    mend: 'Give the compiler the option of then; what else is refused may come from it.',
  };
}

/** What is not in its place when they are done. */
export function leftByEdits(actions: readonly Action[]): Set<unknown> {
  const left = new Set<unknown>();
  for (const action of actions) {
    const frames = framesOf(action.thread);
    if (action.kind === 'drop') left.add(action.thread);
    const kept = action.kind === 'drop' ? undefined : action.kind === 'restart' ? action.root : action.frame;
    for (const frame of kept === undefined ? frames : frames.slice(0, frames.indexOf(kept))) left.add(frame);
  }
  return left;
}

interface Given {
  readonly thread: Thread;
  readonly edits: Edits;
  readonly from: Loader;
  readonly onEdit: OnEditOption | undefined;
}

/** Gives what is refused. */
function planThread(plan: Plan, given: Given): readonly Standing[] {
  const { thread, edits, onEdit, from } = given;
  const frames = framesOf(thread);
  const standings = frames.flatMap((frame) => edits.frames.get(frame) ?? []);
  const refused = standings.filter(({ found }) => !isMapped(found));
  // The innermost ones come first: what is around a frame decides.
  const outer = refused.at(-1);
  if (outer === undefined) {
    plan.report.mapped.push(...standings.map((one) => mappedText(thread, one)));
    return [];
  }
  const around = frames.slice(frames.findIndex((frame) => edits.frames.get(frame) === outer));
  if (!thread.unwinding && goBack(plan, given, around, outer)) return [];
  const ids = refused.map(({ saved }) => saved.id);
  const what = typeof onEdit === 'object' ? ids.map((id) => onEdit[id]).find((one) => one !== undefined) : onEdit;
  if (what === undefined) {
    for (const one of refused) from.refuse(refusalOf(thread, one));
    return refused;
  }
  if (what === 'restart' && !thread.unwinding) restart(plan, given, frames.at(-1)!, outer);
  else {
    plan.actions.push({ kind: 'drop', thread });
    plan.report.dropped.push(`${nameOf(thread)}: ${whyNot(outer)}`);
  }
  return [];
}

/** To the nearest checkpoint in these calls, from the innermost one. False if none of them has passed one. */
function goBack(
  { actions, report }: Plan,
  { thread, edits, from }: Given,
  frames: readonly FrameObject[],
  why: Standing,
): boolean {
  for (const frame of frames) {
    const place = goBackIn(edits, frame, from);
    if (place === undefined) continue;
    actions.push({ kind: 'goBack', thread, frame, place });
    report.restarted.push(
      `${nameOf(thread)} goes back to its last \`checkpoint\` in ${frame.code.path}: ${whyNot(why)}`,
    );
    return true;
  }
  return false;
}

function restart({ actions, report }: Plan, { thread, edits, from }: Given, root: FrameObject, why: Standing): void {
  const args = firstArguments(edits, root, thread, from);
  if (args === undefined)
    return from.refuse({
      ...refusalOf(thread, why),
      text: `${nameOf(thread)} cannot begin again: the save has not kept with what it began`,
      mend: 'Use `onEdit: "drop"` for it.',
    });
  actions.push({ kind: 'restart', thread, root, args });
  report.restarted.push(`${nameOf(thread)}: ${whyNot(why)}`);
}

/** From the innermost one. */
function framesOf({ leaf }: Thread): FrameObject[] {
  const frames: FrameObject[] = [];
  for (let frame: Frame | null = leaf; frame !== null; frame = frame.parent)
    frames.push(frame as unknown as FrameObject);
  return frames;
}

const nameOf = ({ name, id }: Thread): string => `\`${name}\` (thread #${id})`;

/** `guard.js#patrol` (thread #3) goes on at `wait(5)` */
function mappedText(thread: Thread, { found, saved, text, newText }: Standing): string {
  const surprises = isMapped(found) ? found.surprises.map(surpriseText) : [];
  const at = newText === text ? `\`${text}\`` : `\`${newText}\`, which was \`${text}\``;
  return `${nameOf(thread)} goes on in ${saved.id} at ${at}${surprises.map((one) => `; ${one}`).join('')}`;
}

const whyNot = ({ saved, text, found }: Standing): string =>
  `it waited in ${saved.id} at \`${text}\`, and ${obstacleText(found as Obstacle)}`;

function refusalOf(thread: Thread, standing: Standing): Refusal {
  const { saved, line, pauseId } = standing;
  return {
    code: 'edited',
    text: `${nameOf(thread)}: ${whyNot(standing)}`,
    function: saved.id,
    line,
    mend: `Give \`load\` \`onEdit: "restart"\` or \`"drop"\`, or \`saves\` a migration from \`${pauseId}\`, or put \`// @pause\` above statements and \`// @was\` above functions before you edit them.`,
  };
}
