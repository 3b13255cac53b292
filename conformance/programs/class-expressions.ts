/** Classes where they stand: what they extend, keys, static parts, private names. */
import { type Context, inner, unsavable } from './context.js';
import { quiet } from './quiet.js';
import type { Cursor } from './tree.js';
import { object } from './values.js';

export function classExpression(cursor: Cursor, around: Context): string {
  const context = inner(around, { isStrict: true, hasSuper: false });
  const value = (): string => context.grammar.expression(cursor.next(), context);
  const base =
    context.classes.length > 0 && cursor.isTrue(2) ? ` extends (${value()}, ${cursor.pick(context.classes)})` : '';
  if (context.isSavable) return `[class { static v = 1; m(a) { return ${value()}; } }, ${value()}][0].name`;
  unsavable(context, 'class that runs code', '');
  const which = cursor.number(9);
  if (which >= 5) unsavable(context, 'private name', '');
  switch (which) {
    case 5:
      return `(class { #x = 1; static [(${value()}, 'm')](one) { return #x in (${context.canWait ? 'p' : 'log'}(2), one); } }).m(${object(cursor, context)})`;
    case 6:
      return `(class K${base || ` extends (${value()}, Object)`} { static #x = 1; static [(${value()}, 'm')] = [${quiet(cursor, context)}, #x in K, K.name]; }).m`;
    case 7:
      return `(class { static #x = 1; static [((one) => #x in one, ${value()}, 'm')](a) { return #x in ({ a }, this); } }).m(${value()})`;
    case 8:
      return `(class K { #x = 1; m(one) { return [#x in one, #x in (${quiet(cursor, context)}, this), K]; } }, ${value()})`;
    case 0:
      return `[class { static v = 1; }, ${value()}][0].name`;
    case 1:
      return `({ k: class {}, v: ${value()} }).k.name`;
    case 2:
      return `(class K { static [(${value()}, 'm')] = 1; static w = K.m; }).w`;
    case 3:
      return `new (class K { [(() => K, ${value()}, 'm')]() { return 1; } })().m()`;
    default:
      return `new (class${base} { w = 2; [(${value()}, 'm')]() { return log(this.w); } static [(${value()}, 'k')] = 3; })(1).m()`;
  }
}
