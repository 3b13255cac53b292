/** Generators and async functions, which the plugin does not compile. */
import { type Context, inner, unsavable } from './context.js';
import { body, withoutOwn } from './functions.js';
import type { Cursor } from './tree.js';

export function generatorDeclaration(cursor: Cursor, context: Context): string {
  const name = context.names.next('g');
  const outer = withoutOwn(context);
  const quick = inner(outer, { ...body, canWait: false, hasThis: false, hasArguments: true });
  quick.variables.push('a');
  quick.assignable.push('a');
  const parts = cursor.some(1, 3).map((one) => `yield ${context.grammar.expression(one, quick)};`);
  context.generators.push(name);
  // Who leaves a loop over it is seen to close it.
  const last = cursor.pick(["log('closed');", "log('closed'); yield 3;", "bad('closed');"]);
  const text = cursor.isTrue(2) ? `try { ${parts.join(' ')} } finally { ${last} }` : parts.join(' ');
  return unsavable(context, 'generator', `function* ${name}(a) { ${text} }`);
}

/** It calls no compiled function, as code after an `await` runs outside any thread. */
export function asyncDeclaration(cursor: Cursor, context: Context): string {
  const name = context.names.next('h');
  const bare = inner(context, {
    ...body,
    canWait: false,
    hasThis: false,
    hasSuper: false,
    hasArguments: true,
    objects: [],
    classes: [],
    callables: [],
    asyncs: [],
    generators: [],
    variables: ['a'],
    assignable: ['a'],
  });
  const parts = cursor
    .some(1, 3)
    .map((one) =>
      one.isTrue(2)
        ? `await ${context.grammar.expression(one, bare)};`
        : `log(${context.grammar.expression(one, bare)});`,
    );
  context.asyncs.push(name);
  const text = `async function ${name}(a) { try { ${parts.join(' ')} } catch (e) { log(why(e)); } }`;
  return unsavable(context, 'async function', text);
}
