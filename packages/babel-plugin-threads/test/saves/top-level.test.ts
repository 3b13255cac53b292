import { compile } from '../compile.js';

/** What the file record has under a name. */
function recordOf(source: string, part: string, options: Parameters<typeof compile>[1] = {}): string | undefined {
  const code = compile(`${source}\n// @compile\nfunction walk() { wait(1); }`, {
    target: 'frames',
    saves: true,
    ...options,
  });
  const record = code.slice(code.indexOf('function $record('));
  return new RegExp(`^    ${part}: (\\{[^]*?\\n    \\})`, 'm').exec(record)?.[1]?.replaceAll(/\s+/g, ' ');
}

test('a type that is imported is not in the record', () => {
  const source = "import { Door, type Key, open } from './door.js';\nexport let door: Door;\nlog(open);";
  expect(recordOf(source, 'imports', { typescript: true })).toBe('{ "./door.js#open": () => open }');
});

test('a type that no other plugin takes out is not in the record', () => {
  const source =
    "import type { A } from './a.js';\nimport type * as ns from './b.js';\nimport type D from './c.js';\nimport { type B } from './d.js';\nexport let x: A | B | D | ns.E;";
  expect(recordOf(source, 'variables', { typescript: true })).toBe('{ x: [() => x, $v => { x = $v; }] }');
  expect(recordOf(source, 'imports', { typescript: true })).toBeUndefined();
});

test('a variable of any name, and a regular expression, which has a state', () => {
  const source = 'let __proto__ = 1;\nconst pattern = /a/g;';
  expect(recordOf(source, 'variables')).toBe(
    '{ ["__proto__"]: [() => __proto__, $v => { __proto__ = $v; }], pattern: [() => pattern] }',
  );
});

test('imports are named by what their file exports', () => {
  const source = "import all, { a as b } from './a.js';\nimport * as ns from './b.js';\nlog(all, b, ns);";
  expect(recordOf(source, 'imports')).toBe(
    '{ "./a.js#default": () => all, "./a.js#a": () => b, "./b.js#*": () => ns }',
  );
});

test('a function that is imported and only called is not in the record, and a class is', () => {
  const source = "import { Door, open } from './a.js';\nopen(new Door());";
  expect(recordOf(source, 'imports')).toBe('{ "./a.js#Door": () => Door }');
});

test('an enum is code of its file', () => {
  expect(recordOf('enum Side { Left }\nconst enum Gone { A }', 'imports', { typescript: true })).toBe(
    '{ "#Side": () => Side }',
  );
});

test('constants that hold literals, functions and classes are no variables', () => {
  const source = 'const a = 1, b = "x", f = () => 1, K = class {}, list = [];\nlet n = 1;';
  expect(recordOf(source, 'variables')).toBe('{ list: [() => list], n: [() => n, $v => { n = $v; }] }');
  expect(recordOf(source, 'classes')).toBe('{ K: () => K }');
  expect(recordOf(source, 'functions')).toBe('{ f: () => f, walk: () => walk }');
});

test('a variable that holds a function now and another one later is a variable', () => {
  expect(recordOf('let f = () => 1;\nf = () => 2;', 'variables')).toBe('{ f: [() => f, $v => { f = $v; }] }');
});

test('of a program nothing but the program stands at the top', () => {
  const code = compile('// @script\nlet gold = 3;\nwait(gold);', { target: 'frames', saves: true });
  expect(code).toMatch(/return \{\n    functions: \{\n      program: \(\) => program\n    \}\n  \};/);
});

test('fields are what a class declares, or assigns through `this`', () => {
  const source = `class Hero {
    static count = 0; declare body: object; hp = 3; #mana = 1; ['a' + 1] = 2;
    constructor(private name: string, public level = 1) { this.bag = []; }
    hit() { this.hp -= 1; this.hits++; [this.left, { x: this.right = 1 }] = pair; list.forEach((x) => (this.last = x)); }
    look() { this.bag[0] = 1; function other() { this.no = 1; } class Other { no = 1; } for (this.turn of list); this['äöü'] = 1; this.süß = 1; }
  }
  const Empty = class { walk() {} };`;
  expect(recordOf(source, 'fields', { typescript: true })).toBe(
    '{ Hero: "hp name level bag hits left right last turn süß" }',
  );
});

test('what functions put on emitters is told, but not what the top of the module or a constructor does', () => {
  const source = `window.addEventListener('resize', () => 1);
  class Button {
    constructor() { this.on('down', this.press); }
    show() { this.icon.once(Events.SHOW, this.press, this); store.subscribe(() => 1); lamp.on(2, 3); map.get('on', it); }
  }
  function play(press) { button?.on('click', press.bind(1)); const it = () => setInterval(() => 1, 5); list.on(press); document.addEventListener('kéy', press); }`;
  expect(recordOf(source, 'handlers')).toBe(
    `{ "Button.show": "this.icon.once(…), store.subscribe(…)", play: "button?.on('click', …), document.addEventListener('kéy', …)", it: "setInterval(…)" }`,
  );
});
