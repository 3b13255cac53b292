import { Run } from '../src/run.js';

/** A run whose scene answers only when it is told to, and what the page shows of it. */
function begun(): { run: Run; shown: string[] } {
  const shown: string[] = [];
  const run = new Run({
    source: 'first',
    isWanted: false,
    onState: (state) => shown.push(state),
    onBusy: (isBusy) => shown.push(isBusy ? 'busy' : 'answers'),
    ping: () => shown.push('ping'),
  });
  run.begin('scene');
  return { run, shown };
}

/** The intervals of the page. */
const intervals = new Map<number, () => void>();
let made = 0;

beforeEach(() => {
  intervals.clear();
  const window = {
    setInterval: (fn: () => void): number => {
      intervals.set(++made, fn);
      return made;
    },
    clearInterval: (id: number): void => void intervals.delete(id),
  };
  Object.assign(globalThis, { window });
});
afterEach(() => Reflect.deleteProperty(globalThis, 'window'));

function pass(seconds: number): void {
  for (let i = 0; i < seconds; i++) intervals.forEach((fn) => fn());
}

test('a scene that does not answer is busy from the second time that it is asked', () => {
  const { shown } = begun();
  pass(2);
  expect(shown).toEqual(['answers', 'running', 'answers', 'ping', 'busy', 'ping']);
});

test('one that answers is busy no more', () => {
  const { run, shown } = begun();
  pass(2);
  run.hear();
  pass(1);
  expect(shown.slice(4)).toEqual(['busy', 'ping', 'answers', 'answers', 'ping']);
});

test('one that was stopped is not asked any more, and its text stays', () => {
  const { run, shown } = begun();
  run.end();
  pass(5);
  expect(shown).toEqual(['answers', 'running', 'answers', 'stopped']);
  expect([run.isOn, run.isIdle, run.source]).toEqual([false, false, 'scene']);
});

test('one that runs anew is asked once each second', () => {
  const { run, shown } = begun();
  run.begin('next');
  pass(1);
  expect(shown.filter((what) => what === 'ping')).toHaveLength(1);
  expect([run.isOn, run.source]).toEqual([true, 'next']);
});
