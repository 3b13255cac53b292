/** Native methods for which the runtime has a loop of its own: it gets the step of a callback that is written in the call. */
import type { types as t } from '@babel/core';
import type { Form } from '../vocabulary.js';
import type { EntryContext } from './entries.js';
import type { Tools } from './read/tools.js';

const NATIVES: ReadonlyMap<string, Form> = new Map([
  ['forEach', '$forEach'],
  ['map', '$map'],
]);

/**
 *   $pausing(rooms, "map", $arrow(function (…) {…}, $meta(1), this))  →  $map(rooms, function (…) {…}, this, $meta(1))
 *   $pausing(rooms, "map", double)                                    →  $map(rooms, double)
 *
 * `natives`: the calls that were written with `$pausing`, with the names of their methods.
 */
export function nameNatives(
  tools: Tools,
  wrapped: Pick<EntryContext, 'steps' | 'formOf'>,
  natives: ReadonlyMap<t.CallExpression, string>,
): void {
  const { types, emit } = tools;
  for (const [call, name] of natives) {
    const helper = NATIVES.get(name);
    const [receiver, , ...args] = call.arguments;
    if (helper === undefined || args.length > 2 || args.some((one) => types.isSpreadElement(one))) continue;
    call.callee = emit.helper(helper);
    const parts = args.length === 1 && partsOf(tools, wrapped, args[0]!);
    call.arguments = [receiver!, ...(parts || args)];
  }
}

/** The step of an arrow, its `this` and its text; undefined for anything else. */
function partsOf(
  { types, emit, saving }: Tools,
  { steps, formOf }: Pick<EntryContext, 'steps' | 'formOf'>,
  callback: t.Node,
): t.Expression[] | undefined {
  // With saves it is made by a factory, as any other.
  if (!types.isCallExpression(callback) || saving !== undefined) return undefined;
  const [step, meta, self = types.unaryExpression('void', types.numericLiteral(0)), ...more] = callback.arguments;
  const plan = emit.metas.get(meta!);
  if (plan === undefined || more.length > 0 || formOf(plan) !== '$arrow') return undefined;
  return steps.get(plan)?.takesList === false ? ([step, self, meta] as t.Expression[]) : undefined;
}
