import { diagnosticsOf, messagesOf } from '../compile.js';

const GUARD = 'patrol() { while (true) this.x++; } sees(p) { return p.x < this.x; }';
const file = (statements: string, members = GUARD): string =>
  `// @compile\nclass Guard extends Executor { ${members} }\n// @compile\nfunction scene(guard, p, other) { ${statements} }`;
const told = (statements: string, members?: string): string[] =>
  diagnosticsOf(file(statements, members)).map(({ code }) => code);

describe('a question behind an own order that never ends', () => {
  test('names the order and the mend', () => {
    expect(messagesOf(file('guard.patrol(); if (guard.sees(p)) log();'))[0]).toContain(
      '`sees` stands behind `guard.patrol()`, which this function calls before and which never ends, so it is never answered. Write `start(() => guard.patrol())`. [SPN618]',
    );
  });

  test.each([
    'guard.patrol(); while (!guard.sees(p)) wait(100);',
    'guard.patrol(); wait(100); return guard.sees(p);',
    'guard.patrol(); if (p) { log(guard.sees(p)); }',
    'if (p) { guard.patrol(); log(guard.sees(p)); }',
    'other.guard.patrol(); log(other.guard.sees(p));',
  ])('is told: %s', (statements) => expect(told(statements)).toEqual(['SPN618']));

  test.each([
    ['before the order', 'if (guard.sees(p)) log(); guard.patrol();'],
    ['started apart', 'start(() => guard.patrol()); if (guard.sees(p)) log();'],
    ['started apart as a call', 'start(guard.patrol()); if (guard.sees(p)) log();'],
    ['void', 'void guard.patrol(); if (guard.sees(p)) log();'],
    ['another owner', 'guard.patrol(); if (other.sees(p)) log();'],
    ['a name that is assigned', 'guard.patrol(); guard = other; if (guard.sees(p)) log();'],
    ['another branch', 'if (p) guard.patrol(); else log(guard.sees(p)); log(guard.sees(p));'],
    ['another block', 'if (p) { guard.patrol(); } log(guard.sees(p));'],
    ['cancelled between', 'guard.patrol(); wait(9); executorOf(guard).cancelAll(); log(guard.sees(p));'],
    ['a handler', "guard.patrol(); p.on('x', () => log(guard.sees(p)));"],
    ['allowed', 'guard.patrol();\n// @allow SPN618\nif (guard.sees(p)) log();'],
  ])('is not told: %s', (_what, statements) => expect(told(statements)).toEqual([]));

  const sees = 'sees(p) { return p.x < this.x; }';
  test.each([
    ['one that runs beside', `\n// @beside\n${GUARD}`],
    ['one that ends', `patrol() { while (this.x < 9) this.x++; } ${sees}`],
    ['one that may leave its loop', `patrol() { while (true) { if (this.x > 9) return; this.x++; } } ${sees}`],
    ['one that only may get to its loop', `patrol() { if (this.x) while (true) this.x++; } ${sees}`],
    ['of another file', sees],
    ['one of two that end', `${GUARD} } class Tower { patrol() {}`],
  ])('nor behind %s', (_what, members) => expect(told('guard.patrol(); log(guard.sees(p));', members)).toEqual([]));
});
