import { diagnosticsOf, messagesOf } from '../compile.js';

const A = 'turn() { this.wait(100); throw new Error("boom"); }';
const file = (statements: string, members = A, parameters = 'a, b'): string =>
  `// @compile\nclass A extends Executor { ${members} }\n// @compile\nfunction f(${parameters}) { ${statements} }`;
const told = (statements: string, members?: string): string[] =>
  diagnosticsOf(file(statements, members)).map(({ code }) => code);

describe('an order in a try whose catch cannot catch', () => {
  test('names the call, why it is not caught, and the mend', () => {
    const source = file('try { a.turn(b); log("after"); } catch (e) { log("caught"); }');
    expect(messagesOf(source)[0]).toContain(
      '`catch` never gets an error of `a.turn(b)`: this call is an order, so the script goes on at once, and `turn` waits before it can throw. Write `waitFor(a.turn(b))`, so that the script waits for it and `catch` gets its error. [SPN626]',
    );
    expect(diagnosticsOf(source)[0]!.mends).toEqual([
      expect.objectContaining({ kind: 'replace', text: 'waitFor(a.turn(b))' }),
    ]);
  });

  test.each([
    'try { a.turn(); } catch {}',
    'try { a.turn(this); } catch { } finally { log("over"); }',
    'try { if (b) a.turn(); else { a.turn(b); b = 1; } } catch {}',
    'try { const n = 1; console.log(n); a.turn(n, b.name); return n; } catch {}',
    'try { a.hero.turn(); } catch {}',
    'try { a?.turn(); } catch {}',
    'try { a.turn(() => parse(b)); } catch {}',
  ])('is told: %s', (statements) => expect(told(statements)).toContain('SPN626'));

  test.each([
    ['waited for', 'try { waitFor(a.turn()); } catch {}'],
    ['used', 'try { b = a.turn(); } catch {}'],
    ['given to nobody on purpose', 'try { void a.turn(); } catch {}'],
    ['in the catch', 'try { b(); } catch { a.turn(); }'],
    ['in the finally', 'try { b(); } catch {} finally { a.turn(); }'],
    ['without a catch', 'try { a.turn(); } finally { log(); }'],
    ['beside a call that may throw', 'try { a.turn(); load(); } catch {}'],
    ['beside a wait', 'try { a.turn(); waitFor(a); } catch {}'],
    ['beside a free wait', 'try { a.turn(); wait(500); } catch {}'],
    ['beside a throw', 'try { a.turn(); if (b) throw b; } catch {}'],
    ['beside a property of what may be nothing', 'try { a.turn(); b = b.score; } catch {}'],
    ['beside a new', 'try { a.turn(); new Thing(); } catch {}'],
    ['with a call as its argument', 'try { a.turn(parse(b)); } catch {}'],
    ['in a function inside', 'try { later(() => { a.turn(); }); } catch {}'],
    [
      'where the catch names an error that comes at once',
      'try { a.turn(); } catch (e) { if (!(e instanceof OwnerGoneError)) throw e; }',
    ],
    ['where the file closes owners', 'executorOf(a).close(); try { a.turn(); } catch {}'],
    ['allowed', 'try {\n// @allow SPN626\na.turn();\n} catch {}'],
  ])('is not told: %s', (_what, statements) => expect(told(statements)).not.toContain('SPN626'));

  test.each([
    'turn() { wait(100); boom(); }',
    'turn() { log("begins"); this.wait(this.ms); boom(); }',
    'turn(b) { if (!b) return; const order = waitSignal(`move ${this.id}`); boom(order); }',
    'turn() { this.step(); boom(); } step() { this.n = 1; wait(); }',
    'turn() { pause(); boom(); } } /* @compile */ function pause() { waitFrames(2); } class B {',
    '\n// @interrupt\nturn() { this.wait(100); boom(); }',
  ])('of a method that waits first: %s', (members) =>
    expect(told('try { a.turn(); } catch {}', members)).toContain('SPN626'),
  );

  test.each([
    ['throws at once', 'turn() { throw new Error(); }'],
    ['may throw at once', 'turn() { check(); this.wait(1); }'],
    ['may throw by a property', 'turn(b) { this.x = b.x; this.wait(1); }'],
    ['may throw before it waits', 'turn(b) { if (b) throw b; this.wait(1); }'],
    ['never waits', 'turn() { this.n++; }'],
    ['may not wait', 'turn(b) { if (b) this.wait(1); boom(); }'],
    ['waits for what may be over', 'turn(b) { waitFor(b); boom(); }'],
    ['waits for no time', 'turn() { wait(0); boom(); }'],
    ['only calls itself', 'turn() { this.turn(); boom(); }'],
    ['is of another file', 'walk() { this.wait(1); }'],
    ['is one of two', `${A} } class B { turn() { boom(); }`],
    ['is instant', '\n// @instant\nturn() { boom(); }'],
    ['is static', 'static turn() { wait(100); boom(); }'],
    ['is an arrow, which has no owner', 'turn = () => { wait(100); boom(); };'],
  ])('nor of a method that %s', (_what, members) =>
    expect(told('try { a.turn(); } catch {}', members)).not.toContain('SPN626'),
  );

  test.each([
    ['imported', 'import { a } from "./a.js";\n'],
    ['a module', 'import * as a from "./a.js";\n'],
    ['a library', 'const a = asLibrary({ turn() { wait(100); boom(); } });\n'],
    ['a class', 'class a { static turn() { wait(100); boom(); } }\n'],
  ])('nor of what is %s', (_what, above) =>
    expect(
      diagnosticsOf(`${above}${file('try { a.turn(); } catch {}', A, 'b')}`).map(({ code }) => code),
    ).not.toContain('SPN626'),
  );

  test('nor in a function that the object itself calls, as the call may be on its own thread', () => {
    expect(told('try { a.turn(); } catch {}', `${A} go() { f(this); }`)).toEqual([]);
    expect(told('try { this.turn(); } catch {}')).toEqual([]);
  });
});
