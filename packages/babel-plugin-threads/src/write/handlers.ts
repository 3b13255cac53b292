/** Functions that are given to other code, which will call them. */
import type { types as t } from '@babel/core';
import type { HandlerHelper } from '../plan.js';
import type { Writing } from './writing.js';

/** `door.on('open', this.onOpen)` → `door.on('open', handler(this.onOpen))` */
export function writeHandler({ emit }: Writing, value: t.Expression, helper: HandlerHelper): t.Expression {
  return emit.expression(`${helper}(VALUE)`, { VALUE: value });
}

/** `new Promise(run)` → `new Promise($callback(run, "a callback of new Promise"))` */
export function writeCallback({ emit }: Writing, value: t.Expression, region: string): t.Expression {
  return emit.expression('$callback(VALUE, REGION)', { VALUE: value, REGION: emit.text(region) });
}
