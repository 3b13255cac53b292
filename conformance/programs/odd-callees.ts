/** Functions from outside of which nobody may ask for `call`, `apply` or `bind`, and calls of them. */
import { type Context, unsavable } from './context.js';
import type { Cursor } from './tree.js';

type Write = (word: string, values: readonly unknown[]) => unknown;
type Anything = Record<PropertyKey, unknown>;

/** An object with methods that have members of their own, or none at all. Each logs its receiver and its arguments. */
export function oddCallees(write: Write): object {
  const told = (name: string) =>
    function (this: unknown, ...values: unknown[]): unknown {
      return write(`odd.${name} of ${this === odd ? 'odd' : typeof this}`, values);
    };
  const member = (): never => {
    throw new Error('bad: a member of a callee');
  };
  const far = (path: string): object =>
    new Proxy(told(path), {
      get: (_, key) => far(`${path}.${String(key)}`),
      apply: (fn, self, list) => Reflect.apply(fn, self, list),
    });
  const odd: Anything = {
    own: Object.assign(told('own'), { call: member, apply: member, bind: member }),
    bare: Object.setPrototypeOf(told('bare'), null),
    far: far('far'),
  };
  return odd;
}

/** A call of one of them, an argument of which may wait. */
export function callOdd(
  cursor: Cursor,
  context: Context,
  { args, mayWait }: { readonly args: string; readonly mayWait: string },
): string {
  const given = [mayWait, args].filter(Boolean).join(', ');
  // What `far` has is made when it is asked for.
  const far = context.isSavable ? [] : ['far', 'far.own', 'far.call', 'far.a.bind'];
  const name = cursor.pick(['own', 'bare', ...far]);
  if (name.startsWith('far')) unsavable(context, 'far', name);
  const last = name.split('.').at(-1)!;
  const owner = ['odd', ...name.split('.').slice(0, -1)].join('.');
  return cursor.pick([
    `${owner}.${last}(${given})`,
    `${owner}.${last}(${given})`,
    `${owner}['${last}'](${given})`,
    `${owner}?.${last}(${given})`,
    `${owner}.${last}?.(${given})`,
    `(${owner}?.${last})(${given})`,
    `${owner}.${last}\`a\${${mayWait}}b\``,
    `[${owner}.${last}][0](${given})`,
    `(${mayWait}, ${owner}).${last}(${given})`,
  ]);
}
