/** Which method of the class around it a call on `this` reaches. */
import type { PauseReport } from '@spindle/compiler';
import type { Inspection, PlacedFunction } from './inspection.js';

/** Undefined if it is no such call, or the class has no such method in this file. A class that extends it may have another. */
export function calleeInView(
  inspection: Inspection,
  caller: PlacedFunction,
  { kind, reason }: PauseReport,
): PlacedFunction | undefined {
  const [, name] = /^may wait: unknown callee this\.(#?[\w$]+)$/.exec(reason) ?? [];
  const method = kind === 'call' && name !== undefined ? methodAround(inspection, caller) : undefined;
  if (method === undefined) return undefined;
  const owner = method.id.slice(0, method.id.lastIndexOf('.'));
  return inspection.functions.find(
    (one) =>
      one.leftOut === undefined &&
      // A second one of the name has a number.
      one.id.replace(/~\d+$/, '') === `${owner}.${name}` &&
      begins(inspection, one, 'static') === begins(inspection, method, 'static'),
  );
}

/** The method whose `this` a function has: an arrow has that of the function around it. */
function methodAround(inspection: Inspection, fn: PlacedFunction): PlacedFunction | undefined {
  const end = fn.id.lastIndexOf('>');
  if (fn.id.includes('.', end + 1)) return fn;
  const around = inspection.functions.find(({ id }) => id === fn.id.slice(0, end));
  if (around === undefined || begins(inspection, fn, 'function')) return undefined;
  return methodAround(inspection, around);
}

const begins = ({ lines }: Inspection, { span }: PlacedFunction, word: string): boolean =>
  lines.text.startsWith(word, span.start);
