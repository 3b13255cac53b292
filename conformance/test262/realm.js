/** A new realm for each run, with the harness files of test262, the runtime, and a log of all assertions. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { types } from 'node:util';
import vm from 'node:vm';
import { bundleRuntime } from '../shared/bundle.js';
import { runtimeGlobal } from './compile.js';
import { makeLoader } from './modules.js';

const runTimeoutMs = 30_000;

/** Runs in the realm after the includes, which define more assertions, and wraps all of them. The log itself is outside the realm. */
const instruments = `(function (outside) {
  const { apply } = Reflect;
  const logged = (name, fn) => {
    const wrapper = function () {
      outside.logCall(name, arguments);
      return apply(fn, this, arguments);
    };
    return Object.defineProperty(wrapper, 'name', { value: fn.name });
  };
  if (typeof assert === 'function') {
    const plain = assert;
    assert = logged('assert', plain);
    for (const key of Object.keys(plain))
      assert[key] = typeof plain[key] === 'function' && key[0] !== '_' ? logged('assert.' + key, plain[key]) : plain[key];
  }
})`;

/** Runs in the realm of a compiled run: defines how the wrapped test is called, and gives the scheduler. */
const runtimeSetup = `(function (outside) {
  const runtime = ${runtimeGlobal};
  const scheduler = new runtime.Scheduler({ onError: outside.uncaught, maxStepsPerTurn: Infinity });
  runtime.setDefaultScheduler(scheduler);
  return {
    scheduler,
    /** With stress, everything that the test calls can pause. */
    callWrapper: (test, self) => runtime.stressed.stress.call(test, self, []),
    /** With stress, a thread waits for one frame at a time. One that waits much longer will never continue. */
    isLost: () => scheduler.threads.every((thread) => thread.since < scheduler.clock.frame - 5_000),
    // Without an iterator, as the test may have removed or replaced that of arrays.
    isWaitingForPromise: () => scheduler.threads.some(({ kind }) => kind?.isOutside),
  };
})`;

const scripts = new Map();
const fromText = (key, text) => {
  if (!scripts.has(key)) scripts.set(key, new vm.Script(text, { filename: key }));
  return scripts.get(key);
};

/** Runs in the realm of a plain run, which has no runtime. */
const plainSetup = `(function () {
  return {
    scheduler: { live: { size: 0 } },
    callWrapper: (test, self) => Reflect.apply(test, self, []),
    isLost: () => false,
    isWaitingForPromise: () => false,
  };
})`;

/**
 * Gives a function that makes the realm of a run. `runtime` is `none`, `real`, or `noPromises`, a runtime that does not wait for Promises.
 */
export function makeRealmMaker(corpus) {
  const runtimeText = `${bundleRuntime('bundled')}\nObject.defineProperty(globalThis, '${runtimeGlobal}', { value: bundled });`;
  const include = (name) => {
    const key = path.join(corpus, 'harness', name);
    return scripts.get(key) ?? fromText(key, readFileSync(key, 'utf8'));
  };
  const strictly = (text) => `(() => {\n"use strict";\n${text}\n})()`;
  const runtimes = {
    none: undefined,
    real: fromText('runtime', strictly(runtimeText)),
    noPromises: fromText('runtime without Promises', strictly(`const Promise = class {};\n${runtimeText}`)),
  };
  return (test, { runtime }) => makeRealm(test, include, runtimes[runtime]);
}

function makeRealm(test, include, runtime) {
  const log = [];
  const show = makeShow();
  const printed = [];
  let uncaught;
  const context = vm.createContext({});
  const run = (script) => script.runInContext(context);
  const outside = {
    logCall: (name, args) => void log.push(`${name}(${Array.from(args, show).join(', ')})`),
    uncaught: (error) => void (uncaught ??= { error }),
  };
  // The runtime asks for it when it is loaded.
  context.isProxy = types.isProxy;
  if (runtime) run(runtime);
  delete context.isProxy;
  const setup = runtime ? fromText('setup', runtimeSetup) : fromText('plain setup', plainSetup);
  const { scheduler, isLost, isWaitingForPromise, callWrapper } = run(setup)(outside);
  context.print = (text) => void printed.push(String(text));
  context.$262 = makeHost(context);
  Object.defineProperty(context, '$run262', { value: callWrapper, configurable: true });
  if (!test.flags.has('raw')) {
    for (const name of ['sta.js', 'assert.js']) run(include(name));
    if (test.flags.has('async')) run(include('doneprintHandle.js'));
    for (const name of test.includes) run(include(name));
    run(fromText('instruments', instruments))(outside);
  }

  return {
    log,
    printed,
    scheduler,
    isLost,
    isWaitingForPromise,
    /** The first error that was reported to the scheduler's `onError`. */
    uncaught: () => uncaught,
    runScript,
    runModule,
  };

  function runScript(code) {
    const { importModule } = makeLoader(context);
    const script = new vm.Script(code, {
      filename: test.file,
      // Only if needed, as a script with this option keeps its realm in memory for ever.
      ...(code.includes('import') && { importModuleDynamically: (specifier) => importModule(specifier, test.file) }),
    });
    script.runInContext(context, { timeout: runTimeoutMs });
  }

  function runModule(code) {
    const { runRoot } = makeLoader(context);
    return runRoot(test.file, code, runTimeoutMs);
  }
}

/** Gives a function that formats a value for the log. It reads no properties, as the test could observe that. Objects are numbered in order of appearance. */
function makeShow() {
  const seen = new Map();
  return (value) => {
    if (typeof value === 'string') return JSON.stringify(value);
    if (typeof value === 'bigint') return `${value}n`;
    if (Object.is(value, -0)) return '-0';
    if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return String(value);
    if (!seen.has(value)) seen.set(value, seen.size + 1);
    return `${typeof value} #${seen.get(value)}`;
  };
}

/** The host object `$262`, as far as Node can provide it. */
function makeHost(context) {
  const evalScript = (code) => vm.runInContext(String(code), context);
  return {
    global: fromText('global', 'globalThis').runInContext(context),
    evalScript,
    gc() {},
    detachArrayBuffer: (buffer) => void structuredClone(buffer, { transfer: [buffer] }),
    createRealm: () => makeHost(vm.createContext({})),
  };
}
