import fc from 'fast-check';
import { isMapped, mapPauses, type MappedPause, type Obstacle } from '../../src/saves/edits/map-pauses.js';
import type { Construct, Pause, Pauses } from '../../src/saves/edits/pauses.js';

/** `for-of:list>if:x say(1) #greet | n, hero`: the way to it, its statement, its mark, what is live. */
function pauseOf(text: string): Pause {
  const [, way = '', statement = '', mark, live = ''] = /^(\S+>)?\s*([^#|]+?)\s*(?:#(\w+))?\s*(?:\|\s*(.*))?$/.exec(
    text,
  )!;
  const constructs = way
    .split('>')
    .filter(Boolean)
    .map((one): Construct => {
      const [kind = '', hash = ''] = one.split(':');
      return { kind, hash, nth: 0 };
    });
  const names = live
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  return {
    mark,
    hash: statement,
    callee: statement.replace(/\(.*/, ''),
    constructs,
    live: names,
    read: names,
    text: statement.slice(0, 80),
    given: undefined,
  };
}

const versionOf = (lines: readonly string[], firstValues: Readonly<Record<string, unknown>> = {}): Pauses => ({
  pauses: lines.map(pauseOf),
  others: [],
  parameters: new Set(),
  firstValues: new Map(Object.entries(firstValues).map(([name, value]) => [name, { value, isChanged: true }])),
});

/** What became of the first pause that has a `>` before it. */
function show(found: MappedPause | Obstacle, after: Pauses): string {
  if (!isMapped(found)) {
    const { kind, ...rest } = found;
    return `${kind} ${Object.values(rest).flat().join(' → ')}`.trim();
  }
  const told = found.surprises.map((one) =>
    one.kind === 'variable' ? [one.change.kind, one.change.from, one.change.name].filter(Boolean).join(' ') : one.kind,
  );
  const text = `${found.to}: ${after.pauses[found.to]!.text}`;
  return told.length === 0 ? text : `${text}, told: ${told.join(', ')}`;
}

function mapped(before: readonly string[], after: readonly string[], firstValues = {}): string {
  const at = before.findIndex((line) => line.startsWith('* '));
  const now = versionOf(after, firstValues);
  return show(mapPauses(versionOf(before.map((line) => line.replace(/^\* /, ''))), now).of(at), now);
}

describe('a pause of an old version', () => {
  test.each<readonly [string, readonly string[], readonly string[], string]>([
    [
      'is not one of two of its words that are elsewhere',
      ['* a()', 'b()', 'c()'],
      ['b()', 'c()', 'a()', 'a()'],
      'gone',
    ],
    [
      'is none of several that say too little of the same',
      ['* say("one two three four")', 'say("alpha beta")'],
      ['say("one five six seven")', 'say("gamma delta")'],
      'gone',
    ],
    [
      'is the same statement in the same block, not the first one of its words',
      ['* if:x>say(1)', 'tail(1)'],
      ['say(1)', 'if:x>say(1)', 'other()'],
      '1: say(1), told: equal',
    ],
    [
      'is the one with its mark, also where others are more and in another order',
      ['* say(1) #inn', 'say(1) #inn', 'go()'],
      ['go()', 'say(2) #inn', 'say(2) #inn'],
      '1: say(2), told: edited, order',
    ],
    ['stands where it stood', ['a()', '* b()'], ['a()', 'b()'], '1: b()'],
    ['is found behind a statement that is new', ['a()', '* b()'], ['x()', 'a()', 'y()', 'b()'], '3: b()'],
    ['is found where one before it is gone', ['a()', '* b()', 'c()'], ['b()', 'c()'], '0: b()'],
    [
      'is the one that was edited between two others',
      ['a()', '* b(1)', 'c()'],
      ['a()', 'b(2)', 'c()'],
      '1: b(2), told: edited',
    ],
    ['is the only one of its function, edited', ['* b(1)'], ['b(2)'], '0: b(2), told: edited'],
    [
      'is not the edited one where it stands elsewhere itself',
      ['x()', '* a(1)', 'y()'],
      ['x()', 'a(2)', 'y()', 'for-of:list> a(1)'],
      'construct  → for-of',
    ],
    ['is gone', ['a()', '* b()', 'c()'], ['a()', 'c()'], 'gone'],
    ['is one of two that were edited', ['a()', '* b(1)', 'b(2)', 'c()'], ['a()', 'b(3)', 'b(4)', 'c()'], 'gone'],
    ['has another callee', ['* hero.say(1)'], ['guard.walk(5)'], 'callee hero.say → guard.walk'],
    ['has moved', ['* a()', 'b()', 'c()'], ['b()', 'c()', 'a()'], '2: a(), told: order'],
    [
      'has a neighbour that has moved behind it',
      ['x()', '* a()', 'b()', 'c()'],
      ['a()', 'b()', 'c()', 'x()'],
      '0: a(), told: order',
    ],
    ['has an equal one put before it', ['* a()', 'b()'], ['a()', 'a()', 'b()'], '0: a(), told: equal'],
    [
      'is one of two that are equal, of which one is gone',
      ['* a()', 'a()', 'b()'],
      ['a()', 'b()'],
      '0: a(), told: equal',
    ],
    ['is the second of two that are equal', ['a()', '* a()', 'b()'], ['a()', 'a()', 'b()'], '1: a()'],
    [
      'is known by its mark',
      ['a()', '* b(1) #ask', 'c()'],
      ['c()', 'a()', 'b(2) #ask', 'b(3)'],
      '2: b(2), told: edited, order',
    ],
    ['has a mark that is new', ['a()', '* b()'], ['b() #ask'], '0: b()'],
    ['has a mark, and another callee', ['* b() #ask'], ['c() #ask'], 'callee b → c'],
    ['has a mark, and another one is in its place', ['* b(1) #ask'], ['b(2) #go'], 'gone'],
    [
      'is edited, and a new one stands before it',
      ['a()', '* b(1)', 'c()'],
      ['a()', 'x(5)', 'b(2)', 'c()'],
      '2: b(2), told: edited',
    ],
    ['is edited, and one behind it is gone', ['* b(1)', 'x(5)'], ['b(2)'], '0: b(2), told: edited'],
    [
      'is one of several with other callees, edited',
      ['a(1)', '* b(1)', 'c(1)'],
      ['a(2)', 'x(5)', 'b(2)', 'c(2)'],
      '2: b(2), told: edited',
    ],
    ['has changed places with another one, and both were edited', ['a(1)', '* b(1)'], ['b(2)', 'a(2)'], 'gone'],
    [
      'has most of its words, and others that call the same are new',
      ['* say(`come in and sit down`)', 'say(`bye`)'],
      ['say(`hello`)', 'say(`come in and stay`)', 'say(`bye`)'],
      '1: say(`come in and stay`), told: edited',
    ],
    [
      'was edited, and so was its neighbour',
      ['say(`it is late and dark`)', '* say(`come in and sit down`)'],
      ['say(`it is late and cold`)', 'say(`do come in and sit`)'],
      '1: say(`do come in and sit`), told: edited',
    ],
    [
      'is like two that call the same',
      ['* say(`take the left door`)', 'say(`bye`)'],
      ['say(`take the right door`)', 'say(`take the left door now`)', 'say(`bye`)'],
      'gone',
    ],
    [
      'has half of its words without saying them, and another one is new',
      ['* ask(a, b, c)', 'say(1)'],
      ['ask(a, b, d)', 'ask(5)', 'say(1)'],
      'gone',
    ],
    ['was edited, and another one like it is new', ['* b(1)'], ['b(2)', 'b(3)', 'x()'], 'gone'],
    ['and one like it have become one', ['* b(1)', 'b(2)', 'x()'], ['b(3)'], 'gone'],
    [
      'has its words in a call of something else, and another one is new',
      ['* mira.say(open now)'],
      ['mira.say(wait)', 'guard.say(open now)'],
      'gone',
    ],
    [
      'has its words in a call of something else, where another one is gone',
      ['* mira.say(wait)', 'guard.say(open now)'],
      ['mira.say(open now)'],
      'gone',
    ],
    ['was edited, and is in a loop now', ['* b(1)'], ['x(5)', 'for-of:l> b(2)'], 'construct  → for-of'],
    [
      'stands in a loop word for word, and another one is new',
      ['* b(1)'],
      ['x()', 'b(2)', 'for-of:l> b(1)'],
      'construct  → for-of',
    ],
    ['was edited, and one that was in a loop stands there', ['* b(1)', 'for-of:l> b(2)'], ['x()', 'b(2)'], 'gone'],
  ])('%s', (_, before, after, wanted) => {
    expect(mapped(before, after)).toBe(wanted);
  });
});

describe('the constructs around a pause', () => {
  test.each<readonly [string, readonly string[], readonly string[], string]>([
    ['an `if` may come', ['* a()', 'b()'], ['if:x> a()', 'b()'], '0: a()'],
    ['a `while` may go', ['while:x> * a()'.replace('while:x> * ', '* while:x> '), 'b()'], ['a()', 'b()'], '0: a()'],
    ['a loop over something may not come', ['* a()'], ['for-of:list> a()'], 'construct  → for-of'],
    ['nor go', ['* for-of:list> a()'], ['a()'], 'construct for-of →'],
    ['nor become another kind', ['* for-of:list> a()'], ['for-in:list> a()'], 'construct for-of → for-in'],
    ['its head may be edited', ['* for-of:list> a()'], ['for-of:list.items> a()'], '0: a(), told: head'],
    [
      'it may not be another loop that was there',
      ['* for-of:x> a()', 'for-of:y> b()'],
      ['for-of:y> a()', 'for-of:y> b()'],
      'construct for-of → for-of',
    ],
    ['a `finally` may not go', ['* finally:t> a()'], ['a()'], 'construct finally →'],
    ['a `catch` may not come', ['* a()'], ['catch:t> a()'], 'construct  → catch'],
    [
      'an equal one outside of a new `if` is nearer',
      ['* a()', 'b()'],
      ['if:x> a()', 'a()', 'b()'],
      '1: a(), told: equal',
    ],
  ])('%s', (_, before, after, wanted) => {
    expect(mapped(before, after)).toBe(wanted);
  });
});

describe('the variables of a frame', () => {
  test.each<readonly [string, readonly string[], readonly string[], object, string]>([
    ['those that are not needed any more are left', ['* a() | x, y'], ['a() | y'], {}, '0: a()'],
    ['one may stand in a box now', ['* a() | x'], ['a() | &x'], {}, '0: a()'],
    ['one that is renamed', ['* a() | x, y'], ['a() | z, y'], {}, '0: a(), told: renamed x z'],
    ['two that are renamed', ['* a() | x, y'], ['a() | z, w'], {}, 'variable z → w'],
    [
      'two that are renamed, which a statement says of one',
      ['* a() | x, y', 'b(x)'],
      ['a() | z, w', 'b(z)'],
      {},
      '0: a(), told: renamed x z, renamed y w',
    ],
    [
      'one that is renamed everywhere',
      ['* x.a(x) | x', 'b(x, 1)'],
      ['z.a(z) | z', 'b(z, 1)'],
      {},
      '0: z.a(z), told: renamed x z',
    ],
    ['one that is renamed, and is read no more', ['* a(x) | x'], ['a(z)', 'b() | z'], {}, '0: a(z), told: renamed x z'],
    ['another variable is none that is renamed', ['* a() | x', 'b() | y'], ['a() | y', 'b() | y'], {}, 'variable y'],
    ['a new one with a first value', ['* a() | x'], ['a() | x, n'], { n: 0 }, '0: a(), told: new n'],
    ['a new one that could be another one, renamed', ['* a() | x'], ['a() | n'], { n: 0 }, 'variable n'],
    ['one that could have two new names', ['* a(x) | x'], ['a(z) | z', 'a(w) | w'], {}, 'gone'],
    ['a new one without', ['* a() | x'], ['a() | x, n'], {}, 'variable n'],
    ['a role of an edited statement', ['* a(1) | callee.0'], ['a(2) | callee.1'], {}, '0: a(2), told: edited'],
    [
      'a cursor of an edited loop',
      ['* for-of:x> a() | cursor:x.0'],
      ['for-of:y> a() | cursor:y.0'],
      {},
      '0: a(), told: head',
    ],
    ['another role', ['* a() | callee.0'], ['a() | self.0'], {}, 'variable self.0'],
    ['a role with a first value', ['* a()'], ['a() | exit:t.0'], { 'exit:t.0': 0 }, '0: a()'],
  ])('%s', (_, before, after, firstValues, wanted) => {
    expect(mapped(before, after, firstValues)).toBe(wanted);
  });
});

// ---- whatever is edited ---------------------------------------------------------------------------------------------------

const pause: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('', 'if:c>', 'for-of:l>', 'for-of:m>', 'try:t>', 'catch:t>', 'for-of:l>if:c>'),
    fc.constantFrom('a(1)', 'a(2)', 'b(1)', 'c(x)', 'c(y)'),
    fc.constantFrom('', '', '', ' #ask', ' #go'),
    fc.subarray(['x', 'y', '&z', 'callee.0', 'cursor:l.0']),
  )
  .map(([way, statement, mark, live]) => `${way} ${statement}${mark} | ${live.join(', ')}`);
const version = fc.array(pause, { maxLength: 12 }).map((lines) => versionOf(lines, { n: 0 }));

test('whatever was edited, what is mapped has the same callee, the same loops and a source for each variable', () => {
  fc.assert(
    fc.property(version, version, (before, after) => {
      const map = mapPauses(before, after);
      const places = new Set<number>();
      for (const [at, old] of before.pauses.entries()) {
        const found = map.of(at);
        if (!isMapped(found)) continue;
        const now = after.pauses[found.to]!;
        expect(places.has(found.to)).toBe(false);
        places.add(found.to);
        const isRenamed = found.surprises.some((one) => one.kind === 'variable' && one.change.kind === 'renamed');
        if (!isRenamed) expect(now.callee).toBe(old.callee);
        const kinds = ({ constructs }: Pause): string[] =>
          constructs.map(({ kind }) => kind).filter((kind) => kind !== 'if' && kind !== 'try');
        expect(kinds(now)).toEqual(kinds(old));
        for (const name of now.read) expect(found.sources.has(name)).toBe(true);
        if (now.hash !== old.hash && !isRenamed) expect(found.surprises).toContainEqual({ kind: 'edited' });
      }
    }),
    { numRuns: 300 },
  );
});

test('a function that is the same is mapped as it is, and nothing is told of it', () => {
  fc.assert(
    fc.property(version, (one) => {
      const map = mapPauses(one, one);
      one.pauses.forEach((_, at) => expect(map.of(at)).toMatchObject({ to: at, surprises: [] }));
    }),
    { numRuns: 200 },
  );
});

test('of statements that stay in their order, all but the new and the deleted ones are found', () => {
  const names = fc.uniqueArray(fc.integer({ min: 0, max: 99 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(names, fc.infiniteStream(fc.integer({ min: 0, max: 3 })), (all, dice) => {
      const before = all.map((n) => `call(${n})`);
      const after = all.flatMap((n) => {
        const cast = dice.next().value!;
        return cast === 0 ? [] : cast === 1 ? [`fresh(${n})`, `call(${n})`] : [`call(${n})`];
      });
      const now = versionOf(after);
      const map = mapPauses(versionOf(before), now);
      before.forEach((line, at) => {
        const to = after.indexOf(line);
        if (to >= 0) expect(map.of(at)).toMatchObject({ to, surprises: [] });
        // Between two neighbours one new statement may have come in its place: but not of another callee.
        else expect(isMapped(map.of(at))).toBe(false);
      });
    }),
    { numRuns: 200 },
  );
});

test('a function of thousands of waits that was edited in two places is mapped', () => {
  const before = Array.from({ length: 3000 }, (_, n) => `call(${n})`);
  const after = before.filter((_, n) => n !== 10 && n !== 2990);
  const now = versionOf(after);
  const map = mapPauses(versionOf(before), now);
  expect(map.of(5)).toMatchObject({ to: 5 });
  expect(map.of(2999)).toMatchObject({ to: 2997 });
});

test('versions that have nothing in common, however long, are not compared for ever', () => {
  const lines = (word: string): string[] => Array.from({ length: 20_000 }, (_, n) => `${word}(${n}) | ${word}${n}`);
  const map = mapPauses(versionOf(lines('call')), versionOf(lines('other')));
  expect(map.of(77)).toEqual({ kind: 'gone' });
});
