/**
 * What becomes of the threads that have frames of edited functions: each goes on where its frames stand now. Where one of them stands nowhere, it
 * goes back to a checkpoint that it has passed, or begins its first call again, or is dropped, as the game says; else the load is refused.
 */
import type { Frame } from '../../execution/call.js';
import type { FrameObject } from '../../execution/frame-objects.js';
import { dropFrames } from '../../execution/unwinding.js';
import type { Thread } from '../../threads/thread.js';
import type { Refusal } from '../errors.js';
import type { Loader } from '../fields.js';
import type { Edits } from './edits.js';
import { firstArguments, goBack as goBackIn } from './go-back.js';
import { isMapped } from './map-pauses.js';
import { type OtherOption, otherOptions } from './other-options.js';
import type { Standing } from './standing.js';
import { leftText, mappedText, nameOf, whyNot } from './describe.js';

/**
 * `restart`: the thread begins its first call again. `drop`: it ends as if it were cancelled, without its `finally` blocks; who waits for it gets
 * a CancelledError. `waitAgain`: of a thread that can go on, but whose statement was edited, or may be another one, the wait begins anew.
 */
export type OnEdit = 'restart' | 'drop' | WaitAgain;

/** What `waitAgain` is: its code is only in the bundles of who imports it. */
export interface WaitAgain {
  /** A `PlanAnew`. The public types do not say so, as the names in it would be long ones in production. */
  readonly planAnew: unknown;
}

/** Gives what is told of the frames that go on as they are. */
export type PlanAnew = (plan: Plan, given: Given, frames: readonly FrameObject[]) => readonly string[];

/** For all functions, or by the id of one: `{ "shop.js#open": "restart" }`. */
export type OnEditOption = OnEdit | Readonly<Record<string, OnEdit>>;

/** What is done with a thread when all is in its place: it is dropped, or goes on in one of its frames. */
export interface Action {
  readonly thread: Thread;
  readonly goesOn?: {
    readonly frame: FrameObject;
    /** `leaf`: that of before. */
    place(leaf: Frame | null): void;
  };
}

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

export interface Plan extends EditPlan {
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
    mend: 'Compile with the old option: other refusals may come from it.',
  };
}

/** What is not in its place when they are done. */
export function leftByEdits(actions: readonly Action[]): Set<unknown> {
  const left = new Set<unknown>();
  for (const { thread, goesOn } of actions) {
    const frames = framesOf(thread);
    if (goesOn === undefined) left.add(thread);
    for (const frame of goesOn === undefined ? frames : frames.slice(0, frames.indexOf(goesOn.frame))) left.add(frame);
  }
  return left;
}

export interface Given {
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
    const planAnew = standings
      .map((one) => Object(wantedFor(one, onEdit)).planAnew as PlanAnew | undefined)
      .find(Boolean);
    plan.report.mapped.push(...(planAnew?.(plan, given, frames) ?? standings.map((one) => mappedText(thread, one))));
    return [];
  }
  const around = frames.slice(frames.findIndex((frame) => edits.frames.get(frame) === outer));
  if (!thread.unwinding && goBack(plan, given, around, outer)) return [];
  const what = refused.map((one) => wantedFor(one, onEdit)).find((one) => typeof one === 'string');
  if (!what) {
    for (const one of refused) from.refuse(refusalOf(thread, one));
    return refused;
  }
  if (what === 'restart' && !thread.unwinding) restart(plan, given, frames.at(-1)!, outer);
  else {
    plan.actions.push({ thread });
    plan.report.dropped.push(`${nameOf(thread)}: ${whyNot(outer)}`);
  }
  return [];
}

export const wantedFor = ({ saved }: Standing, onEdit: OnEditOption | undefined): OnEditOption | undefined =>
  (Object(onEdit) as Readonly<Record<string, OnEdit>>)[saved.id] ?? onEdit;

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
    actions.push({ thread, goesOn: { frame, place } });
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
  const place = (leaf: Frame | null): void => {
    dropFrames(leaf, thread);
    thread.leaf = null;
    thread.call = { code: root.code, self: root.self, args };
  };
  actions.push({ thread, goesOn: { frame: root, place } });
  report.restarted.push(`${nameOf(thread)}: ${whyNot(why)}`);
}

/** From the innermost one. */
function framesOf({ leaf }: Thread): FrameObject[] {
  const frames: FrameObject[] = [];
  for (let frame: Frame | null = leaf; frame !== null; frame = frame.parent)
    frames.push(frame as unknown as FrameObject);
  return frames;
}

function refusalOf(thread: Thread, standing: Standing): Refusal {
  const { saved, line, pauseId } = standing;
  return {
    code: 'edited',
    text: leftText(thread, standing),
    function: saved.id,
    line,
    mend: `Give \`load\` \`onEdit: "restart"\` or \`"drop"\`, or \`saves\` a migration from \`${pauseId}\`, or put \`// @pause\` above statements and \`// @was\` above functions before you edit them.`,
  };
}
