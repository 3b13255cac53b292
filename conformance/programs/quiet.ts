/** Code without a call: nothing in it ever waits, while what stands around it may. */
import type { Context } from './context.js';
import type { Cursor } from './tree.js';

const operators = ['+', '-', '*', '<', '>', '===', '!=='];

/** A value. Its tests are often known beforehand: `true && x`, `1 > 2`. */
export function quiet(cursor: Cursor, context: Context, depth = 2): string {
  const { variables, assignable } = context;
  const value = (): string => quiet(cursor, context, depth - 1);
  switch (cursor.number(depth > 0 ? 13 : 4)) {
    case 0:
      return String(cursor.number(4));
    case 1:
    case 2:
      return variables.length > 0 ? cursor.pick(variables) : '1';
    case 3:
      return cursor.pick(['true', 'false', "'k'", 'undefined', '(1 > 2)']);
    case 4:
    case 5:
      return `(${value()} ${cursor.pick(operators)} ${value()})`;
    case 6:
      return `(${value()} ${cursor.pick(['&&', '||', '??'])} ${value()})`;
    case 7:
      return `(${value()} ? ${value()} : ${value()})`;
    case 8:
      return assignable.length > 0 ? `(${cursor.pick(assignable)} = ${value()})` : value();
    case 9:
      return `(!${value()})`;
    case 10:
      return variables.length > 0 ? shortObject(cursor, context) : '1';
    case 11:
      return `(${cursor.pick(['true', 'false'])} ? ${value()} : ${value()})`;
    default:
      return `[${value()}, ${value()}]`;
  }
}

/** `({ x, k: 1 }).x` */
function shortObject(cursor: Cursor, context: Context): string {
  const name = cursor.pick(context.variables);
  return `({ ${name}, k: ${quiet(cursor, context, 0)} }).${cursor.pick([name, name, 'k'])}`;
}

/** Declarations and branches. What they declare is known to the code behind them. */
export function quietStatement(cursor: Cursor, context: Context): string {
  const value = (): string => quiet(cursor, context);
  const { assignable } = context;
  const assign = (): string => (assignable.length > 0 ? `${cursor.pick(assignable)} = ${value()};` : `${value()};`);
  const name = context.names.next('v');
  const declares = (text: string): string => {
    context.variables.push(name);
    assignable.push(name);
    return text;
  };
  switch (cursor.number(9)) {
    case 0:
      return declares(`let ${name};\nif (${value()}) ${name} = ${value()}; else ${name} = ${value()};`);
    case 1:
      return declares(`let ${name};\nif (${value()}) ${name} = ${value()};`);
    case 2:
      return `{ let ${name}; if (${value()}) ${name} = ${value()}; ${assignable.length > 0 ? `${cursor.pick(assignable)} = ${name};` : ''} }`;
    case 3:
      return `switch (${value()}) { case ${value()}: let ${name} = ${value()}; ${assign()} break; default: ${assign()} }`;
    case 4:
      return declares(`if (${value()}) var ${name} = ${value()};`);
    case 5:
      return declares(`${context.names.next('L')}: var ${name} = ${value()};`);
    case 6:
      return `if (${value()}) { const ${name} = ${value()}; ${assign()} } else ${assign()}`;
    case 7:
      return declares(`const [] = [${value()}], {} = [${value()}];\nlet ${name} = ${value()};`);
    default:
      return declares(`let ${name} = ${value()};`);
  }
}
