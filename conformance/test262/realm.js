/** A fresh realm for one run: test262's harness files, the runtime, and a log of every assertion. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { bundleRuntime } from '../shared/bundle.js';
import { runtimeGlobal } from './compile.js';
import { makeLoader } from './modules.js';

const runTimeoutMs = 30_000;

/** Runs in the realm. Assertions are wrapped after the includes have defined theirs; the log itself stands outside. */
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

/** Runs in the realm: what the wrapped test is called by, and the runtime that compiled code finds. */
const runtimeSetup = `(function (outside) {
  const runtime = ${runtimeGlobal};
  const scheduler = new runtime.Scheduler({ onError: outside.uncaught });
  runtime.setDefaultScheduler(scheduler);
  return {
    scheduler,
    /** Under stress all that it calls can pause. */
    callWrapper: (test, self) => runtime.stress.call(true, test, self, []),
    /** Under stress a thread waits one frame at a time: one that does not move for so long is lost. */
    isLost: () => scheduler.threads.every((thread) => thread.since < scheduler.clock.frame - 5_000),
    // No iterator: a test may have taken it away.
    isWaitingForPromise: () => scheduler.threads.some((thread) => thread.kind === 'promise'),
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
 * Gives what makes the realm of a run. `runtime` is `none`, `real`, or `noPromises`: one that takes a Promise for any
 * other value.
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
  if (runtime) run(runtime);
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
    /** The first error of a thread that nobody asked for. */
    uncaught: () => uncaught,
    runScript,
    runModule,
  };

  function runScript(code) {
    const { importModule } = makeLoader(context);
    const script = new vm.Script(code, {
      filename: test.file,
      // With it Node keeps the realm for ever.
      ...(code.includes('import') && { importModuleDynamically: (specifier) => importModule(specifier, test.file) }),
    });
    script.runInContext(context, { timeout: runTimeoutMs });
  }

  function runModule(code) {
    const { runRoot } = makeLoader(context);
    return runRoot(test.file, code, runTimeoutMs);
  }
}

/** Gives what writes a value as the log has it. Nothing of it is read, as that could be seen; objects are numbered as they come. */
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

/** The host object of test262, as far as a Node context has it. */
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
