/** Functions, objects and classes that are made in a loop and used behind it: each iteration has variables of its own. */
import { type Context, inner } from './context.js';
import type { Cursor } from './tree.js';
import { list } from './values.js';

interface Loop {
  readonly head: string;
  readonly declared: string;
  readonly names: readonly string[];
}

/** `pace`: the marks of the loop. `args`: what the functions are called with. */
export function closures(
  cursor: Cursor,
  context: Context,
  { pace, args }: { readonly pace: string; readonly args: string },
): string {
  const [kept, own] = [context.names.next('k'), context.names.next('v')];
  const { head, declared, names } = loopOf(cursor, context, kept);
  const inside = inner(context, { isInLoop: true, isInSwitch: false });
  inside.variables.push(...names, own);
  inside.assignable.push(own);
  const value = context.grammar.expression(cursor.next(), inside);
  const made = makerOf(cursor, inside, { kept, used: [...names, own].join(', ') });
  const turns = context.grammar.statements(cursor.some(0, 2), inside);
  const change = cursor.isTrue(2) ? `${own} = ${context.grammar.expression(cursor.next(), inside)};` : '';
  const kind = change === '' && cursor.isTrue(2) ? 'const' : 'let';
  if (kind === 'const') inside.assignable.pop();
  return `const ${kept} = [];${declared}${pace}${head} { ${kind} ${own} = ${value}; ${made} ${change} ${kind === 'const' ? '' : turns} }\nfor (const f of ${kept}) log(f(${args}));`;
}

function loopOf(cursor: Cursor, context: Context, kept: string): Loop {
  const name = context.names.next('i');
  const names = [name];
  const values = (): string => list(cursor.next(), context);
  switch (cursor.number(7)) {
    case 0:
      return { head: `for (const ${name} of ${values()})`, declared: '', names };
    case 1:
      return { head: `for (const ${name} in { v: 1, w: 2 })`, declared: '', names };
    case 2:
      return { head: `while (${name}-- > 0)`, declared: ` let ${name} = 2;`, names };
    case 3:
      return {
        head: `for (let [${name}, ${name}b] of [[1, ${context.grammar.expression(cursor.next(), context)}], [3]])`,
        declared: '',
        names: [name, `${name}b`],
      };
    case 4:
      return {
        head: `for (let ${name} = 0, ${name}f = () => ${name}; ${name} < 2; ${kept}.push(${name}f), ${name}++)`,
        declared: '',
        names,
      };
    case 5:
      return { head: `for (let ${name} = 0; ${name}++ < 2;)`, declared: '', names };
    default:
      return { head: `for (let ${name} = 0; ${name} < 2; ${name}++)`, declared: '', names };
  }
}

/** `used`: the variables that what is made has to see. */
function makerOf(
  cursor: Cursor,
  context: Context,
  { kept, used }: { readonly kept: string; readonly used: string },
): string {
  const own = { labels: [], isInLoop: false, isInSwitch: false, canReturn: true };
  const within = inner(context, own);
  within.variables.push('a');
  const callables = context.callables.filter(({ base }) => base !== 'this' && base !== 'super');
  const ofMethod = inner(within, { hasThis: false, hasArguments: false, callables });
  const body = (around: Context): string =>
    `{ log(${used}); ${around.grammar.statements(cursor.some(0, 1), around)} return ${around.grammar.expression(cursor.next(), around)}; }`;
  const name = context.names.next('f');
  const key = (): string => `[(${context.grammar.expression(cursor.next(), context)}, 'm')]`;
  switch (cursor.number(10)) {
    case 0:
      return `function ${name}(a) ${body(ofMethod)} ${kept}.push(${name});`;
    case 1:
      return `class ${name} { m(a) ${body(inner(ofMethod, { isStrict: true }))} } ${kept}.push((a) => new ${name}().m(a));`;
    case 2:
      return `class ${name} { ${key()}(a) ${body(inner(ofMethod, { isStrict: true }))} static ${key()} = ${name}; } ${kept}.push((a) => new ${name}().m(a));`;
    case 3:
      return `const ${name} = { m(a) ${body(ofMethod)} }; ${kept}.push((a) => ${name}.m(a));`;
    case 4:
      return `const ${name} = { ${key()}(a) ${body(ofMethod)} }; ${kept}.push((a) => ${name}.m(a));`;
    case 5:
      return `const ${name} = function (a) ${body(ofMethod)}; log(${name}.name); ${kept}.push(${name});`;
    case 6:
      return `const ${name} = class { ${key()}(a) ${body(inner(ofMethod, { isStrict: true }))} }; log(${name}.name); ${kept}.push((a) => new ${name}().m(a));`;
    case 7:
      return `${kept}.push(function ${name}(a) { return a > 0 ? ${name}(a - 1) : (() => ${body(ofMethod)})(); });`;
    case 8:
      return `const ${name} = { k: (a) => ${body(within)} }; log(${name}.k.name); ${kept}.push(${name}.k);`;
    default:
      return `${kept}.push((a) => ${body(within)});`;
  }
}
