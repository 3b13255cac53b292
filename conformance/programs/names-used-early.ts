/** Names where the engine refuses them, or where they mean something else than in the block around: before their line, of constants, declared twice. */
import { type Context, inner, isWord, pace, unsavable, withArguments } from './context.js';
import { quiet } from './quiet.js';
import type { Cursor } from './tree.js';
import { list } from './values.js';

/** The context of a function in which `super` means nothing. */
function withoutSuper(context: Context): Context {
  const callables = context.callables.filter(({ base }) => base !== 'this' && base !== 'super');
  return { ...context, callables, hasSuper: false };
}

const attempt = (text: string): string => `try { ${text} } catch (e) { log(why(e)); }`;

/** A variable, a constant or a class, that is used above its line: at once, or by a function that is called above and below it. */
export function useEarly(cursor: Cursor, context: Context): string {
  const name = context.names.next('v');
  const kind = cursor.pick(['let', 'const', 'class', 'switch', 'const', 'for']);
  const [first, second] = [useOf(cursor, context, name), useOf(cursor, context, name)];
  const valueIn = (around: Context): string => context.grammar.expression(cursor.next(), around);
  const value = (): string => valueIn(context);
  const strictly = (): string => valueIn(inner(context, { isStrict: true, hasSuper: false }));
  if (kind === 'for')
    return attempt(
      `for (${cursor.pick(['let', 'const'])} ${name} of [${value()}, ${cursor.pick([name, `(() => ${name})()`])}]) log(1);`,
    );
  if (kind === 'switch')
    return attempt(
      `switch (${value()}) { case ${value()}: ${first} break; case 'k': let ${name} = ${value()}; default: ${second} }`,
    );
  const ofClass = (): string => {
    // A save makes it again, which must run no code.
    if (context.isSavable || cursor.isTrue(3)) return `class ${name} { static v = 1; }`;
    const text = cursor.pick([
      `class ${name} { static [(${strictly()}, 'v')] = ${name}.name; }`,
      `class ${name} { [(${strictly()}, (() => typeof ${cursor.pick([name, 'none'])}), 'm')]() { return 1; } }`,
    ]);
    return unsavable(context, 'class that runs code', text);
  };
  const declared = kind === 'class' ? ofClass() : `${kind} ${name} = ${value()};`;
  const last = kind === 'const' || kind === 'let' ? context.variables.push(name) : undefined;
  if (kind === 'let' && last !== undefined) context.assignable.push(name);
  if (cursor.isTrue(3)) return `${attempt(first)}\n${declared}\n${attempt(second)}`;
  const maker = context.names.next('k');
  const made = cursor.pick([
    `const ${maker} = () => { ${first} return 1; };`,
    `function ${maker}() { ${first} return 1; }`,
    `const ${maker} = { m() { ${first} return 1; } }.m;`,
  ]);
  return `${made}\n${attempt(`log(${maker}());`)}\n${declared}\n${attempt(`log(${maker}());`)}`;
}

/** A statement that reads it, or assigns to it. */
function useOf(cursor: Cursor, around: Context, name: string): string {
  const context = withoutSuper(around);
  const value = (): string => context.grammar.expression(cursor.next(), inner(context, { canReturn: false }));
  switch (cursor.number(13)) {
    case 0:
      return `${name} = ${value()};`;
    case 1:
      return `log(${name} = ${value()});`;
    case 2:
    case 11:
      return `${name} ${cursor.pick(['+=', '*=', '||=', '&&=', '??='])} ${value()};`;
    case 3:
      return `log(${name}++);`;
    case 4:
      return `[${name}] = ${list(cursor.next(), context)};`;
    case 5:
      return `({ v: ${name} = ${value()} } = { w: 1 });`;
    case 6:
      return `for (${name} of ${list(cursor.next(), context)}) log(1);`;
    case 7:
      return `log(({ ${name} }).${name});`;
    case 8:
      return `log(typeof ${name}, ${value()});`;
    case 9:
      return `({ ${name} } = { ${name}: ${value()} });`;
    default:
      return `log(${value()}, ${name});`;
  }
}

/** A `var` of a name that means what a `catch` has caught. */
export function caughtAgain(cursor: Cursor, context: Context): string {
  const value = context.grammar.expression(cursor.next(), context);
  const head = pace(cursor, context);
  const again = cursor.pick([
    `var e = ${value}; log(e);`,
    `for (var e in { v: ${value} }) log(e);`,
    `${head}for (var e = ${value}; e !== none; e = none) log(e);`,
    `if (${value}) var e = 1; log(typeof e);`,
    `${head}for (var e = ${value}, ${context.names.next('v')} = 2; e !== none; e = none) log(e);`,
  ]);
  return `try { bad(1); } catch (e) { ${again} }`;
}

/**
 * What a function of sloppy code can do with its parameter `a` and with `arguments`; in strict code what is left of that. `mayDeclare`: whether the body may
 * declare both again; the plugin refuses that where parameters wait.
 */
export function parametersAgain(cursor: Cursor, context: Context, mayDeclare: boolean): string {
  const value = (): string => context.grammar.expression(cursor.next(), context);
  // While `a` means a function, nothing reads it: as a part of a text it would be the text of a compiled function.
  const ofOthers = { ...context, hasArguments: false, ...without('a', context) };
  const other = (): string => context.grammar.expression(cursor.next(), ofOthers);
  const forms = [
    `log([...arguments, ${value()}].length);`,
    `log(typeof same(arguments), ${value()});`,
    `same(arguments)[0] = ${value()}; log(a);`,
    `arguments[1]++; [arguments[0]] = [${value()}]; log(a, arguments.length);`,
    `(() => { arguments[0] = ${context.grammar.expression(cursor.next(), { ...context, hasSuper: false })}; })(); log(a);`,
    `delete arguments[0]; log(${value()}, arguments[0], a);`,
    `{ function a() { return 2; } log(a()); }`,
  ];
  if (mayDeclare)
    forms.push(
      `var a = ${value()};`,
      'var a;',
      `for (var a in { v: 1, w: ${value()} }) log(a);`,
      `function a() { return 1; } log(typeof a); a = ${other()};`,
      `function a() { return 1; } log(typeof same(arguments)[0], a); a = ${other()}; log(arguments[0]);`,
      `${pace(cursor, context)}for (var a = ${value()}, ${context.names.next('v')} = 2; a !== none; a = none) log(a);`,
    );
  if (!context.isStrict) forms.push(`arguments = ${value()}; log(arguments);`, 'log(delete a, delete arguments);');
  if (mayDeclare && !context.isStrict) forms.push(`var arguments; log(typeof arguments, ${value()});`);
  return withArguments(context, `${cursor.pick(forms)} `);
}

const without = (name: string, { variables, assignable }: Context): Pick<Context, 'variables' | 'assignable'> => ({
  variables: variables.filter((one) => one !== name),
  assignable: assignable.filter((one) => one !== name),
});

/** A function of a block, which a default of the parameters also names: it means what is outside. */
export function namedByParameters(cursor: Cursor, context: Context, name: string): string {
  const text = `{ function ${name}() { return ${quiet(cursor, inner(context))}; } log(${name}()); } log(typeof ${name}, ${context.grammar.expression(cursor.next(), context)}); `;
  return unsavable(context, 'block function', text);
}

/** Functions that blocks, branches and labels declare in sloppy code. */
export function sloppyFunctions(cursor: Cursor, context: Context): string {
  const name = context.names.next('f');
  const ofBody = {
    canReturn: true,
    labels: [],
    isInLoop: false,
    isInSwitch: false,
    hasThis: false,
    hasArguments: false,
  };
  const isQuiet = cursor.isTrue(2);
  const made = inner(withoutSuper(context), ofBody);
  const body = `{ return ${isQuiet ? quiet(cursor, made) : context.grammar.expression(cursor.next(), made)}; }`;
  const native = isQuiet && context.isCovered && cursor.isTrue(2) ? '/* @native */ ' : '';
  const value = context.grammar.expression(cursor.next(), context);
  const outside = isWord(name) ? '1' : `typeof ${name}`;
  const text = cursor.pick([
    `if (${value}) ${native}function ${name}() ${body}\nlog(${outside});`,
    `if (${value}) log(1); else ${native}function ${name}() ${body}\nlog(${outside});`,
    `${context.names.next('L')}: function ${name}() ${body}\nlog(${name}());`,
    `{ log(${value}); ${context.names.next('L')}: function ${name}() ${body} }\nlog(${outside});`,
    `{ let ${name} = ${value}; { function ${name}() ${body} log(${name}()); } log(${name}); }`,
    `for (let ${name} = 0; ${name} < 1; ${name}++) { log(${value}); { function ${name}() ${body} log(${name}()); } break; }`,
    `try { bad(${value}); } catch ({ message: ${name} }) { { function ${name}() ${body} log(${name}()); } log(typeof ${name}); }`,
  ]);
  return unsavable(context, 'block function', text);
}
