/** (b) A million timers of 1 to 600 s: our wheel, a binary heap (tinyqueue) and the timers of Node. */
import TinyQueue from 'tinyqueue';
import { Wheel } from '../../packages/runtime/dist/wheel.js';

const COUNT = 1_000_000;
const FRAME_MS = 16;

/** Delays of 1 to 600 s, the same in every run. */
const delays = new Float64Array(COUNT);
let state = 1;
for (let i = 0; i < COUNT; i++) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  delays[i] = 1000 + Math.floor((state / 2 ** 32) * 599_000);
}

const makeTimer = () => ({ deadlineMs: 0, wheelSlot: -1, prev: null, next: null, isCancelled: false });
/** The same million objects for all, made anew by nobody: what is measured is the queue. */
const timers = Array.from({ length: COUNT }, makeTimer);

let wheel;
let queue;
let handles = [];

const fillWheel = () => {
  wheel = new Wheel();
  for (let i = 0; i < COUNT; i++) wheel.insert(timers[i], delays[i]);
};

const fillQueue = () => {
  queue = new TinyQueue([], (a, b) => a.deadlineMs - b.deadlineMs);
  for (let i = 0; i < COUNT; i++) {
    const timer = timers[i];
    timer.deadlineMs = delays[i];
    timer.isCancelled = false;
    queue.push(timer);
  }
};

const fillNode = () => {
  handles = [];
  for (let i = 0; i < COUNT; i++) handles.push(setTimeout(() => {}, delays[i]));
};
const clearNode = () => {
  for (const handle of handles) clearTimeout(handle);
  handles = [];
};

/** Frames of 16 ms until all are due. */
function expireWheel() {
  const due = [];
  for (let nowMs = 0; wheel.count > 0; nowMs += FRAME_MS) {
    wheel.advance(nowMs, due);
    for (const timer of due) timer.wheelSlot = -1;
    due.length = 0;
  }
}

function expireQueue() {
  for (let nowMs = 0; queue.length > 0; nowMs += FRAME_MS) {
    while (queue.length > 0 && queue.peek().deadlineMs <= nowMs) queue.pop();
  }
}

function cancelWheel() {
  for (let i = 0; i < COUNT; i++) wheel.remove(timers[i]);
}

/** A heap cannot take one out of its middle: who is cancelled is marked, and thrown away when it comes to the top. */
function cancelQueue() {
  for (let i = 0; i < COUNT; i++) timers[i].isCancelled = true;
  while (queue.length > 0 && queue.peek().isCancelled) queue.pop();
}

const row = (id, title, limit, contenders) => ({
  id: `b-${id}`,
  title: `timers: ${title}, a million of 1–600 s`,
  unit: 'timer',
  ops: COUNT,
  rounds: 11,
  repeats: 1,
  targets: { spindle: limit },
  contenders: () => contenders,
});

export const rows = [
  row('insert', 'insert', 1.1, [
    { name: 'tinyqueue', run: fillQueue },
    { name: 'spindle', run: fillWheel },
    { name: 'setTimeout', isSlow: true, prepare: () => clearNode(), run: fillNode },
  ]),
  row('expire', 'expire in frames of 16 ms', 0.45, [
    { name: 'tinyqueue', prepare: fillQueue, run: expireQueue },
    { name: 'spindle', prepare: fillWheel, run: expireWheel },
    { name: 'setTimeout', cannot: 'it knows only real time: this would take ten minutes a round' },
  ]),
  row('cancel', 'cancel all', 0.25, [
    { name: 'tinyqueue', prepare: fillQueue, run: cancelQueue },
    { name: 'spindle', prepare: fillWheel, run: cancelWheel },
    { name: 'setTimeout', isSlow: true, prepare: fillNode, run: clearNode },
  ]),
];
