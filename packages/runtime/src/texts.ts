/** Messages in another language: those of the runtime, and diagnostics of the compiler. */
import { describe, fieldOf } from './messages/format.js';

/**
 * By code. A text names facts in braces, as in `'{name} kenne ich nicht.'`; a function makes the text of them. Facts are the `values`
 * of the message and its own fields, such as `line` of a diagnostic and `reason` of an error.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- each code has others: docs/messages.md
export type Texts = Readonly<Record<string, string | ((facts: any) => string)>>;

/**
 * Gives the text of a message in another language: of an error of the runtime or of a diagnostic of the compiler. What is not in the
 * table keeps its own text, as does any other error.
 *
 * @example
 * const german = { SPN506: "{wait} dauert länger als {ms} ms." };
 * //@compile
 * function scene() {
 *   try {
 *     withTimeout(100, wait(500));
 *   } catch (error) {
 *     return translate(error, german);
 *   }
 * }
 * const told = start(() => scene());
 * runToEnd(scheduler);
 * told.value; // "withTimeout dauert länger als 100 ms."
 */
export function translate(message: unknown, texts: Texts): string {
  const code: unknown = fieldOf(message, 'code');
  const text = fieldOf(texts, String(code)) as Texts[string] | undefined;
  if (text === undefined) {
    const own: unknown = typeof message === 'string' ? message : fieldOf(message, 'message');
    return typeof own === 'string' ? own : describe(message);
  }
  const facts: Record<string, unknown> = {
    ...(message as object),
    ...(fieldOf(message, 'values') as object | undefined),
  };
  if (typeof text === 'function') return text(facts);
  return text.replaceAll(/\{(\w+)\}/g, (asWritten, name: string) =>
    facts[name] === undefined ? asWritten : [facts[name]].flat().map(asText).join(', '),
  );
}

const asText = (fact: unknown): string =>
  typeof fact === 'string' || typeof fact === 'number' || typeof fact === 'boolean' ? String(fact) : describe(fact);
