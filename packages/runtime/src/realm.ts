/**
 * How the runtime and compiled code call a function on a receiver. Both are taken from the realm when this file is loaded: a script that
 * replaces `Function.prototype.call` changes nothing here, and no member of the function itself is read, which may have a `call` of its own
 * or, without a prototype, none.
 */
/* oxlint-disable typescript/unbound-method -- bound here */

/** Calls `fn` with this `this` and a list of arguments. */
export const applyOn: (fn: Function, self: unknown, args: ArrayLike<unknown>) => any = Reflect.apply;

const { call } = Function.prototype;

/** The same with the arguments one by one. An engine makes a plain call of it, and it has no line in native stacks. */
export const callOn: (fn: Function, self: unknown, ...args: any[]) => any = /*#__PURE__*/ call.bind(call);

/** A function that `bind` made. It cannot be found out which function it calls. */
export function isBound(fn: Function): boolean {
  const name: unknown = Object.getOwnPropertyDescriptor(fn, 'name')?.value;
  return typeof name === 'string' && name.startsWith('bound ');
}
