import type { types as t } from '@babel/core';
import type { FunctionPlan } from '../plan.js';
import type { LoweredFile } from '../lower/lower.js';
import type { WrittenFile } from '../write/writer.js';

/**
 * With the option `positions` a generator says where it waits, because nobody can ask it. What has been lowered knows it by the number of its pause.
 *
 *   yield wait(100);   →   yield $at("4:3", wait(100));
 */
export function writePositions({ emit, plan, pauses }: WrittenFile, { functions }: LoweredFile): void {
  const isGenerator = (one: FunctionPlan): boolean => (functions.get(one)?.form ?? 'generator') === 'generator';
  const told = new Set([...plan.functions.values()].filter(isGenerator).flatMap((one) => one.pauses));
  for (const [wait, pause] of pauses) {
    if (!told.has(pause)) continue;
    const yielded = wait as t.YieldExpression;
    yielded.argument = emit.expression('$at(PLACE, VALUE)', {
      PLACE: emit.text(`${pause.line}:${pause.column + 1}`),
      VALUE: yielded.argument!,
    });
  }
}
