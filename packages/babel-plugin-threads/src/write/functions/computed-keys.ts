/** Computed keys of functions, which are evaluated once. */
import type { types as t } from '@babel/core';
import { isField, isFunction, skipTransparent } from '../../babel/ast.js';
import type { Path } from '../../babel/path.js';
import type { Types } from '../../babel/types.js';
import type { FunctionPlan } from '../../plan.js';
import type { Emitter } from '../emitter.js';
import type { Writer } from '../writer.js';

/**
 * A computed key of a method, or of a property that holds the function, is evaluated once and kept: the wrapper needs it again. Each run
 * of the code around keeps its own, as others may come in between: see `keeperOf`.
 */
export function nameKeys(given: Pick<Writer, 'compilation' | 'plan' | 'names'>): ReadonlyMap<FunctionPlan, string> {
  const { compilation, plan, names } = given;
  const keys = new Map<FunctionPlan, string>();
  for (const fn of plan.functions.values()) {
    const { kind, path } = fn;
    const keyed = kind === 'expression' || kind === 'arrow' ? path.parentPath! : path;
    if (hasOpenKey(compilation.t, keyed.node)) keys.set(fn, names.temporary(keeperOf(given, keyed), '$key'));
  }
  return keys;
}

function hasOpenKey(types: Types, node: t.Node): boolean {
  if (!types.isMethod(node) && node.type !== 'ObjectProperty' && node.type !== 'ClassProperty') return false;
  return node.computed === true && !isFixedKey(types, node.key);
}

/** What runs anew around the key: a body, parameters that are evaluated there, a deferred call, a field. Else the file. */
function keeperOf({ compilation, plan }: Pick<Writer, 'compilation' | 'plan'>, path: Path): t.Node {
  const { program } = compilation;
  for (let at: Path = path; at.parentPath; at = at.parentPath) {
    const around = at.parentPath.node;
    const own = plan.functions.get(around);
    if (own?.kind === 'deferred') return around;
    if (isFunction(around) && at.key === 'body') return around;
    const from = own && plan.movedParameters.get(own);
    if (from !== undefined && at.listKey === 'params' && (at.key as number) >= from) return around;
    // A class without a name gets that of the field, and would lose it in a body.
    if (isField(around) && at.key === 'value' && !isNamelessClass(at.node)) return around;
  }
  return program.node;
}

function isNamelessClass(value: t.Node): boolean {
  const inner = skipTransparent(value);
  return inner.type === 'ClassExpression' && !inner.id;
}

/** Written twice it gives the same key and does nothing else. */
function isFixedKey(types: Types, key: t.Node): boolean {
  if (key.type === 'TemplateLiteral') return key.expressions.length === 0;
  return types.isLiteral(key) && key.type !== 'RegExpLiteral';
}

type Keyed = t.ClassMethod | t.ObjectMethod | t.ObjectProperty | t.ClassProperty;

/** `[key]` → `[$key = $propertyKey(key)]` */
export function keepKey(emit: Emitter, keyed: Keyed, name: string): void {
  const key = keyed.key as t.Expression;
  const isText = key.type === 'TemplateLiteral';
  keyed.key = emit.assign(name, isText ? key : emit.expression('$propertyKey(KEY)', { KEY: key }));
}
