/**
 * `$thread` with all its forms as members: code with the option `runtime.global` calls them, `CK.code.thread.arrow(…)`.
 * Every other file imports the single forms from abi.ts.
 */
import { carry, enterFinally, leaveFinally } from '../execution/waiting-finally-blocks.js';
import { now, runRegion, valueNow } from './calls.js';
import {
  $thread as compiled,
  $arrow,
  $callback,
  $decorate,
  $detached,
  $early,
  $method,
  $methods,
  $named,
  $plain,
  $privateMethod,
  $propertyKey,
  $takeNewTarget,
} from './wrappers.js';

interface Forms {
  readonly arrow: typeof $arrow;
  readonly method: typeof $method;
  readonly methods: typeof $methods;
  readonly decorate: typeof $decorate;
  readonly named: typeof $named;
  readonly plain: typeof $plain;
  readonly early: typeof $early;
  readonly callback: typeof $callback;
  readonly carry: typeof carry;
  readonly enterFinally: typeof enterFinally;
  readonly leaveFinally: typeof leaveFinally;
  // In abi.ts these have other names: `$detached`, `$privateMethod`, `$propertyKey`, `$takeNewTarget`, `$sync`,
  // `$atOnce`, `$valueNow`. Existing output calls them by the names here, so these stay: `place` runs a synchronous
  // region.
  readonly apart: typeof $detached;
  readonly of: typeof $privateMethod;
  readonly key: typeof $propertyKey;
  readonly newTarget: typeof $takeNewTarget;
  readonly place: typeof runRegion;
  readonly now: typeof now;
  readonly target: typeof valueNow;
}

const wrap: typeof compiled = (body, meta, alias, entry) => compiled(body, meta, alias, entry);

export const $thread: typeof compiled & Forms = /*#__PURE__*/ Object.assign(wrap, {
  arrow: $arrow,
  method: $method,
  methods: $methods,
  decorate: $decorate,
  named: $named,
  plain: $plain,
  early: $early,
  callback: $callback,
  carry,
  enterFinally,
  leaveFinally,
  apart: $detached,
  of: $privateMethod,
  key: $propertyKey,
  newTarget: $takeNewTarget,
  place: runRegion,
  now,
  target: valueNow,
});
