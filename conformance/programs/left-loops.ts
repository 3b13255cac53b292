/** Loops that are left from inside. */
import { type Context, inner } from './context.js';
import { call } from './expressions.js';
import { quiet } from './quiet.js';
import type { Cursor } from './tree.js';
import { iterable } from './values.js';

/** A loop that is left, so that what it goes through is closed. */
export function leftLoop(cursor: Cursor, context: Context): string {
  const [outer, label, each] = [context.names.next('L'), context.names.next('L'), context.names.next('i')];
  const own = [outer, label].map((name) => ({ name, isLoop: true }));
  const inside = inner(context, {
    labels: [...context.labels, ...own],
    isInLoop: true,
    isInSwitch: false,
  });
  inside.variables.push(each);
  const exits = ['break;', 'continue;', `break ${label};`, `continue ${outer};`, `throw ${quiet(cursor, inside)};`];
  if (context.canReturn) exits.push('return;', `return ${quiet(cursor, inside)};`, `return ${call(cursor, inside)};`);
  const exit = abandoned(cursor, inside, cursor.pick(exits));
  const values = iterable(cursor.next(), inner(context));
  const body = `${context.grammar.statements(cursor.some(0, 1), inside)} if (${quiet(cursor, inside)}) { ${call(cursor, inside)}; ${exit} } ${context.grammar.statements(cursor.some(0, 1), inside)}`;
  const text = `${outer}: ${label}: for (const ${each} of ${values}) { ${body} }`;
  return cursor.isTrue(2) ? `try { ${text} } catch (e) { log(why(e)); }` : text;
}

/** One time in four, what is thrown on the way out is caught before the loop is left. */
function abandoned(cursor: Cursor, context: Context, exit: string): string {
  const caught = 'catch (e) { log(why(e)); }';
  switch (cursor.number(8)) {
    case 1:
      return context.canReturn ? `try { return bad(${quiet(cursor, context)}); } ${caught}` : exit;
    case 2:
      return `try { try { ${exit} } finally { if (${quiet(cursor, context)}) bad(1); } } ${caught}`;
    default:
      return exit;
  }
}
