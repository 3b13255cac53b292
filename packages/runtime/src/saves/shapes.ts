/** What has to be the same in a function so that a frame of it can be loaded: its pauses and its variables, not its lines. */
import { codeOf } from '../execution/compiled-function.js';
import { FrameCode } from '../execution/frame-code.js';
import type { Names } from './names.js';

/** Undefined for what has no frames. */
export function shapeOf(code: unknown): string | undefined {
  if (!(code instanceof FrameCode)) return undefined;
  return code.meta.replace(/ file=\S*/, '').replaceAll(/ \d+:\d+:(\w+)(?::\d+)?/g, ' $1');
}

/** Those of all functions with a name. */
export function shapesOf(names: Names): Map<string, string> {
  const shapes = new Map<string, string>();
  for (const fn of names.functions()) {
    const shape = shapeOf(codeOf(fn));
    if (shape !== undefined) shapes.set(names.of(fn)!.join(' '), shape);
  }
  return shapes;
}
