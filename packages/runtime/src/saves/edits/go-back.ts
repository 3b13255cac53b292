/** Where a thread begins again that cannot go on: behind a checkpoint that it has passed, or at its first call. */
import type { FrameObject } from '../../execution/frame-objects.js';
import { blocks } from '../../execution/finally-marks.js';
import type { Thread } from '../../threads/thread.js';
import type { Loader } from '../fields.js';
import { livePlaces, setPlace, valueAt } from '../places.js';
import { Gone } from '../shown.js';
import type { Edits } from './edits.js';
import { boxed, localsNow, oldLocals, valueOf } from './frame-values.js';
import { unboxed } from './map-names.js';
import { labelsAt } from './standing.js';

/** Puts the frame behind the nearest checkpoint that it has passed; undefined if there is none. All objects have their contents. */
export function goBack({ frames, known }: Edits, frame: FrameObject, from: Loader): (() => void) | undefined {
  const standing = frames.get(frame);
  const saved = standing?.saved ?? known.byCode.get(frame.code);
  const found = saved && known.mapOf(saved, frame.code)?.checkpointBefore((standing?.oldPc ?? frame.pc) - 1);
  if (found === undefined) return undefined;
  const old = standing === undefined ? localsNow(frame) : oldLocals(standing, from);
  return () => {
    frame.notes = null;
    blocks.delete(frame);
    frame.pc = found.to + 1;
    for (const { name, index } of livePlaces(frame)) {
      // A parameter that is read no more has none.
      const source = found.sources.get(name) ?? { from: name };
      setPlace(frame, index, boxed(name, 'first' in source ? source.first : old.get(unboxed(source.from))));
    }
  };
}

/** What the first call of a thread gets when it begins again; undefined if the save does not have it. */
export function firstArguments(
  { frames }: Edits,
  root: FrameObject,
  { args: given }: Thread,
  from: Loader,
): readonly unknown[] | undefined {
  const standing = frames.get(root);
  const { takesList, length } = standing?.saved.code ?? root.code;
  const labels = standing?.labels ?? labelsAt(root.code, root.pc)!;
  const argumentAt = (at: number): unknown =>
    standing === undefined ? valueAt(root, at) : valueOf(standing, labels[at]!, from);
  const args = Array.from(takesList ? (argumentAt(0) as ArrayLike<unknown>) : given);
  if (!takesList) for (let at = 0; at < Math.min(length, args.length); at++) args[at] = argumentAt(at);
  return args.concat(root.self).some((one) => one instanceof Gone) ? undefined : args;
}
