import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { compile, Game, scriptOf } from './game.js';

interface Answer {
  readonly error?: string;
  readonly before: string[];
  readonly text: string;
  readonly after: string[];
}

/** Each game has a process of its own. `production/`: on the build with short names, without the texts of development. */
function playThere(folder: '' | 'production/', job: object): Promise<Answer> {
  const file = fileURLToPath(new URL('save-process.js', import.meta.url));
  const child = fork(file, [folder], { execArgv: [], silent: true });
  const errors: string[] = [];
  child.stderr?.on('data', (text) => errors.push(String(text)));
  return new Promise((resolve, reject) => {
    child.once('message', (answer) => resolve(answer as Answer));
    child.once('close', (code) => reject(new Error(`the other process ended with ${code}: ${errors.join('')}`)));
    child.send(job, () => undefined);
  });
}

const source = `// @compile the whole file
  import { Clock, Executor } from '@spindle/runtime';
  class Hero extends Executor {
    steps = 0;
    walk(steps) { for (let i = 0; i < steps; i++) { this.steps++; this.wait(10); log('step ' + this.steps); } return steps; }
  }
  const hero = new Hero();
  let told = 0;
  function shout() { while (told < 4) { every(15); told++; signal('bell', 'ding ' + told); } }
  function listen2() { for (let i = 0; i < 3; i++) log(waitSignal('bell')); }
  function clean() { try { wait(1000); } finally { log('cleaning'); wait(40); log('clean'); } }
  function slowly(slow) { for (let i = 0; i < 3; i++) { wait(5); log('slow ' + slow.now + ' ' + random()); } }
  function both() { log(race(hero.walk(4), wait(35)) ?? 'late'); }
  function fail() { wait(30); throw new RangeError('no'); }
  function careful() { try { fail(); } catch (error) { wait(20); log(error.message + (error instanceof RangeError)); } }
  export function play() {
    start(shout); start(listen2); start(both); start(careful);
    const cleaning = start(clean);
    const bag = new Map([[hero, [1, , -0]]]);
    hero.walk(1);
    wait(20);
    cleaning.cancel('enough');
    log(bag.get(hero).length);
    hero.walk(2);
    log(waitFor(cleaning.catch ? start(careful) : cleaning));
  }`;

test.each([
  ['of development, in one of production', '', 'production/', [1, 5]],
  ['of production, in one of development', 'production/', '', [3]],
] as const)(
  'a save of a build %s goes on the same',
  async (_, one, other, saved) => {
    const script = scriptOf(source);
    for (const pulses of saved) {
      const first = await playThere(one, { script, pulses });
      expect(first.error).toBeUndefined();
      const second = await playThere(other, { script, pulses: 0, load: first.text });
      expect(second.error).toBeUndefined();
      expect(second.text).toBe(first.text);
      expect(second.after).toEqual(first.after);
      expect(first.after.length).toBeGreaterThan(3);
    }
  },
  60_000,
);

test('a save of the sources goes on the same in a process of its own', async () => {
  const game = new Game(compile(source));
  const { play } = game.module;
  play();
  game.pulse(2);
  const load = game.saves.save();
  const before = game.lines.length;
  const { after } = await playThere('', { script: scriptOf(source), pulses: 0, load });
  expect(after).toEqual(game.finish().slice(before));
}, 60_000);
