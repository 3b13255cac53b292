/** (e) Deep calls, and calls that do not wait. */
import { Scheduler } from '@spindle/runtime';
import { compileScript } from '../compile.js';

const { dive, Walker } = await compileScript('walkers');
const compiled = await compileScript('calls');
/** The same file, not compiled. */
const source = await import('../scripts/calls.js');

/** Called as a plain function: a call as a method of the module would look for an owner. */
const { level } = compiled;
const levels = () => level(LEVELS);

const SCRIPTS = 1000;
const LEVELS = 10;
const CALLS = 10_000;

function deep(name, depth, start = () => dive({ x: 0, speed: 1 }, depth)) {
  const scheduler = new Scheduler();
  scheduler.enter(() => {
    for (let i = 0; i < SCRIPTS; i++) start();
  });
  scheduler.pulse(16);
  return { name, run: () => scheduler.pulse(16) };
}

function* delegate(actor, depth) {
  if (depth > 1) yield* delegate(actor, depth - 1);
  else {
    for (;;) {
      actor.x += actor.speed;
      yield;
    }
  }
}

function delegated(name, depth) {
  const generators = Array.from({ length: SCRIPTS }, () => delegate({ x: 0, speed: 1 }, depth));
  for (const generator of generators) generator.next();
  return {
    name,
    run() {
      for (const generator of generators) generator.next();
    },
  };
}

const native = (value) => value & 7;

/** The cost of native generators alone: one is created and run for each call, or yields each value and gets it back. */
function* bareLevel(depth) {
  return depth === 0 ? 0 : bareLevel(depth - 1).next().value + 1;
}

function* bareCalls(times) {
  let sum = 0;
  for (let i = 0; i < times; i++) sum += yield native(i);
  return sum;
}

function drive(generator) {
  let step = generator.next();
  while (!step.done) step = generator.next(step.value);
  return step.value;
}

/** Runs `fn` inside a thread, as each call from plain code would start a thread. */
const inThread = (name, fn) => {
  const scheduler = new Scheduler();
  return { name, run: () => scheduler.enter(() => scheduler.spawn(fn)) && scheduler.pulse(0) };
};

const rooms = [1, 2, 3, 4, 5, 6, 7, 8];

const repeated = (fn, times) => () => {
  let sum = 0;
  for (let i = 0; i < times; i++) sum += fn();
  return sum;
};

export const rows = [
  {
    id: 'e-deep',
    title: 'resume at the bottom of nested calls, 1,000 scripts',
    unit: 'resume',
    ops: SCRIPTS,
    targets: {
      'spindle, 10 calls deep': 2.5,
      'spindle, 1,000 calls deep': 2.5,
      'spindle, 10 methods deep, each with an owner': 2.5,
    },
    contenders: () => [
      deep('spindle, 1 call deep', 1),
      deep('spindle, 10 calls deep', 10),
      deep('spindle, 1,000 calls deep', 1000),
      deep('spindle, 10 methods deep, each with an owner', 10, () => new Walker().dive(10)),
      delegated('yield*, 1 call deep', 1),
      delegated('yield*, 10 calls deep', 10),
      delegated('yield*, 1,000 calls deep', 1000),
    ],
  },
  {
    id: 'e-levels',
    title: 'a call that does not wait, ten levels',
    unit: 'level',
    ops: LEVELS * 1000,
    targetsNs: { spindle: 15 },
    contenders: () => [
      inThread(
        'plain functions',
        repeated(() => source.level(LEVELS), 1000),
      ),
      inThread(
        'bare generators',
        repeated(() => bareLevel(LEVELS).next().value, 1000),
      ),
      inThread('spindle', repeated(levels, 1000)),
    ],
  },
  {
    id: 'e-bare',
    title: 'a call of a function that stays bare, ten levels',
    unit: 'level',
    ops: LEVELS * 1000,
    targetsNs: { spindle: 0 },
    contenders: () => [
      inThread('plain functions', () => source.bareLevels(LEVELS, 1000)),
      inThread('spindle', () => compiled.bareLevels(LEVELS, 1000)),
    ],
  },
  {
    id: 'e-native',
    title: 'a call of a native function that may wait for all that is known',
    unit: 'call',
    ops: CALLS,
    targetsNs: { spindle: 10 },
    contenders: () => [
      inThread('plain functions', () => source.callNative(native, CALLS)),
      inThread('a bare generator', () => drive(bareCalls(CALLS))),
      inThread('spindle', () => compiled.callNative(native, CALLS)),
    ],
  },
  {
    id: 'e-callback',
    title: 'map over eight elements, with a callback that may wait and is made anew each time',
    unit: 'map',
    ops: 1000,
    contenders: () => [
      inThread('plain functions', () => source.visit(rooms, native, 1000)),
      inThread('spindle', () => compiled.visit(rooms, native, 1000)),
    ],
  },
];
