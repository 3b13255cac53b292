/** What is left of `await new Promise(…)` and of `await loaded` where somebody has taken out the `await`. */
import type { types as t } from '@babel/core';
import { isDropped } from '../../analyse/calls/judge-calls.js';
import type { Analysis } from '../../analyse/facts/facts.js';
import { isFunction, skipTransparent } from '../../babel/ast.js';
import type { ListedPath } from '../../babel/path.js';
import { propertyName } from '../../babel/function-names.js';
import { type Compilation, isFree } from '../../context/compilation.js';
import { type Finding, replaceBy, tell } from '../../context/diagnostic.js';
import { sourceOf } from '../../context/text-of.js';
import { isGlobalObject } from '../../language/named-builtins.js';
import { warnings } from '../../messages/warnings.js';

/** A `new Promise(…)` in compiled code whose value nobody uses, and a statement that is a name alone. */
export function findDroppedPromises(analysis: Analysis): Finding[] {
  const { compilation, facts } = analysis;
  const { paths } = compilation;
  const found: Finding[] = [];
  for (const path of paths.ofType('NewExpression'))
    if (isPromise(analysis, path) && isDropped(path) && facts.contexts.around(path).plan)
      found.push(tellPromise(analysis, path));
  for (const path of paths.ofType('ExpressionStatement')) {
    const name = skipTransparent(path.node.expression);
    if (name.type === 'Identifier' && facts.contexts.around(path).plan)
      found.push(
        tell(path.node, warnings.promiseDropped, { name: name.name }, [
          replaceBy(path.node.expression, `waitFor(${name.name})`),
        ]),
      );
  }
  return found;
}

function isPromise({ compilation }: Analysis, path: ListedPath<t.NewExpression>): boolean {
  const { t: types } = compilation;
  const callee = skipTransparent(path.node.callee);
  if (callee.type === 'MemberExpression')
    return propertyName(callee) === 'Promise' && isGlobalObject(compilation, path, callee.object);
  return types.isIdentifier(callee, { name: 'Promise' }) && isFree(compilation, path, 'Promise');
}

function tellPromise({ compilation }: Analysis, path: ListedPath<t.NewExpression>): Finding {
  const { node } = path;
  const word = sameWait(compilation, path);
  const mend = replaceBy(node, word ?? `waitFor(${sourceOf(compilation, node)})`);
  return tell(node, warnings.promiseDropped, { instead: word }, [mend]);
}

/**
 * The word that waits as long as a Promise: `wait(500)` for `new Promise((done) => setTimeout(done, 500))`, `wait()` for
 * one of `requestAnimationFrame`; also with `() => done()` and with braces.
 */
function sameWait(compilation: Compilation, path: ListedPath<t.NewExpression>): string | undefined {
  const { t: types } = compilation;
  const [executor] = path.node.arguments;
  if (executor?.type !== 'ArrowFunctionExpression' && executor?.type !== 'FunctionExpression') return undefined;
  const [done] = executor.params;
  const { callee, arguments: given = [] } = onlyCallIn(executor) ?? {};
  if (done?.type !== 'Identifier' || callee?.type !== 'Identifier' || !isFree(compilation, path, callee.name))
    return undefined;
  const [callback, ms] = given;
  const called = isFunction(callback) ? onlyCallIn(callback)?.callee : callback;
  if (!types.isIdentifier(called, { name: done.name })) return undefined;
  if (callee.name === 'requestAnimationFrame' && given.length === 1) return 'wait()';
  const isTimer = callee.name === 'setTimeout' && given.length === 2 && types.isExpression(ms);
  return isTimer ? `wait(${sourceOf(compilation, ms)})` : undefined;
}

/** The call that is all that a function does. */
function onlyCallIn({ body }: t.Function): t.CallExpression | undefined {
  if (body.type !== 'BlockStatement') return body.type === 'CallExpression' ? body : undefined;
  const [only, ...others] = body.body;
  const held =
    only?.type === 'ExpressionStatement' ? only.expression : only?.type === 'ReturnStatement' ? only.argument : null;
  return others.length === 0 && held?.type === 'CallExpression' ? held : undefined;
}
