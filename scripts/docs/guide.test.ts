import { readdirSync, readFileSync } from 'node:fs';
import { guidePages, play } from './run-examples.js';

const folder = new URL('../../docs/guide/', import.meta.url);
const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));

test('each example of the guide prints what stands below it, and its pictures are of this run (`npm run docs`)', async () => {
  for (const { pictures, ...page } of await guidePages())
    for (const { name, text, filled } of [page, ...pictures]) expect([name, text]).toEqual([name, filled]);
}, 60_000);

test.each(names)('%s is short', (name) => {
  expect(readFileSync(new URL(name, folder), 'utf8').split('\n').length).toBeLessThan(150);
});

test.each(names)('every code block of %s is run, or says whose it is', (name) => {
  const kinds = [...readFileSync(new URL(name, folder), 'utf8').matchAll(/^```(.+)$/gm)].map(([, kind = '']) => kind);
  const known = ['js', 'js other', 'text', 'sh', 'json', 'csharp', 'gdscript', 'ink'];
  expect(kinds.filter((kind) => !known.includes(kind))).toEqual([]);
});

test('the example of the README prints what stands below it, and nothing is warned of', async () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const [, patrol = '', shown = ''] =
    /```js\n(\/\/ @compile\nguard\.patrol = [^]*?)```[^]*?```text\n([^]*?)```/.exec(readme) ?? [];
  const { printed } = await play('readme', `${patrolled.before}${patrol}${patrolled.after}`);
  expect(printed.replaceAll(/^ *\d+ +/gm, '').split('\n')).toEqual([
    ...shown
      .trimEnd()
      .split('\n')
      .map((line) => line.trimStart()),
    '6144  it is morning',
    '',
  ]);
});

test('ice on a creep is told of if its mark is left out, however short the march is', async () => {
  const ice = readFileSync(
    new URL('../../fixtures/surprises/ice-on-a-creep-that-marches/input.js', import.meta.url),
    'utf8',
  );
  expect((await play('ice', ice)).printed).not.toContain('SPN7');
  expect((await play('ice', ice.replace('// @beside\n', ''))).printed).toMatch(
    /`Creep\.freeze` .*`\/\/ @beside`.*\[SPN717\]/,
  );
});

/** The world around it: the chase goes on until it is broken off. */
const patrolled = {
  before: `import { scheduler, Executor, start } from '@spindle/runtime';
    import { log, at, runToEnd } from '@spindle/runtime/testing';
    /* @compile */ const alarm = { ring(thief) {} };
    const guard = new Executor();
    /* @compile */ guard.chase = function (thief) { log('chases', thief); while (true) this.x = thief; };
    /* @compile */ guard.say = function (line) { log('“' + line + '”'); };
    `,
  after: `
    start(() => guard.patrol());
    at(7, () => alarm.ring('Tom'));
    at(384, () => { log('it is morning'); guard.cancelAll('it is morning'); });
    runToEnd(scheduler);
  `,
};
