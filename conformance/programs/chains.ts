/** Optional chains. */
import type { Context } from './context.js';
import { quiet } from './quiet.js';
import type { Cursor } from './tree.js';
import { args, object, usableCallables } from './values.js';

export function chain(cursor: Cursor, context: Context): string {
  const usable = usableCallables(context).filter(({ method, base }) => method !== undefined && base !== 'super');
  const base = cursor.pick([object(cursor, context), 'none']);
  const value = context.grammar.expression(cursor.next(), context);
  const other = (): string => context.grammar.expression(cursor.next(), context);
  const forms = [
    `(${other()})?.v`,
    `(same(${base})?.[${value}]?.v[${other()}])`,
    `(${base}?.v)?.(${value})`,
    `(delete (${other()})?.v)`,
    `(${base}?.nope.k)?.[${value}]`,
    `(none?.v[${value}].w)`,
    `(${base}?.[${value}])`,
    `(none?.m(${value}).v)`,
    `(delete ${base}?.[${value}])`,
    `(${base}?.nope?.(${value}).v)`,
    `((${value}, none)?.(${other()}))`,
    `((${value}, same)?.(${quiet(cursor, context)}))`,
    `((${value}, same)?.(${other()}))`,
    `(same?.([[1, ${value}]])[(${other()}, 0)])`,
    `(same?.([[1]])?.[(${value}, 0)]?.[0])`,
    `([[1, 2]]?.[(${value}, 0)].at(1))`,
    `([[1, 2]]?.[(${value}, 0)]?.at?.(1))`,
    `(delete same?.([1])[${value}])`,
    `([[same]]?.[(${value}, 0)][0](3))`,
  ];
  if (usable.length > 0) {
    const { base: owner, method } = cursor.pick(usable);
    const member = method!.startsWith('#')
      ? `.${method}`
      : cursor.pick([`.${method}`, `?.${method}`, `?.['${method}']`]);
    forms.push(
      `(${owner}${member}(${args(cursor, context)})?.v)`,
      `(${owner}${member}?.(${value})?.[${value}])`,
      `(${owner}?.${method})(${value})`,
      `(${owner}${member})(${value}, ${args(cursor, context)})`,
      `(${owner}?.[${value}, '${method}'])(${other()})`,
    );
  }
  return cursor.pick(forms);
}
