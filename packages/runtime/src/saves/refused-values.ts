/** What a save refuses: how it calls functions and objects, and what it tells of them. */
import type { CompiledFunction } from '../execution/compiled-function.js';
import { nameOfClass } from '../messages/format.js';
import type { Json, Key, Saver } from './fields.js';
import { constructorsOf, handsOver } from './private-fields.js';

export const textOf = (fn: Function): string => Function.prototype.toString.call(fn);

export const classNameOf = (given: object): string => nameOfClass(given) ?? 'object';

export const MEND_FUNCTION = 'Give it to `functions` of `saves`, or compile its file with `saves: true`.';

/** `text`: its own, which has private names as the source has them: a hint. */
export function refuseFunction(
  to: Saver,
  what: string,
  text: string,
  { mend = MEND_FUNCTION, key = null }: { readonly mend?: string | undefined; readonly key?: Key } = {},
): Json {
  return /[.(]#[\w$]/.test(text)
    ? to.refuse('function', `${what}, as it uses a private name`, 'Make its class at the top of a module.', key)
    : to.refuse('function', what, mend, key);
}

/** A call that is a generator. */
export const generatorRefusal = ({
  isOfRuntime,
  label,
  path,
}: CompiledFunction): readonly [code: string, text: string, mend: string] =>
  isOfRuntime
    ? ['generator', `waits in \`${label}\``, 'Save when that is over.']
    : ['generator', `\`${path}\` is compiled to a generator`, "Compile it with `target: 'frames'`."];

const hiding = new WeakMap<object, boolean>();

/** No code outside of a class sees its private fields: a class that is not compiled hands over none. */
export function hidesFields(prototype: object): boolean {
  const known = hiding.get(prototype);
  if (known !== undefined) return known;
  const hides = constructorsOf(prototype).some(
    ([, made]) =>
      typeof made === 'function' &&
      /[{};\s.]#[^\s\d"'`(){}[\];,!?-]/.test(textOf(made)) &&
      !isOurs(made) &&
      !handsOver(made),
  );
  hiding.set(prototype, hides);
  return hides;
}

/** The class Executor and the language itself. */
const isOurs = (fn: Function): boolean => fn.name === 'Executor';
