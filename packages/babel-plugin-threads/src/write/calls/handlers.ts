/** Functions that are given to other code, which will call them. */
import type { types as t } from '@babel/core';
import type { ListedPath } from '../../babel/path.js';
import type { Writer } from '../writer.js';

/** `door.on('open', this.onOpen)` → `door.on('open', handler(this.onOpen))` */
export function writeHandler({ emit, plan }: Writer, { node }: ListedPath, value: t.Node): t.Expression {
  return emit.expression(`${plan.handlers.get(node)!}(VALUE)`, { VALUE: value });
}

/** `new Promise(run)` → `new Promise($callback(run, "a callback of new Promise"))`. Methods of an object are wrapped as properties: see methods.ts. */
export function writeCallback(writer: Writer, { node }: ListedPath, value: t.Node): t.Node {
  const { handlers, callbacks } = writer.plan;
  if (handlers.has(node) || node.type === 'ObjectMethod') return value;
  return asCallback(writer, value, callbacks.get(node)!);
}

export function asCallback({ emit }: Writer, value: t.Node, region: string): t.Expression {
  return emit.expression('$callback(VALUE, REGION)', { VALUE: value, REGION: emit.text(region) });
}
