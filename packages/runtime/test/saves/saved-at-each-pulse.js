/**
 * Runs a program on virtual time, saves it at its pulses, and loads each save into a fresh instance of the program on a scheduler of its own: that has
 * to go on as the first one did. A save that leaves something out counts as refused. It gets the runtime as an argument, so that it runs on the sources and on the build.
 */
const FRAME_MS = 16;
const MOST_FRAMES = 300;

/**
 * `start` evaluates the program once. Returns how many saves went on the same, were refused and why, or went wrong.
 * `frames`: how many the program is played for; 0: to its end.
 */
export async function saveAtEachPulse(runtime, start, { frames = 0, most = 24 } = {}) {
  const first = new Game(runtime, start);
  const texts = [];
  const result = { same: 0, refused: [], wrong: [], bytes: 0, threads: 0 };
  await first.begin();
  for (let pulse = 0; first.isRunning(frames); pulse++) {
    if (first.scheduler.threads.length > 0 && pulse < most) texts.push(saveNow(first, pulse, result));
    await first.pulse();
  }
  first.end();
  for (const one of texts.filter(Boolean)) await goOnFrom(one, first, { runtime, start, frames }, result);
  return result;
}

function saveNow(game, pulse, result) {
  if (game.isPlannedByScripts) {
    result.refused.push({ pulse, code: 'harness', text: 'a script plans plain calls' });
    return undefined;
  }
  try {
    const text = game.saves.save({ pulse });
    const leftOut = JSON.parse(text.slice(text.indexOf('\n')))[5];
    if (leftOut.length > 0) {
      result.refused.push({ pulse, code: 'left out', text: leftOut.join() });
      return undefined;
    }
    result.bytes += text.length;
    result.threads += game.scheduler.threads.length;
    return { text, pulse, lines: game.lines.length };
  } catch (error) {
    if (error.name !== 'SaveError') throw error;
    result.refused.push({ pulse, code: error.refusals[0]?.code, text: error.message, refusals: error.refusals });
    return undefined;
  }
}

async function goOnFrom({ text, pulse, lines }, first, { runtime, start, frames }, result) {
  const game = new Game(runtime, start);
  try {
    await game.begin();
    game.lines = first.lines.slice(0, lines);
    game.saves.load(text);
    runtime.verify(game.scheduler);
    const again = game.saves.save({ pulse });
    while (game.isRunning(frames)) await game.pulse();
    const [wanted, got] = [first.lines.join(''), game.lines.join('')];
    if (again !== text) result.wrong.push({ pulse, what: 'it is another save', text, again });
    else if (wanted === got) result.same++;
    else result.wrong.push({ pulse, what: 'another trace', wanted, got, text });
  } catch (error) {
    result.wrong.push({
      pulse,
      what: error.stack,
      text,
      got: game.lines.join('') + game.scheduler.dump(),
      wanted: first.lines.join(''),
    });
  } finally {
    game.end();
  }
}

class Game {
  constructor(runtime, start) {
    this.runtime = runtime;
    this.start = start;
    this.lines = [];
    this.calls = new Map();
    this.isPlannedByScripts = false;
    const onError = (error) => this.log(`error: ${error instanceof Error ? error.message : runtime.show(error)}`);
    this.scheduler = new runtime.Scheduler({ seed: 1, onError, warnings: false });
    this.scheduler.pulses?.expectNone();
    this.saves = runtime.saves(this.scheduler);
  }

  log = (...values) => {
    const { frame, now } = this.scheduler.clock;
    this.lines.push(
      `${String(frame).padStart(4)}${String(now).padStart(6)}  ${values.map(this.runtime.show).join(' ')}\n`,
    );
  };

  at = (frame, fn) => {
    if (this.isStarted || this.runtime.currentThread() !== undefined) this.isPlannedByScripts = true;
    this.calls.set(frame, [...(this.calls.get(frame) ?? []), fn]);
  };

  /** The globals are functions that stay the same: a save names them. */
  async begin() {
    this.outer = this.runtime.setDefaultScheduler(this.scheduler);
    game = this;
    globalThis.log ??= (...values) => game.log(...values);
    globalThis.at ??= (frame, fn) => game.at(frame, fn);
    // Each instance is alone, as in a process of its own.
    this.runtime.savedFiles().clear();
    this.start();
    this.isStarted = true;
    await settle();
  }

  isRunning(frames) {
    const { clock, threads } = this.scheduler;
    if (clock.frame >= MOST_FRAMES) return false;
    return frames === 0 ? threads.length > 0 || this.hasCalls() : clock.frame < frames;
  }

  hasCalls() {
    return [...this.calls.keys()].some((frame) => frame >= this.scheduler.clock.frame);
  }

  async pulse() {
    const { frame } = this.scheduler.clock;
    for (const fn of this.calls.get(frame) ?? []) fn();
    this.calls.delete(frame);
    await settle();
    this.scheduler.pulse(FRAME_MS);
    this.runtime.verify(this.scheduler);
  }

  end() {
    this.runtime.setDefaultScheduler(this.outer);
  }
}

let game;
const settle = () => new Promise((resolve) => setImmediate(resolve));
