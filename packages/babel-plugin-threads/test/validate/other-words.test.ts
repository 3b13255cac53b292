import { type CompileOptions, diagnosticsOf, messagesOf, warned } from '../compile.js';

const told = (source: string, options: CompileOptions = {}): string[] => warned(`"use compile";\n${source}`, options);
const inFunction = (body: string): string => `export function go(list) { ${body}\n}`;
const inClass = (body: string, head = 'extends Executor'): string => `class Hero ${head} { go() { ${body}\n} }`;
const mendOf = (source: string): string | undefined => {
  const [found] = diagnosticsOf(`"use compile";\n${source}`);
  return found?.mends?.[0]?.text;
};

describe('a word of another tool', () => {
  test('says what to write', () => {
    expect(messagesOf(`"use compile"; ${inFunction('sleep(100);')}`)).toEqual([
      '`sleep` is no word of scripts, and nothing in this file has that name. Write `wait(100)`: it takes milliseconds. [SPN629]',
    ]);
    expect(messagesOf(`"use compile"; ${inClass('this.delay(list[0]);')}`)).toEqual([
      '`this.delay` is no word of scripts, and nothing in this file has that name. Write `this.wait(list[0])`: it takes milliseconds. [SPN629]',
    ]);
    expect(messagesOf(`"use compile"; ${inFunction('StopCoroutine(list);')}`)).toEqual([
      '`StopCoroutine` is no word of scripts, and nothing in this file has that name. Write `const thread = start(() => …)` and `thread.cancel()`. [SPN629]',
    ]);
  });

  test.each([
    ['sleep(100);', 'wait(100)'],
    ['delay();', 'wait()'],
    ['new WaitForSeconds(1.5);', 'wait(1500)'],
    ['wait_for_seconds(list.pace);', 'wait(1000 * (list.pace))'],
    ['create_timer(2);', 'wait(2000)'],
    ['new WaitForEndOfFrame();', 'wait()'],
    ['nextFrame();', 'wait()'],
    ['Wait(60);', 'wait(60)'],
    ['wait_until(() => list.length > 2);', 'waitUntil(() => list.length > 2)'],
    ['WaitForFrames(2);', 'waitFrames(2)'],
    ['StartCoroutine(walk(list));', 'start(walk(list))'],
    ['emit_signal("died", list);', 'signal("died", list)'],
    ['delayedCall(100, () => list.pop());', undefined],
    ['get_tree().create_timer(1).timeout.now();', undefined],
  ])('%s', (body, mend) => {
    const source = inFunction(body);
    expect(told(source)).toEqual(['SPN629:2']);
    expect(mendOf(source)).toBe(mend);
  });

  test.each([
    [inClass('this.sleep(100);'), 'this.wait(100)'],
    [inClass('this.wait_for_signal("go");'), 'this.waitSignal("go")'],
    [inClass('this.StartCoroutine(this.walk());'), 'start(this.walk())'],
    [inClass('this.sleep(100);', ''), 'wait(100)'],
    [`class A extends Executor {} ${inClass('this.sleep(9);', 'extends A')}`, 'this.wait(9)'],
    ['const hero = {}; hero.go = function () { this.sleep(9); };', 'wait(9)'],
    ['class Hero { static go() { this.sleep(9); } }', 'wait(9)'],
    ['class Hero extends Executor {} Hero.prototype.go = function () { this.sleep(9); };', 'this.wait(9)'],
  ])('%s', (source, mend) => {
    expect(told(source)).toEqual(['SPN629:2']);
    expect(mendOf(source)).toBe(mend);
  });

  test.each([
    ['a function of the file', `${inFunction('sleep(100);')} function sleep() {}`],
    ['an import', `import { sleep } from "./time.js"; ${inFunction('sleep(100);')}`],
    ['a parameter', 'function go(delay) { delay(100); }'],
    ['a variable that is assigned', `${inFunction('sleep(100);')} globalThis.sleep = (ms) => later(ms);`],
    ['an assigned name', `${inFunction('sleep(100);')} sleep = (ms) => later(ms);`],
    ['a method of the class', 'class Hero extends Executor { go() { this.sleep(9); } sleep(ms) { this.wait(ms); } }'],
    ['a class of another file', inClass('this.sleep(100);', 'extends Actor')],
    ['a mixin', `${inClass('this.sleep(100);')} mixin(Hero.prototype);`],
    ['a method of another object', inFunction('list.sleep(100); list.time.delayedCall(1, list);')],
    ['what is read', inFunction('list.sleep = list.delay;')],
    ['a word', inFunction('wait(100); waitUntil(() => list.length > 2);')],
    ['a capital of no wait', inFunction('Start(); Random();')],
    ['allowed', inFunction('sleep(100); // @allow SPN629')],
  ])('silent: %s', (_what, source) => expect(told(source)).toEqual([]));

  test('silent: what options and types declare, and code that no mark covers', () => {
    expect(told(inFunction('sleep(100);'), { globals: { sleep: true } })).toEqual([]);
    expect(told(inFunction('sleep(100);'), { globals: { sleep: 'game.sleep' } })).toEqual([]);
    const declared = `declare function sleep(ms: number): void; ${inFunction('sleep(100);').replace('(list)', '(list: any)')}`;
    expect(told(declared, { typescript: true })).toEqual([]);
    expect(warned('/* @compile */ function go() { wait(1); }\nfunction plain() { sleep(100); }')).toEqual([]);
  });

  test("with words of one's own, these are meant, and none of them is told", () => {
    const words = { wait: 'sleep' };
    expect(told(inFunction('sleep(100);'), { words })).toEqual([]);
    expect(messagesOf(`"use compile"; ${inFunction('delay(100);')}`, { words })).toEqual([
      '`delay` is no word of scripts, and nothing in this file has that name. Write `sleep(100)`: it takes milliseconds. [SPN629]',
    ]);
  });

  test('with `strictGlobals` it is the suggestion of SPN216', () => {
    expect(() => told(inFunction('Sleep(100);'), { strictGlobals: true })).toThrow(
      '`Sleep` is not known (option `strictGlobals`). Did you mean `wait`? [SPN216]',
    );
  });
});

describe('`beside`, which the compiler writes', () => {
  const TEXT =
    '`beside` is what the compiler writes around an order, and nothing to write by hand. Write `list.walk();` alone, or mark the method `// @beside` if it should not stand in line. [SPN629]';

  test.each(['', 'import { beside } from "@spindle/runtime/abi"; '])('says what it is: %s', (head) => {
    expect(messagesOf(`"use compile"; ${head}${inFunction('beside(list.walk());')}`)).toEqual([TEXT]);
    expect(mendOf(`${head}${inFunction('beside(list.walk());')}`)).toBe('list.walk()');
  });

  test('silent: a function of the file, and output', () => {
    expect(told(`${inFunction('beside(list.walk());')} function beside() {}`)).toEqual([]);
    expect(
      warned(
        'import { $thread, beside } from "@spindle/runtime/abi";\n// @compiled\nvar go = $thread(function* () { yield beside(list.walk()); });',
      ),
    ).toEqual([]);
  });
});
