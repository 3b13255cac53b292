/** Where the calls of scripts stand, by the lines of their text. */
import type { Frame } from '../../packages/runtime/src/execution/call.js';
import { asFrameObject, localsOf } from '../../packages/runtime/src/execution/frame-places.js';
import { pausesOf } from '../../packages/runtime/src/execution/pause-points.js';
import { originOf } from '../../packages/runtime/src/saves/registry.js';
import type { Thread } from '../../packages/runtime/src/threads/thread.js';
import type { Position } from './judge.js';

export function positionsIn({ threads }: { readonly threads: readonly Thread[] }): Position[] {
  const positions: Position[] = [];
  for (const thread of threads)
    for (let frame: Frame | null = thread.leaf; frame !== null; frame = frame.parent)
      positions.push(positionOf(thread, frame));
  return positions;
}

export function positionOf(thread: Thread, frame: Frame): Position {
  const own = asFrameObject(frame)!;
  const pauses = pausesOf(frame.code);
  const { line } = pauses[own.pc - 1]!;
  const nth = pauses.slice(0, own.pc - 1).filter((one) => one.line === line).length;
  const condition = frame === thread.leaf ? conditionOf(thread) : undefined;
  return { path: frame.code.path, line, nth, locals: localsOf(own), condition };
}

function conditionOf({ content }: Thread): Position['condition'] {
  if (typeof content !== 'function') return undefined;
  const [captured] = originOf(content)!.captured;
  const box = Object(captured) as { readonly v?: unknown };
  // A variable that changes stands in a box.
  return { text: /clock\.now.*/.exec(String(content))![0].replace('.v', ''), captured: box.v ?? captured };
}
