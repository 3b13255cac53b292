/** The page or terminal of a program: what it prints is collected, and what it reads are given lines. */
import vm from 'node:vm';
import { makeRandom } from './random.js';

/** A program that prints more than this probably never ends. */
const maxText = 300_000;

/**
 * The realm of one run. `page` has the printed text and the pending requests for a line, `run` runs code, `fire` runs the next timer, `answer`
 * answers a request. Random numbers have a seed.
 */
export function makeRealm(seed) {
  const context = vm.createContext({});
  const timers = [];
  const page = { text: '', pending: undefined, isOver: false };
  const print = (text) => {
    page.text += text;
    if (page.text.length > maxText) throw Object.assign(new Error(`${maxText} characters`), { name: 'TooLong' });
  };
  const random = makeRandom(seed);
  Object.assign(context, {
    document: makeDocument(page, print),
    process: makeProcess(page, print),
    $readline: { createInterface: () => makePrompt(page, print) },
    console: { log: (...values) => print(`${values.join(' ')}\n`), error() {}, warn() {} },
    setTimeout: (fn, delayMs = 0) => timers.push({ fn, delayMs }),
    alert: (text) => print(`${text}\n`),
  });
  context.window = context;
  context.scrollTo = () => {};
  context.$random = () => random(1_000_000_007) / 1_000_000_007;
  vm.runInContext('Math.random = $random;', context);

  return {
    page,
    context,
    run: (code) => vm.runInContext(code, context),
    /** Runs the timer with the shortest delay. Gives false if there is none. */
    fire() {
      timers.sort((a, b) => a.delayMs - b.delayMs);
      const next = timers.shift();
      for (const one of timers) one.delayMs -= next.delayMs;
      next?.fn();
      return next !== undefined;
    },
    /** Passes a line to the program, which has asked for one. */
    answer(line) {
      const { pending } = page;
      page.pending = undefined;
      pending(line);
    },
  };
}

/** A page. What is put into its elements is printed, and a listener for keys counts as a request for a line. */
function makeDocument(page, print) {
  const element = () => ({
    value: '',
    style: {},
    setAttribute() {},
    focus() {},
    scrollIntoView() {},
    appendChild: (child) => void (typeof child.data === 'string' && print(child.data)),
    append(...parts) {
      for (const part of parts) print(String(part?.data ?? part));
    },
    removeChild() {},
    addEventListener(type, listener) {
      if (type !== 'keydown') return;
      page.pending = (line) => {
        this.value = line;
        listener.call(this, { keyCode: 13, key: 'Enter', target: this, preventDefault() {} });
      };
    },
  });
  const output = element();
  return {
    body: element(),
    getElementById: () => output,
    querySelector: () => output,
    createElement: () => element(),
    createTextNode: (data) => ({ data: String(data) }),
  };
}

function makeProcess(page, print) {
  const listeners = [];
  const stdin = {
    setEncoding() {},
    resume() {},
    pause() {},
    on(type, listener) {
      listeners.push(listener);
      page.pending = (line) => {
        for (const one of listeners.splice(0)) one(`${line}\n`);
      };
    },
  };
  return {
    stdin,
    stdout: { write: (text) => print(String(text)) },
    exit: () => void (page.isOver = true),
    argv: [],
    env: {},
  };
}

/** The interface that `readline` makes. */
function makePrompt(page, print) {
  return {
    close() {},
    question(prompt, answer) {
      print(prompt);
      page.pending = (line) => answer(line);
    },
  };
}
