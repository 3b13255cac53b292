/** The server in a process of its own, over stdio, with a client made of `vscode-languageserver-protocol`. */
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { CancellationTokenSource } from 'vscode-languageserver-protocol/node';
import { Client, type Editor } from './client.js';
import { SCENE } from './scene.js';

let client: Client;
beforeAll(async () => {
  ({ client } = await Client.start());
});
afterAll(() => client.stop());

let count = 0;
/** Each in a document of its own. */
const open = (text: string, extension = 'js'): Promise<Editor> => client.open(text, `untitled:${++count}.${extension}`);

describe('what is shown', () => {
  test('a word behind each call and before each loop', async () => {
    const editor = await open(SCENE);
    expect((await editor.annotated()).split('\n').filter((line) => line.includes('‹'))).toEqual([
      '    ‹each frame›while (true) {',
      '      this.walk(3)‹may wait›;',
      '      wait(200)‹waits›;',
      '      this.wait(5)‹keeps›;',
      '  guard.patrol()‹beside›;',
      '  if (guard.sees(thief)‹may queue›) wait(1000)‹waits›;',
      '  ‹each frame›while (!guard.isTired()) wait(100)‹waits›;',
      '  const loot = thief.take()‹may queue›;',
      '  start(() => thief.run())‹beside›;',
      '  void thief.hide()‹beside›;',
    ]);
    expect((await editor.hints())[0]!.tooltip).toEqual({
      kind: 'markdown',
      value: expect.stringContaining('next frame'),
    });
  });

  test('a call on another object may queue, whatever the file shows: only the run knows which function that is', async () => {
    const editor = await open(
      `// @compile
class Guard extends Executor {
  static count() {
    wait(5);
    return 1;
  }
  take() {
    this.wait(5);
    return 1;
  }
}
// @compile
function scene() {
  const guard = new Guard();
  return guard.take() + Guard.count();
}
`,
    );
    expect(await editor.annotated()).toContain('  return guard.take()‹may queue› + Guard.count()‹may queue›;');
    expect(await editor.hover('guard.take()')).toMatch(/^\*\*may queue\*\*: It may wait: .*While that object is busy/);
  });

  test('a call on `this` reaches the method of the class around it, if the file has one', async () => {
    const editor = await open(
      `// @compile
class Hero extends Executor {
  walk() { this.wait(5); wait(1); }
  note() { this.x = 1; }
  static walk() { return 1; }
  #hop() { wait(1); }
  go() {
    this.walk(1);
    this.note(2);
    this.#hop(3);
    this.fly(4);
    super.walk(5);
    const ring = () => this.walk(6);
    function other() { this.walk(7); }
  }
  static make() { this.walk(8); }
}
`,
    );
    const calls = (await editor.annotated()).split('\n').flatMap((line) => /\w+\(\d\)(?:‹.*›)?;/.exec(line)?.[0] ?? []);
    expect(calls).toEqual([
      'wait(5)‹keeps›; wait(1)‹waits›;',
      'wait(1)‹waits›;',
      'walk(1)‹may wait›;',
      'note(2);',
      'hop(3)‹may wait›;',
      'fly(4)‹may wait›;',
      'walk(5)‹may wait›;',
      'walk(6)‹may wait›;',
      'walk(7)‹may wait›;',
      'walk(8);',
    ]);
    const reasonOf = async (call: string): Promise<string | undefined> =>
      /(?:calls|callee) [^ ,.]*[^,]*/.exec((await editor.hover(call)) ?? '')?.[0];
    expect(await Promise.all(['this.walk(1)', 'this.note(2)', 'this.#hop(3)', 'this.fly(4)'].map(reasonOf))).toEqual([
      'calls `Hero.walk` of line 3',
      'calls `Hero.note` of line 4',
      'calls `Hero.#hop` of line 6',
      expect.stringMatching(/^callee this\.fly`\. Only the run knows/),
    ]);
    expect(await Promise.all(['super.walk(5)', 'this.walk(6)', 'this.walk(7)', 'this.walk(8)'].map(reasonOf))).toEqual([
      expect.stringMatching(/^callee super\.walk`\. Only/),
      'calls `Hero.walk` of line 3',
      expect.stringMatching(/^callee this\.walk`\. Only/),
      'calls `Hero.walk~2` of line 5',
    ]);
    expect(await editor.hover('this.note(2)')).toMatch(/^\*\*does not wait\*\*: .* which never waits; a class that/);
  });

  test('a hover has the reason', async () => {
    const editor = await open(SCENE);
    expect(await editor.hover('this.walk(3)')).toBe(
      '**may wait**: It may wait: `unknown callee this.walk`. Only the run knows which function that is. The call runs in this thread, which goes on after it.',
    );
    expect(await editor.hover('wait(200)')).toMatch(/^\*\*waits\*\*: It waits: `wait`\. Meanwhile others may act/);
    expect(await editor.hover('this.wait(5)')).toMatch(
      /^\*\*keeps\*\*: It waits: `this.wait`\. Meanwhile the thread keeps/,
    );
    expect(await editor.hover('while (true)')).toMatch(/^\*\*each frame\*\*: After each iteration/);
    expect(await editor.hover('guard.patrol()')).toMatch(/^\*\*beside\*\*: .*Write `waitFor/);
    expect(await editor.hover('guard.isTired()')).toMatch(/^\*\*asks\*\*: .*answered at once/);
    expect(await editor.hover('thief.run()')).toMatch(/^\*\*beside\*\*: What is given to `start`/);
    expect(await editor.hover('thief.hide()')).toMatch(/^\*\*beside\*\*: `void`/);
    expect(await editor.hover('isTired() {')).toMatch(/^\*\*`Guard.isTired`\*\*: wrapped\. .*\n\nIt is a question/);
    expect(await editor.hover('function scene')).toMatch(/^\*\*`scene`\*\*: suspendable\. It may wait\./);
    expect(await editor.hover('// @compile')).toMatch(/^`\/\/ @compile`, above a function/);
    expect(await editor.hover('return loot')).toBeUndefined();
  });

  test('diagnostics have a range, a code with its page, and the place of the mend', async () => {
    const editor = await open(SCENE);
    expect(await editor.codes()).toEqual([
      ['SPN615', 'guard.sees(thief)'],
      ['SPN618', 'guard.isTired()'],
    ]);
    const [first] = await editor.diagnostics();
    expect(first).toMatchObject({
      source: 'spindle',
      severity: 2,
      codeDescription: { href: expect.stringMatching(/\/docs\/errors\.md#spn615$/) },
      message: expect.stringMatching(/^`sees` never waits.* if it should run at once\.$/),
      relatedInformation: [
        { location: { range: { start: { line: 9, character: 2 } } }, message: 'Here `// @instant` could stand.' },
      ],
    });
  });

  test('TypeScript, TSX and JSX', async () => {
    const typed = await open(
      '// @compile\nexport function go(this: Hero, n: number): void {\n  wait<void>(n as number);\n}',
      'ts',
    );
    expect(await typed.annotated()).toContain('wait<void>(n as number)‹waits›;');
    const source = '// @compile\nexport const Go = () => <a onClick={() => { wait(1); Math.random(); }} />;';
    for (const extension of ['jsx', 'tsx']) {
      const editor = await open(source, extension);
      expect(await editor.annotated()).toContain('wait(1)‹waits›; Math');
      expect(await editor.codes()).toEqual([['SPN603', 'Math.random']]);
    }
    const cast = await open('// @compile\nfunction go() { wait(<number>1); }', 'ts');
    expect(await cast.codes()).toEqual([]);
  });

  test('lines that end with CR LF, characters of two units, and line ends that only JavaScript has', async () => {
    const editor = await open(
      '// @compile\r\nfunction go() {\r\n  say("🧵\u2028");\r\n  /* \u2029 */ Math.random();\r\n}\r\n',
    );
    expect(await editor.codes()).toEqual([['SPN603', 'Math.random']]);
    expect(await editor.annotated()).toContain('say("🧵\u2028")‹may wait›;');
  });

  test('nothing where nothing is marked', async () => {
    const before = client.publishedCount;
    const plain = await open('function go() { queue(); while (true) if (Math.random() > 0.5) break; }');
    expect(await plain.hints()).toEqual([]);
    expect(await plain.hover('queue')).toBeUndefined();
    expect(await plain.diagnostics()).toEqual([]);
    expect(client.publishedCount).toBe(before + 1);
  });
});

describe('while one types', () => {
  test('what a text that does not parse has left alone stays where it is', async () => {
    const editor = await open(`// @compile\nfunction go(hero) {\n  hero.walk();\n  Math.random();\n  wait(1);\n}\n`);
    expect(await editor.codes()).toEqual([['SPN603', 'Math.random']]);
    await editor.replace('hero.walk();', 'hero.walk(3, ;\n  hero.jump(');
    expect(await editor.codes()).toEqual([
      ['SPN422', ''],
      ['SPN603', 'Math.random'],
    ]);
    expect(await editor.annotated()).toContain('  Math.random();\n  wait(1)‹waits›;');
    await editor.replace('Math.random', 'Math.ra');
    expect(await editor.codes()).toEqual([['SPN422', '']]);
    expect(await editor.annotated()).toContain('wait(1)‹waits›;');
    await editor.replace('hero.walk(3, ;\n  hero.jump(', 'hero.walk(3); // ');
    expect(await editor.codes()).toEqual([]);
    expect(await editor.annotated()).toContain('hero.walk(3)‹beside›; //');
  });

  test('an error of the compiler hides neither the warnings nor the hints', async () => {
    const editor = await open(
      '// @compile\nfunction go() {\n  wait(1); Math.random();\n  try {} finally { return; }\n}',
    );
    expect((await editor.codes()).map(([code]) => code)).toEqual(['SPN603', 'SPN201']);
    expect(await editor.annotated()).toContain('wait(1)‹waits›;');
    expect((await editor.diagnostics())[1]!.severity).toBe(1);
  });

  test('a mark that is removed takes all with it', async () => {
    const editor = await open('// @compile\nfunction go() { wait(1); Math.random(); }');
    expect(await editor.codes()).toEqual([['SPN603', 'Math.random']]);
    await editor.replace('// @compile', '//');
    expect(await editor.codes()).toEqual([['SPN423', 'wait']]);
    expect(await editor.hints()).toEqual([]);
    await editor.replace('wait(1);', '');
    expect(await editor.codes()).toEqual([]);
  });

  test('many changes at once are answered once, and the last one holds', async () => {
    const editor = await open(SCENE);
    await editor.diagnostics();
    const before = client.publishedCount;
    for (let i = 0; i < 200; i++) await editor.change([{ range: at(0, 0), text: i % 2 ? '{' : '(' }]);
    await editor.change([{ range: { start: { line: 0, character: 0 }, end: { line: 0, character: 200 } }, text: '' }]);
    expect(editor.document.getText()).toBe(SCENE);
    expect((await editor.codes()).map(([code]) => code)).toEqual(['SPN615', 'SPN618']);
    expect(client.publishedCount - before).toBeLessThan(20);
  });

  test('several edits of one change, and a change of the whole text', async () => {
    const editor = await open('// @compile\nfunction go() { wait(1); }');
    await editor.change([
      { range: at(1, 16), text: 'Math.random(); ' },
      { range: at(0, 0), text: '// A script\n' },
    ]);
    expect(await editor.codes()).toEqual([['SPN603', 'Math.random']]);
    await editor.change([{ text: '// @compile\nasync function go() {}' }]);
    expect(await editor.codes()).toEqual([['SPN101', 'async function go() {}']]);
  });

  test('a request that is cancelled is not answered', async () => {
    const editor = await open(SCENE);
    await editor.diagnostics();
    await editor.replace('wait(200)', 'wait(300)');
    const source = new CancellationTokenSource();
    const range = { start: at(0, 0).start, end: at(99, 0).start };
    const params = { textDocument: { uri: editor.document.uri }, range };
    const asked = client.connection.sendRequest('textDocument/inlayHint', params, source.token);
    source.cancel();
    await expect(asked).rejects.toThrow('cancelled');
    expect(await editor.hints()).toHaveLength(12);
  });

  test('texts that are no script, and long ones, end nothing', async () => {
    for (const text of [
      '// @compile',
      '// @compile\n\0',
      '"use compile" <<<<',
      '// @compile\n'.repeat(500),
      '/* @compile',
    ])
      expect(Array.isArray(await (await open(text)).diagnostics())).toBe(true);
    const long = await open(`// @compile\nfunction go() {\n${'  this.walk(3); wait(200);\n'.repeat(3000)}}\n`);
    expect(await long.hints()).toHaveLength(6000);
  });

  test('a document that is closed has no diagnostics', async () => {
    const editor = await open(SCENE);
    expect(await editor.diagnostics()).toHaveLength(2);
    await editor.close();
    expect(await client.diagnostics(editor.document.uri, undefined)).toBeDefined();
    while ((await client.diagnostics(editor.document.uri)).length > 0) await client.nextPublished();
    expect(await editor.hints()).toEqual([]);
  });
});

describe('quick fixes', () => {
  const FAST = '// @compile\nfunction go() {\n  let i = 0;\n  while (i < 1e6) i++;\n}\n';
  const SPELT = '// @comple\nfunction go(hero) {\n  hero.walk();\n}\n';

  /** The titles, each with the lines that only the text after it has. */
  async function offered(text: string, code: string): Promise<[string, string[]][]> {
    const editor = await open(text);
    const before = text.split('\n');
    return (await editor.fixes(code)).map((fix) => {
      const lines = editor.after(fix).split('\n');
      return [fix.title, lines.filter((line) => !before.includes(line))];
    });
  }

  test.each<[code: string, text: string, fixes: [title: string, lines: string[]][]]>([
    [
      'SPN615',
      SCENE,
      [
        ['Put `// @instant` above `sees`', ['  // @instant']],
        ['Allow it here: `// @allow SPN615`', ['  // @allow SPN615']],
      ],
    ],
    [
      'SPN618',
      SCENE,
      [
        ['Write `start(() => guard.patrol())`', ['  start(() => guard.patrol());']],
        ['Put `// @beside` above `patrol`', ['  // @beside']],
        ['Allow it here: `// @allow SPN618`', ['  // @allow SPN618']],
      ],
    ],
    [
      'SPN614',
      FAST,
      [
        ['Put `// @fast` above `while`', ['  // @fast']],
        ['Put `// @wait` above `while`', ['  // @wait']],
        ['Allow it here: `// @allow SPN614`', ['  // @allow SPN614']],
      ],
    ],
    [
      'SPN605',
      SPELT,
      [
        ['Write `// @compile`', ['// @compile']],
        ['Allow it here: `// @allow SPN605`', ['// @allow SPN605']],
      ],
    ],
  ])('%s: the titles, and the text after each', async (code, text, expected) => {
    expect(await offered(text, code)).toEqual(expected);
  });

  test('the text after one is compiled anew: the diagnostic is gone, and the mark is above the method', async () => {
    const editor = await open(SCENE);
    const [instant] = await editor.fixes('SPN615');
    expect(instant).toMatchObject({ kind: 'quickfix', isPreferred: true, diagnostics: [{ code: 'SPN615' }] });
    expect(instant!.edit).toMatchObject({
      documentChanges: [{ textDocument: { uri: editor.document.uri, version: editor.document.version } }],
    });
    const after = editor.after(instant!);
    expect(after).toBe(SCENE.replace('  sees(thief)', '  // @instant\n  sees(thief)'));
    await editor.change([{ text: after }]);
    expect(await editor.codes()).toEqual([['SPN618', 'guard.isTired()']]);
  });
});

describe('completion', () => {
  const namesAt = async (text: string, extension = 'js'): Promise<string[]> => {
    const [before = ''] = text.split('|');
    const editor = await open(text.replace('|', ''), extension);
    const items = await editor.completions(before);
    return items.sort((a, b) => (a.sortText! < b.sortText! ? -1 : 1)).map(({ label }) => label);
  };

  test('the marks of functions come first above a function, those of loops above a loop', async () => {
    expect((await namesAt('// @|\nfunction go() {}')).slice(0, 3)).toEqual(['@compile', '@native', '@instant']);
    expect((await namesAt('// @compile\nfunction go() {\n  // @|\n  while (true);\n}')).slice(0, 4)).toEqual([
      '@fast',
      '@nowait',
      '@wait',
      '@allow',
    ]);
  });

  test('they replace what is typed, and have their docs', async () => {
    const editor = await open('/* @compile @ins */ go();');
    const instant = (await editor.completions('@ins')).find(({ label }) => label === '@instant')!;
    expect(instant.textEdit).toEqual({
      newText: 'instant',
      range: { start: { line: 0, character: 13 }, end: { line: 0, character: 16 } },
    });
    expect(instant.documentation).toMatchObject({ value: expect.stringContaining('even on a busy owner') });
  });

  test('codes behind `@allow`, with what they mean', async () => {
    const editor = await open('// @compile\nfunction go() {\n  Math.random();\n}');
    await editor.diagnostics();
    await editor.replace('  Math', '  // @allow SPN6\n  Math');
    expect((await editor.codes()).map(([code]) => code)).toEqual(['SPN109']);
    const items = await editor.completions('@allow SPN6');
    const first = items.sort((a, b) => (a.sortText! < b.sortText! ? -1 : 1))[0]!;
    expect(first).toMatchObject({ label: 'SPN603', documentation: { value: expect.stringContaining('replay') } });
  });

  test.each(['go(|);', 'const a = "@|";', '/** @| */', '@|decorated class A {}', '// mail me at me@|'])(
    'nothing in other places: %s',
    async (text) => {
      expect(await namesAt(text)).toEqual([]);
    },
  );
});

describe('the configuration', () => {
  let root: string;
  let folder: string;
  let own: Client;
  const write = (name: string, text: string): void => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  };
  const uriOf = (name: string): string => pathToFileURL(path.join(folder, name)).href;
  const openFile = (name: string, text: string): Promise<Editor> => own.open(text, uriOf(name));

  beforeAll(async () => {
    root = realpathSync(mkdtempSync(path.join(tmpdir(), 'spindle-lsp-')));
    ({ client: own } = await Client.start({ workspaceFolders: [{ uri: pathToFileURL(root).href, name: 'games' }] }));
  });
  beforeEach(() => {
    folder = path.join(root, String(++count));
  });
  afterAll(async () => {
    await own.stop();
    rmSync(root, { recursive: true });
  });

  test('that of the nearest folder holds, as in the command', async () => {
    write('spindle.config.json', '{ "strictGlobals": true } // a comment');
    write('scripts/spindle.config.mjs', 'export default { strictGlobals: true, globals: { ship: true } };');
    const text = '// @compile\nfunction go() { ship.fly(); }';
    expect(await (await openFile('go.js', text)).codes()).toEqual([['SPN216', 'ship']]);
    expect(await (await openFile('scripts/go.js', text)).codes()).toEqual([]);
  });

  test('package.json may hold it', async () => {
    write('package.json', '{ "spindle": { "diagnostics": "error" } }');
    const editor = await openFile('go.js', '// @compile\nfunction go() { Math.random(); }');
    expect((await editor.diagnostics())[0]).toMatchObject({ code: 'SPN603', severity: 1 });
  });

  test('a change of it is seen', async () => {
    write('spindle.config.json', '{ "diagnostics": "off" }');
    const editor = await openFile('go.js', '// @compile\nfunction go() { Math.random(); }');
    expect(await editor.codes()).toEqual([]);
    write('spindle.config.json', '{ "diagnostics": "warn" }    ');
    await own.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [{ uri: uriOf('spindle.config.json'), type: 2 }],
    });
    while ((await editor.diagnostics()).length === 0) await own.nextPublished();
    expect(await editor.codes()).toEqual([['SPN603', 'Math.random']]);
  });

  test.each([
    ['spindle.config.json', '{ "diagnostics": ', /is not JSON/],
    ['spindle.config.json', '{ "diagnostic": "off" }', /Did you mean `diagnostics`/],
    ['spindle.config.js', 'throw new Error("no luck");', /no luck/],
    ['spindle.config.js', 'console.log("Content-Length: 3"); export default { calls: "slow" };', /`calls`/],
  ])('what is wrong with it is told there, and the defaults hold: %s %s', async (name, config, message) => {
    write('package.json', '{ "type": "module" }');
    write(name, config);
    const editor = await openFile('go.js', '// @compile\nfunction go() { Math.random(); }');
    expect(await editor.codes()).toEqual([['SPN603', 'Math.random']]);
    expect(await own.diagnostics(uriOf(name))).toEqual([
      expect.objectContaining({ severity: 1, message: expect.stringMatching(message) }),
    ]);
  });

  test('in a project that does not use Spindle, only a file that asks to be compiled is looked at', async () => {
    write('package.json', '{ "dependencies": { "left-pad": "1" } }');
    expect(await (await openFile('go.js', '// @wait for it\nwait(1);')).codes()).toEqual([]);
    expect(await (await openFile('at.js', "import a from '@script/a';\n// @wait for it\nwait(1);")).codes()).toEqual(
      [],
    );
    expect((await (await openFile('to.js', '// @compile\nasync function go() {}')).codes())[0]![0]).toBe('SPN101');
    write('package.json', '{ "dependencies": { "@spindle/runtime": "1" } }');
    expect(await (await openFile('on.js', 'function go() { wait(1); }')).codes()).toEqual([['SPN423', 'wait']]);
  });

  test.each([
    ['a project', '@spindle/runtime'],
    ['a folder that does not use Spindle', 'left-pad'],
  ])('a program is looked at in %s', async (_where, dependency) => {
    write('package.json', `{ "dependencies": { "${dependency}": "1" } }`);
    for (const [name, mark] of Object.entries({ 'a.js': '// @script', 'b.js': '"use script";' })) {
      const editor = await openFile(name, `${mark}\nawait 1;\nsleep(100);\nwait(100);`);
      expect((await editor.codes()).map(([code]) => code)).toEqual(['SPN114']);
      await editor.replace('await ', '');
      expect(await editor.codes()).toEqual([['SPN629', 'sleep(100)']]);
      expect(await editor.annotated()).toContain('wait(100)‹waits›;');
    }
  });

  test.each([
    ['a mark', '// @script\n', '{ "words": { "wait": "warte" } }'],
    ['the option `script`', '', '{ "words": { "wait": "warte" }, "script": true }'],
  ])('words in the own language are words in the editor, in a program with %s', async (_how, mark, config) => {
    write('spindle.config.json', config);
    const editor = await openFile('haus.js', `${mark}forward(3);\nwarte(100);\nMath.random();`);
    expect(await editor.annotated()).toContain('warte(100)‹waits›;');
    expect(await editor.hover('warte')).toMatch(/^\*\*waits\*\*: It waits: /);
    expect(await editor.codes()).toEqual([['SPN603', 'Math.random']]);
  });

  test('and such a word is told in a file without a mark', async () => {
    write('spindle.config.json', '{ "words": { "wait": "warte" } }');
    expect(await (await openFile('haus.js', 'function los() { warte(100); }')).codes()).toEqual([['SPN423', 'warte']]);
  });

  test('a configuration is no program, also where it says that all files are', async () => {
    write('package.json', '{ "type": "module" }');
    const config = 'export default { script: true };';
    write('spindle.config.js', config);
    expect(await (await openFile('spindle.config.js', config)).codes()).toEqual([]);
    expect((await (await openFile('robot.js', 'await forward();')).codes())[0]![0]).toBe('SPN114');
  });

  test('where the folder is not trusted, its code is not run', async () => {
    const file = path.join(folder, 'ran');
    const ran = (): boolean => existsSync(file);
    write(
      'spindle.config.mjs',
      `import fs from 'node:fs'; fs.writeFileSync(${JSON.stringify(file)}, ''); export default {};`,
    );
    const { client: careful } = await Client.start({ initializationOptions: { isTrusted: false } });
    const editor = await careful.open('// @compile\nfunction go() { Math.random(); }', uriOf('go.js'));
    expect(await editor.codes()).toEqual([['SPN603', 'Math.random']]);
    expect(ran()).toBe(false);
    await careful.stop();
    await (await openFile('go.js', '// @compile\nfunction go() {}')).diagnostics();
    expect(ran()).toBe(true);
  });
});

describe('the client', () => {
  test('ends the server: by `exit` after `shutdown`, without, and by leaving', async () => {
    const { client: polite } = await Client.start();
    expect(await polite.stop()).toBe(0);
    const { client: rude } = await Client.start();
    await rude.connection.sendNotification('exit');
    expect(await rude.ended).toBe(1);
    const { client: gone } = await Client.start();
    gone.leave();
    expect(await gone.ended).toBe(1);
  });

  test('one without literals of actions and versioned edits gets what it can take', async () => {
    const { client: old, result } = await Client.start({ capabilities: {} }, []);
    expect(result.capabilities.codeActionProvider).toBeUndefined();
    const editor = await old.open('// @compile\nfunction go() { Math.random(); }');
    const [one] = await old.diagnostics(editor.document.uri);
    expect(one!.relatedInformation).toBeUndefined();
    const fixes = await old.connection.sendRequest('textDocument/codeAction', {
      textDocument: { uri: editor.document.uri },
      range: one!.range,
      context: { diagnostics: [one] },
    });
    expect(fixes).toMatchObject([{ edit: { changes: { [editor.document.uri]: [{ newText: 'random()' }] } } }, {}]);
    await old.stop();
  });

  test('one that asks for diagnostics gets them as it asks, and none besides', async () => {
    const diagnostic = { relatedDocumentSupport: false };
    const { client: own, result } = await Client.start({
      capabilities: { textDocument: { diagnostic, publishDiagnostics: { relatedInformation: true } } },
    });
    expect(result.capabilities.diagnosticProvider).toMatchObject({ workspaceDiagnostics: false });
    const ask = async (uri: string): Promise<object> =>
      own.connection.sendRequest('textDocument/diagnostic', { textDocument: { uri } });
    const editor = await own.open('// @compile\nfunction go() { Math.random(); }');
    const { uri } = editor.document;
    expect(await ask(uri)).toMatchObject({ kind: 'full', items: [{ code: 'SPN603', severity: 2 }] });
    await editor.replace('Math.random()', 'random()');
    expect(await ask(uri)).toEqual({ kind: 'full', items: [] });
    expect(await ask('untitled:other.js')).toEqual({ kind: 'full', items: [] });
    expect(own.publishedCount).toBe(0);
    await own.stop();
  });

  test('says how many hints it wants', async () => {
    const { client: own } = await Client.start({ initializationOptions: { inlayHints: 'sure' } });
    const editor = await own.open('// @compile\nfunction go() { this.walk(); wait(1); }');
    const shown = async (inlayHints?: string): Promise<string[]> => {
      const settings = { spindle: { inlayHints } };
      if (inlayHints) await own.connection.sendNotification('workspace/didChangeConfiguration', { settings });
      return (await editor.hints()).map(({ label }) => label as string);
    };
    expect(await shown()).toEqual(['waits']);
    expect(await shown('off')).toEqual([]);
    expect(await shown('all')).toEqual(['may wait', 'waits']);
    await own.stop();
  });
});

const at = (line: number, character: number): { start: Position; end: Position } => ({
  start: { line, character },
  end: { line, character },
});
interface Position {
  line: number;
  character: number;
}
