import { diagnosticsOf, messagesOf } from '../compile.js';

const file = (member: string, statement: string): string =>
  `// @compile\nclass Guard extends Executor {\n${member}\n}\n// @compile\nfunction scene(guard, p) { ${statement} }`;

const told = (member: string, statement: string): string[] =>
  diagnosticsOf(file(member, statement)).map(({ code }) => code);

const SEES = 'sees(p) { this.seen = true; return p.x < 3; }';

describe('a call in a condition that is nearly a question', () => {
  test('names what makes it none, and the mark', () => {
    expect(messagesOf(file(SEES, 'if (guard.sees(p)) log();'))[0]).toContain(
      '`sees` never waits, but it changes something (`this.seen = true`), so this call queues while its owner is busy. ' +
        'Mark `sees` `// @instant` if it should run at once. [SPN615]',
    );
  });

  test.each([
    'if (guard.sees(p)) log();',
    'if (p.x && !guard.sees(p)) log();',
    'if ((guard.sees(p)) === true) log();',
    'while (!guard.sees(p)) p.step();',
    'do p.step(); while (guard.sees(p));',
    'for (; guard.sees(p); ) p.step();',
    'log(guard.sees(p) ? 1 : 2);',
    'guard?.sees(p) && log();',
    'const g = new Guard(); if (g.sees(p)) log();',
    'if (p.guard.sees(p)) log();',
    'waitUntil(() => guard.sees(p));',
    'waitUntil(() => p.x && !guard.sees(p));',
    'waitUntil(() => { return guard.sees(p); });',
    "waitForEvent(p, 'x', { filter: () => guard.sees(p) });",
  ])('is told: %s', (statement) => expect(told(SEES, statement)).toEqual(['SPN615']));

  test.each([
    ['a question', 'sees(p) { return p.x < 3; }', 'if (guard.sees(p)) log();'],
    ['an instant function', `// @instant\n${SEES}`, 'if (guard.sees(p)) log();'],
    ['one that runs beside', `// @beside\n${SEES}`, 'if (guard.sees(p)) log();'],
    ['one that may wait', 'sees(p) { this.seen = true; return look(p); }', 'if (guard.sees(p)) log();'],
    ['one with a loop', 'sees(p) { while (p.x) this.n++; }', 'if (guard.sees(p)) log();'],
    ['no condition', SEES, 'const isSeen = guard.sees(p); guard.sees(p); log(guard.sees(p) + isSeen);'],
    ['an argument of another call', SEES, 'if (log(guard.sees(p))) log();'],
    [
      'an arrow that decides nothing',
      SEES,
      'start(() => guard.sees(p)); waitUntil(() => { guard.sees(p); return p; });',
    ],
    ['on `this`', `${SEES} go(p) { if (this.sees(p)) log(); }`, ''],
    ['one of two that wait', `${SEES} }\n// @compile\nclass Tower { sees(p) { scan(p); }`, 'if (guard.sees(p)) log();'],
    ['one of two that is plain', `${SEES} }\nclass Tower { sees(p) { return p; }`, 'if (guard.sees(p)) log();'],
    ['of a class', `static ${SEES}`, 'if (Guard.sees(p)) log();'],
    ['of another file', SEES, 'if (guard.hears(p)) log();'],
    ['of a library', `}\nconst rules = asLibrary({ ${SEES} });\n{`, 'if (rules.sees(p)) log();'],
    [
      'of a library that is declared below',
      `}\nconst rules = { ${SEES} };\nasLibrary(rules);\n{`,
      'if (rules.sees(p)) log();',
    ],
    [
      'of a library whose methods are assigned',
      `}\nconst rules = asLibrary({});\nrules.sees = function ${SEES.slice(4)};\n{`,
      'if (rules.sees(p)) log();',
    ],
    ['allowed', SEES, '\n// @allow SPN615\nif (guard.sees(p)) log();'],
  ])('is not told: %s', (_, member, statement) => expect(told(member, statement)).toEqual([]));

  test('nor in code that is not compiled', () => {
    expect(messagesOf(`// @compile\nclass Guard { ${SEES} }\nif (guard.sees(p)) log();`)).toEqual([]);
  });
});

describe('a function that would be a question but for another object that it asks', () => {
  const asking = (member: string, others = ''): string =>
    `// @compile\nclass Guard extends Executor {\nisDead() { return this.hp <= 0; }\nrest() { this.wait(150); }\n${member}\n}\n${others}`;
  const toldOf = (member: string, others?: string): string[] =>
    diagnosticsOf(asking(member, others)).map(({ code }) => code);

  test('is told with what it asks and the mends', () => {
    const text = asking('sees(other) { return other.isDead(); }');
    expect(messagesOf(text)[0]).toContain(
      '`Guard.sees` would be a question, but it asks another object (`other.isDead()`), so it queues while its owner is busy. ' +
        'Mark it `// @instant` if it should be answered at once, or read a field there. [SPN615]',
    );
    expect(diagnosticsOf(text)[0]!.mends).toMatchObject([{ kind: 'mark', text: '@instant', line: 5 }]);
  });

  test.each([
    'sees(other) { return other.isDead(); }',
    'sees(other) { const isGone = other.isDead(); return !isGone && this.x > 3; }',
    'sees(others) { return others.some((each) => each.isDead()); }',
    'sees(other) { if (!other) return false; return other.isDead() || this.isDead(); }',
    'sees = function (other) { return other.isDead(); };',
  ])('is told: %s', (member) => expect(toldOf(member)).toEqual(['SPN615']));

  test.each([
    ['a field of the other', 'sees(other) { return other.hp <= 0; }', ''],
    ['an instant function', '// @instant\nsees(other) { return other.isDead(); }', ''],
    ['one that gives nothing', 'sees(other) { if (other.isDead()) log(); }', ''],
    ['one that changes something, too', 'sees(other) { this.seen = other; return other.isDead(); }', ''],
    ['one that may wait for something else', 'sees(other) { return other.isDead() && look(other); }', ''],
    ['what the file does not show', 'sees(other) { return other.isAlive(); }', ''],
    [
      'a name of which not all are questions',
      'sees(other) { return other.isDead(); }',
      '// @compile\nclass Tower { isDead() { scan(); } }',
    ],
    ['what it asks may wait', 'sees(other) { return other.rest(); }', ''],
    ['allowed', '// @allow SPN615\nsees(other) { return other.isDead(); }', ''],
  ])('is not told: %s', (_, member, others) => expect(toldOf(member, others)).toEqual([]));

  test('nor of an object that is never busy, and of a library', () => {
    const rules = (object: string): string =>
      `// @compile\nclass Guard { isDead() { return this.hp <= 0; } }\n// @compile\nconst rules = ${object};`;
    const member = 'isOver(a) { return a.isDead(); }';
    expect(diagnosticsOf(rules(`{ ${member} }`))).toEqual([]);
    expect(diagnosticsOf(rules(`asLibrary({ ${member}, rest() { wait(5); } })`))).toEqual([]);
  });
});
