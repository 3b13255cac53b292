import { diagnosticsOf, messagesOf } from '../compile.js';

const A = 'n = 0; turn() { this.wait(100); this.n++; }';
const file = (statements: string, members = A): string =>
  `// @compile\nclass A extends Executor { ${members} }\nconst a = new A();\n// @compile\nfunction f(b, list) { ${statements} }`;
const told = (statements: string, members?: string): string[] =>
  diagnosticsOf(file(statements, members)).map(({ code }) => code);

describe('an endless loop of orders', () => {
  test('names the order and the mend', () => {
    const source = file('while (true) { a.turn(); }');
    expect(messagesOf(source)[0]).toContain(
      '`a.turn()` is an order, and this loop gives it anew in each frame without waiting, so more and more of them queue. Write `waitFor(a.turn())`, so that each is over before the next is given. [SPN627]',
    );
    expect(diagnosticsOf(source)[0]!.mends).toEqual([
      expect.objectContaining({ kind: 'replace', text: 'waitFor(a.turn())' }),
    ]);
  });

  test.each([
    'for (;;) a.turn();',
    'while (true) { a.step(); a.turn(); }',
    'while (true) { if (b > 3) a.turn(); else a.turn(1); b++; }',
    'while (true) { b.turn(); console.log("turned"); }',
    'while (true) { b.robot.turn(Math.max(1, b.n)); log("turned"); }',
    'while (true) { a?.turn(); continue; }',
    'do { a.turn(); } while (true);',
  ])('is told: %s', (statements) => expect(told(statements, `${A} step() { this.n--; }`)).toEqual(['SPN627']));

  test.each([
    ['waited for', 'while (true) { waitFor(a.turn()); }'],
    ['used', 'while (true) { b = a.turn(); }'],
    ['a wait beside it', 'while (true) { a.turn(); wait(100); }'],
    ['a wait for the owner', 'while (true) { a.turn(); waitFor(a); }'],
    ['a call that may wait', 'while (true) { a.turn(); nextRound(); }'],
    ['a question, which stands behind the order', 'while (true) { if (a.isFar()) a.turn(); }'],
    ['a used call on another', 'while (true) { a.turn(); b = list.take(); }'],
    ['a Promise', 'while (true) { a.turn(); import("x"); }'],
    ['a loop that ends', 'while (b > 0) { a.turn(); }'],
    ['a loop that may be left', 'while (true) { a.turn(); if (b) break; }'],
    ['a loop that throws', 'while (true) { a.turn(); if (b) throw b; }'],
    ['another object each time', 'while (true) { b = b.next; b.turn(); }'],
    ['an object of the turn', 'while (true) { const c = list[0]; c.turn(); }'],
    ['one of many', 'while (true) { list[b].turn(); }'],
    ['a new one each time', 'while (true) { new A().turn(); }'],
    ['each of a list', 'while (true) { for (const c of list) c.turn(); }'],
    ['a property that the loop assigns', 'while (true) { b.next = 0; b.next.turn(); }'],
    ['run apart on purpose', 'while (true) { void a.turn(); }'],
    ['in a handler', 'while (true) { b.on(() => { a.turn(); }); }'],
    ['allowed', 'while (true) {\n// @allow SPN627\na.turn();\n}'],
  ])('is not told: %s', (_what, statements) =>
    expect(told(statements, `${A} isFar() { return this.n > 9; }`)).not.toContain('SPN627'),
  );

  test.each([
    ['takes one frame', 'turn() { this.wait(); this.n++; }'],
    ['takes one frame by name', 'turn() { waitFrames(1); }'],
    ['never waits', 'turn() { this.n++; }'],
    ['may not wait', 'turn() { load(this); }'],
    ['runs beside', '\n// @beside\nturn() { wait(100); }'],
    ['takes the place of the one before', '\n// @restart\nturn() { this.wait(100); }'],
    ['is dropped', '\n// @drop\nturn() { this.wait(100); }'],
    ['keeps the latest', '\n// @latest\nturn() { this.wait(100); }'],
    ['interrupts', '\n// @interrupt\nturn() { this.wait(100); }'],
    ['lets go at once', 'turn() { wait(100); }'],
    ['is of another file', 'walk() { this.wait(100); }'],
    ['is one of two', `${A} } class B { turn() {}`],
    ['starts what takes long', 'turn() { start(() => this.step()); } step() { this.wait(100); }'],
    ['orders what takes long', 'turn() { other.step(); } step() { this.wait(100); }'],
    ['is static', 'static turn() { wait(100); }'],
  ])('nor of a method that %s', (_what, members) =>
    expect(told('while (true) { a.turn(); }', members)).not.toContain('SPN627'),
  );

  test.each([
    'turn() { this.step(); } step() { this.wait(100); }',
    'turn() { this.wait(this.pace); }',
    'turn() { while (this.n < 9) this.n++; }',
    'turn() { for (const p of this.path) this.wait(100); }',
    'turn(b) { if (b) this.waitSignal("go"); }',
  ])('but of one that keeps its owner, by what it calls or by frames: %s', (members) =>
    expect(told('while (true) { a.turn(); }', members)).toEqual(['SPN627']),
  );

  test('nor in a function that the object itself calls, as the call may be on its own thread', () => {
    expect(told('while (true) { a.turn(); }', `${A} go() { f(); }`)).toEqual([]);
  });
});
