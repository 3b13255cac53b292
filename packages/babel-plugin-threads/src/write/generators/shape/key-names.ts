/** Computed keys of methods, which are evaluated once. */
import { skipTransparent, isField } from '../../../babel/ast.js';
import type { Path } from '../../../babel/path.js';
import type { Types } from '../../../babel/types.js';
import type { Shaper } from './shaper.js';
import type { types as t } from '@babel/core';

/**
 * A computed key of a method, or of a property that holds the function, is evaluated once and kept: the wrapper needs it again. Each run
 * of the code around keeps its own, as others may come in between: see `keeperOf`.
 *
 * Needs the parameters that move; gives `keys`.
 */
export function keepKeys(shaper: Shaper): void {
  const { compilation, plan } = shaper.analysis;
  for (const fn of plan.functions.values()) {
    const { kind, path } = fn;
    const keyed = kind === 'expression' || kind === 'arrow' ? path.parentPath! : path;
    if (!hasOpenKey(compilation.t, keyed.node)) continue;
    shaper.keys.set(fn, shaper.names.temporary(keeperOf(shaper, keyed), '$key'));
    if ((keyed.node as t.ObjectProperty).key.type !== 'TemplateLiteral') shaper.helpers.need('$propertyKey');
  }
}

function hasOpenKey(types: Types, node: t.Node): boolean {
  if (!types.isMethod(node) && !types.isObjectProperty(node) && !types.isClassProperty(node)) return false;
  return node.computed === true && !isFixedKey(types, node.key);
}

/** What runs anew around the key: a body, parameters that are evaluated there, a deferred call, a field. Else the file. */
function keeperOf({ analysis }: Shaper, path: Path): t.Node {
  const { compilation, plan } = analysis;
  const { t: types, program } = compilation;
  for (let at: Path = path; at.parentPath; at = at.parentPath) {
    const around = at.parentPath.node;
    const own = plan.functions.get(around);
    if (own?.kind === 'deferred') return around;
    if (types.isFunction(around) && at.key === 'body') return around;
    const from = own && plan.movedParameters.get(own);
    if (from !== undefined && at.listKey === 'params' && (at.key as number) >= from) return around;
    // A class without a name gets that of the field, and would lose it in a body.
    if (isField(around) && at.key === 'value' && !isNamelessClass(types, at.node)) return around;
  }
  return program.node;
}

function isNamelessClass(types: Types, value: t.Node): boolean {
  const inner = skipTransparent(value);
  return types.isClassExpression(inner) && !inner.id;
}

/** Written twice it gives the same key and does nothing else. */
function isFixedKey(types: Types, key: t.Node): boolean {
  if (types.isTemplateLiteral(key)) return key.expressions.length === 0;
  return types.isLiteral(key) && !types.isRegExpLiteral(key);
}
