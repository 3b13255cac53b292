import { messagesOf, warned } from '../compile.js';

const marked = (source: string): string[] =>
  warned(`"use compile"; function go() { step(); }\n${source}`).map((one) => one.replace(/:2$/, ''));

describe('what waits at the top level of a file', () => {
  test.each([
    'wait(5);',
    'if (go()) wait(5);',
    'const x = waitSignal("go");',
    'await wait(5);',
    'export default wait(5);',
    'race(wait(1), wait(2));',
    'start(wait(5));',
    '{ waitFor(go()); }',
    'while (!door.isOpen) step();',
    'while (hero.x < 5) hero.x++;',
    'do step(); while (!door.isOpen);',
    'for (;;) step();',
    'while (true) {}',
    'while (true) wait(5);',
    'while (left()) wait(5);',
  ])('is told in a marked file: %s', (source) => expect(marked(source)).toEqual(['SPN623']));

  test.each([
    'go();',
    'start(() => wait(5));',
    'withClock(world, () => wait(5));',
    'scheduler.spawn(() => wait(5));',
    'signal("go");',
    'const door = asExecutor({ open() { wait(5); } });',
    'class Lamp { static x = 1; go() { wait(5); } }',
    'const wait = (ms) => ms; wait(5);',
    'for (const one of list) step(one);',
    'for (let i = 0; i < 5; i++) step(i);',
    'let i = 0; while (i < 5) step(i++);',
    'let n = 5; while (n--) step(n);',
    'const open = [1]; while (open.length > 0) step(open.pop());',
    'let m; while ((m = re.exec(text))) step(m);',
    'let node = first; do node = node.next; while (node);',
    '// @nowait\nwhile (!door.isOpen) step();',
    '// @fast\nwhile (!door.isOpen) step();',
    'while (!door.isOpen) step(); // @allow SPN623',
  ])('nothing is said of: %s', (source) => expect(marked(source)).toEqual([]));

  test('the first word is told, and each loop without one', () => {
    expect(warned('"use compile";\nwhile (a()) wait();\nwait();\nwhile (b()) c();\nwhile (d()) c();')).toEqual([
      'SPN623:2',
      'SPN623:4',
      'SPN623:5',
    ]);
  });

  test('in a file with a marked function words are told, and no loops', () => {
    const file = '\n/* @compile */ function go() { wait(1); }\nwhile (true) step();\nwait(5);';
    expect(messagesOf(file)).toEqual([
      '`wait` is at the top level of the file, which never waits. Put it into a function that is marked `// @compile`, and call that; or make the whole file one script with `// @script` as its first comment. [SPN623]',
    ]);
  });

  test('says what to do', () => {
    expect(messagesOf('"use compile"; wait(1); while (a()) b(); while (true) b();')).toEqual([
      '`wait` is at the top level of the file, which never waits. Put it into a function, and call that; or make the whole file one script with `// @script` as its first comment. [SPN623]',
      'This loop is at the top level of the file, where no frame goes by, so it runs to its end at once. Put it into a function, and call that; or make the whole file one script with `// @script` as its first comment; mark it `// @nowait` if you mean that. [SPN623]',
      'This loop is at the top level of the file, where no frame goes by, and it never ends. Put it into a function, and call that; or make the whole file one script with `// @script` as its first comment. [SPN623]',
    ]);
  });
});
