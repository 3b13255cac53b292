/**
 * For each rule a text that it passes, and one that it reports. `«…»` is the code that is reported. Jest gives them to the analysis and
 * to Oxlint, and compat/eslint to the RuleTester of each ESLint.
 *
 * @type {readonly { rule: string, code?: string, message?: string, filename?: string, settings?: object, valid: string, invalid: string }[]}
 */
const texts = [
  {
    rule: 'compile',
    code: 'SPN101',
    valid: '// @compile\nfunction go() {\n  wait(1);\n}',
    invalid: '// @compile\n«async function go() {\n  wait(1);\n}»',
  },
  {
    rule: 'no-wait-outside-script',
    code: 'SPN423',
    valid: 'import { wait } from "./time.js";\nexport function nap() {\n  wait(100);\n}',
    invalid: 'export function nap() {\n  «wait»(100);\n}',
  },
  {
    rule: 'no-wait-outside-script',
    code: 'SPN610',
    valid: '/* @compile */ function go() {\n  wait(1);\n}\nfunction plain() {\n  go();\n}',
    invalid: '/* @compile */ function go() {\n  wait(1);\n}\nfunction plain() {\n  «wait(1)»;\n}',
  },
  {
    rule: 'no-wait-at-top-level',
    code: 'SPN623',
    valid: '// @script\nfunction go() {\n  wait(1);\n}\ngo();\nwait(1);\nwhile (true) {\n  go();\n}',
    invalid: '// @compile the whole file\nfunction go() {\n  wait(1);\n}\n«wait(1)»;\ngo();',
  },
  {
    rule: 'no-idle-program',
    code: 'SPN628',
    valid: '// @script\nfunction draw() {\n  wait(1);\n}\ndraw();',
    invalid: '// @script\nfunction «draw»() {\n  wait(1);\n}',
  },
  {
    rule: 'no-dropped-promise',
    code: 'SPN622',
    valid: '// @compile\nfunction go() {\n  waitFor(new Promise((done) => load(done)));\n}',
    invalid: '// @compile\nfunction go() {\n  «new Promise((done) => setTimeout(done, 500))»;\n}',
  },
  {
    rule: 'no-async-in-marked-class',
    valid:
      '// @compile\nclass Guard {\n  // @native\n  async load() {}\n  go() {\n    wait(1);\n    on(async () => {});\n  }\n}',
    invalid: '// @compile\nclass Guard {\n  «async load() {}»\n  go() {\n    wait(1);\n  }\n}',
  },
  {
    rule: 'no-async-in-marked-class',
    valid: '// @compile\nfunction go() {\n  wait(1);\n}\nclass Guard {\n  *steps() {}\n}',
    invalid: '// @compile\nclass Guard {\n  «*steps() {»\n    yield 1;\n  }\n  go() {\n    wait(1);\n  }\n}',
  },
  {
    rule: 'no-wait-in-async',
    code: 'SPN609',
    valid: '// @compile\nclass Guard {\n  go() {\n    wait(3);\n  }\n}',
    invalid: '// @compile\nclass Guard {\n  async go() {\n    «wait(3)»;\n  }\n}',
  },
  {
    rule: 'no-wait-in-synchronous-code',
    code: 'SPN604',
    valid: '// @compile\nfunction go(list) {\n  list.forEach(() => wait(1));\n}',
    invalid: '// @compile\nclass Guard {\n  get near() {\n    return «waitFor(door)»;\n  }\n}',
  },
  {
    rule: 'no-frame-wait-in-synchronous-code',
    code: 'SPN606',
    valid: '// @compile\n// @instant\nfunction count() {\n  // @nowait\n  while (isLeft()) log("left");\n}',
    invalid: '// @compile\n// @instant\nfunction count() {\n  «while (isLeft()) log("left");»\n}',
  },
  {
    rule: 'no-misspelt-mark',
    code: 'SPN605',
    valid: '// @compile\nfunction go() {}',
    invalid: '«// @complie»\nfunction go() {}',
  },
  {
    rule: 'no-ambiguous-first-mark',
    code: 'SPN621',
    valid: '// @compile the whole file\nfunction go() {\n  wait(1);\n}\nfunction stop() {\n  go();\n}',
    invalid: '«// @compile»\nfunction go() {\n  wait(1);\n}\nfunction stop() {\n  go();\n}',
  },
  {
    rule: 'no-late-directive',
    code: 'SPN611',
    valid: 'function go() {\n  "use compile";\n  wait(1);\n}',
    invalid: 'function go() {\n  step();\n  «"use compile";»\n}',
  },
  {
    rule: 'no-unused-allow',
    code: 'SPN608',
    valid: '// @compile\nfunction go() {\n  // @allow SPN603\n  return Math.random();\n}',
    invalid: '// @compile\nfunction go() {\n  «// @allow SPN603»\n  return random();\n}',
  },
  {
    rule: 'no-lost-update',
    code: 'SPN601',
    valid: '// @compile\nfunction go(hero) {\n  const more = waitSignal("gold");\n  hero.gold += more;\n}',
    invalid: '// @compile\nexport function go(hero) {\n  «hero.gold += waitSignal("gold")»;\n}',
  },
  {
    rule: 'no-nondeterministic-call',
    code: 'SPN603',
    valid: '// @compile\nfunction go() {\n  return random();\n}',
    invalid: '// @compile\nfunction go() {\n  return «Math.random»();\n}',
  },
  {
    rule: 'no-blind-eval',
    code: 'SPN607',
    valid: '// @compile\nfunction Door() {\n  const { length } = arguments;\n  this.opened = () => eval("length");\n}',
    invalid: '// @compile\nfunction Door() {\n  this.opened = () => «eval("arguments.length")»;\n}',
  },
  {
    rule: 'no-own-wait-outside-executor',
    code: 'SPN612',
    valid: '// @compile\nclass Guard extends Executor {\n  go() {\n    this.wait(1);\n  }\n}',
    invalid: '// @compile\nclass Guard {\n  go() {\n    «this.wait(1)»;\n  }\n}',
  },
  {
    rule: 'no-call-behind-endless-call',
    code: 'SPN613',
    valid:
      '// @compile\nconst scripts = asLibrary({\n  patrol() {\n    while (true) step();\n  },\n  greet() {\n    log("hello");\n  },\n});\nscripts.patrol();\nscripts.greet();',
    invalid:
      '// @compile\nconst scripts = {\n  patrol() {\n    while (true) step();\n  },\n  greet() {\n    log("hello");\n  },\n};\nscripts.patrol();\n«scripts.greet()»;',
  },
  {
    rule: 'no-question-behind-endless-call',
    code: 'SPN618',
    valid:
      '// @compile\nclass Guard extends Executor {\n  x = 0;\n  patrol() {\n    while (true) this.x++;\n  }\n  sees(thief) {\n    return thief.x <= this.x;\n  }\n}\n// @compile\nfunction go(guard, thief) {\n  start(() => guard.patrol());\n  while (!guard.sees(thief)) wait();\n}',
    invalid:
      '// @compile\nclass Guard extends Executor {\n  x = 0;\n  patrol() {\n    while (true) this.x++;\n  }\n  sees(thief) {\n    return thief.x <= this.x;\n  }\n}\n// @compile\nfunction go(guard, thief) {\n  guard.patrol();\n  while (!«guard.sees(thief)») wait();\n}',
  },
  {
    rule: 'no-frame-in-computing-loop',
    code: 'SPN614',
    valid: '// @compile\nfunction divisor(a, b) {\n  // @fast\n  while (b !== 0) [a, b] = [b, a % b];\n  return a;\n}',
    invalid: '// @compile\nfunction divisor(a, b) {\n  «while (b !== 0) [a, b] = [b, a % b];»\n  return a;\n}',
  },
  {
    rule: 'no-queueing-condition',
    code: 'SPN615',
    valid:
      '// @compile\nclass Guard {\n  seen = 0;\n  // @instant\n  sees(player) {\n    if (player.at < 3) this.seen++;\n    return player.at < 3;\n  }\n}\n// @compile\nfunction go(guard, player) {\n  if (guard.sees(player)) log("seen");\n}',
    invalid:
      '// @compile\nclass Guard {\n  seen = 0;\n  sees(player) {\n    if (player.at < 3) this.seen++;\n    return player.at < 3;\n  }\n}\n// @compile\nfunction go(guard, player) {\n  if («guard.sees(player)») log("seen");\n}',
  },
  {
    rule: 'no-unlikely-literal',
    code: 'SPN616',
    valid: '// @compile\nfunction go() {\n  wait(1500);\n}',
    invalid: '// @compile\nfunction go() {\n  «wait(1.5)»;\n}',
  },
  {
    rule: 'consistent-arrow-braces',
    code: 'SPN617',
    valid:
      '// @compile\nclass Hero extends Executor {\n  walk() {\n    this.wait(32);\n  }\n}\n// @compile\nconst lead = (hero) => waitFor(hero.walk());\n// @compile\nconst send = (hero) => {\n  hero.walk();\n};',
    invalid:
      '// @compile\nclass Hero extends Executor {\n  walk() {\n    this.wait(32);\n  }\n}\n// @compile\nconst lead = «(hero) => hero.walk()»;\n// @compile\nconst send = (hero) => {\n  hero.walk();\n};',
  },
  {
    rule: 'no-uncaught-order',
    code: 'SPN626',
    valid:
      '// @compile\nclass Hero extends Executor {\n  walk() {\n    this.wait(32);\n    stumble();\n  }\n}\n// @compile\nfunction go(hero) {\n  try {\n    waitFor(hero.walk());\n  } catch {}\n}',
    invalid:
      '// @compile\nclass Hero extends Executor {\n  walk() {\n    this.wait(32);\n    stumble();\n  }\n}\n// @compile\nfunction go(hero) {\n  try {\n    «hero.walk()»;\n  } catch {}\n}',
  },
  {
    rule: 'no-endless-orders',
    code: 'SPN627',
    valid:
      '// @compile\nclass Hero extends Executor {\n  walk() {\n    this.wait(32);\n  }\n}\n// @compile\nfunction go(hero) {\n  while (true) waitFor(hero.walk());\n}',
    invalid:
      '// @compile\nclass Hero extends Executor {\n  walk() {\n    this.wait(32);\n  }\n}\n// @compile\nfunction go(hero) {\n  while (true) «hero.walk()»;\n}',
  },
  {
    rule: 'no-this-before-free-word',
    code: 'SPN619',
    valid: '// @compile\nclass Lamp extends Executor {\n  fade() {\n    this.hold(() => tween(48, step));\n  }\n}',
    invalid: '// @compile\nclass Lamp extends Executor {\n  fade() {\n    «this.tween(48, step)»;\n  }\n}',
  },
  {
    rule: 'no-word-of-other-tools',
    code: 'SPN629',
    valid: '// @compile\nfunction go(sleep) {\n  sleep(100);\n}',
    invalid: '// @compile\nfunction go() {\n  «sleep(100)»;\n}',
  },
  {
    rule: 'no-waiting-mapper',
    code: 'SPN620',
    valid: '// @compile\nfunction go(heroes) {\n  all(heroes.map((hero) => hero.walk()));\n}',
    invalid:
      '// @compile\nclass Hero {\n  walk() {\n    wait(1);\n  }\n}\n// @compile\nfunction go(heroes) {\n  all(\n    heroes.map(«(hero) => {\n      return hero.walk();\n    }»),\n  );\n}',
  },
  {
    rule: 'no-assigned-condition',
    code: 'SPN630',
    valid: '// @compile\nfunction go(x) {\n  if ((x = 3)) wait(x);\n}',
    invalid: '// @compile\nfunction go(x) {\n  if («x = 3») wait(x);\n}',
  },
  {
    rule: 'no-assigned-constant',
    code: 'SPN631',
    valid: '// @compile\nfunction go() {\n  let x = 1;\n  x = 2;\n  wait(x);\n}',
    invalid: '// @compile\nfunction go() {\n  const x = 1;\n  «x = 2»;\n  wait(x);\n}',
  },
  {
    rule: 'no-override-without-mark',
    code: 'SPN632',
    valid:
      '// @compile\nclass Creep extends Executor {\n  // @instant\n  hurt(n) {\n    this.hp -= n;\n  }\n}\n// @compile\nclass Knight extends Creep {\n  // @instant\n  hurt(n) {\n    super.hurt(n / 2);\n  }\n}',
    invalid:
      '// @compile\nclass Creep extends Executor {\n  // @instant\n  hurt(n) {\n    this.hp -= n;\n  }\n}\n// @compile\nclass Knight extends Creep {\n  «hurt»(n) {\n    super.hurt(n / 2);\n  }\n}',
  },
  {
    rule: 'no-deeply-nested-calls',
    code: 'SPN625',
    settings: { target: 'frames' },
    valid: '// @compile\nfunction make() {\n  return item(item(1));\n}',
    invalid: `// @compile\n«»function make() {\n  return ${'item('.repeat(150)}1${')'.repeat(150)};\n}`,
  },
  {
    rule: 'no-order-between-waits',
    message: 'nobody waits for it',
    valid:
      '// @compile\nclass Hero extends Executor {\n  walk() {\n    this.wait(32);\n  }\n  turn() {\n    this.left = true;\n  }\n}\n// @compile\nfunction go(hero, cat) {\n  cat.walk();\n  waitFor(hero.walk());\n  cat.turn();\n  cat.meow();\n  start(() => cat.walk());\n  if (cat.left) cat.walk();\n  waitFor(hero.walk());\n  cat.walk();\n}',
    invalid:
      '// @compile\nclass Hero extends Executor {\n  walk() {\n    this.wait(32);\n  }\n}\n// @compile\nfunction go(hero, cat) {\n  waitFor(hero.walk());\n  «cat.walk()»;\n  this.waitFor(hero.walk());\n}',
  },
  {
    rule: 'no-shared-variable',
    message: 'all rooms of a process have it in common',
    valid:
      '// @compile\nexport function go(room) {\n  let visits = 0;\n  wait(9);\n  visits += 1;\n  room.visits = visits;\n}\nconst names = new Map();\nlet speed;\nif (names.size === 0) speed = 3;\nspeed ??= 2;',
    invalid: '// @compile\nexport function go() {\n  wait(9);\n  [visits] = [1];\n}\nlet «visits» = 0;',
  },
];

export const cases = texts.map(({ invalid, ...rest }) => {
  const [before = '', inside = '', after = ''] = invalid.split(/[«»]/);
  const start = placeAfter(before);
  const end = placeAfter(before + inside);
  const place = { line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
  return { filename: 'script.js', ...rest, invalid: before + inside + after, place };
});

/** Lines from 1, columns from 0. @param {string} text */
function placeAfter(text) {
  const lines = text.split('\n');
  return { line: lines.length, column: lines[lines.length - 1]?.length ?? 0 };
}
