/**
 * Random modules whose functions wait in some versions and not in others. All versions compute the same numbers, so each value that a
 * script sees has one right answer, whichever version gave it.
 */
import fc from 'fast-check';

/** What the source of a function says of one version of it. */
interface Version {
  /** Where its body waits, if it does. */
  readonly waits: 'no' | 'first' | 'last';
  readonly isInstant: boolean;
}

interface Member {
  /** `given`: a function that is put on the prototype. */
  readonly kind: 'function' | 'arrow' | 'method' | 'given';
  readonly isExported: boolean;
  /** Does it give what may be a Promise, as far as the file shows? */
  readonly mayGivePromise: boolean;
  /** By version. */
  readonly versions: readonly Version[];
  /** The members called, all of them earlier ones, and how. */
  readonly calls: readonly { readonly of: number; readonly form: Form }[];
}

export interface Program {
  readonly members: readonly Member[];
  /** Do functions make objects with methods that only answer? What these call must not wait later. */
  readonly hasQuestions: boolean;
  /** How many pulses come before the next version. */
  readonly pulses: readonly number[];
}

export const VERSIONS = 3;

/** Ways to write a call in a function: `C(x)` stands for the call with `x`, `F` for the function, `K` for a number that is unique in it. */
const FORMS = {
  direct: 'v += C(v % 7);',
  nested: 'v += C(C(2) % 5);',
  conditional: 'v += v > 3 ? C(1) : C(2) + 1;',
  map: 'v += [1, 2].map((n) => C(n + 1))[1];',
  handedOn: 'v += [4, 5].map(F)[0];',
  forEach: '[1, 2].forEach((n) => { v += C(n); });',
  reduce: 'v += [1, 2].reduce((sum, n) => sum + C(n), 0);',
  sort: 'v += [3, 1, 2].sort((a, b) => C(a) - C(b))[0];',
  filter: 'v += [3, 1, 2].filter((n) => C(n) % 2 === 0).length;',
  replace: 'v += Number("12".replace(/\\d/g, (digit) => String(C(Number(digit)) % 10)));',
  arrow: 'const arrowK = (n) => C(n); v += arrowK(2) + arrowK(3);',
  local: 'function localK(n) { return C(n) + 1; } v += localK(4);',
  asked: 'const askerK = { base: 1, ask(n) { return this.base + C(n); } }; v += askerK.ask(3);',
} as const;
type Form = keyof typeof FORMS;

const version: fc.Arbitrary<Version> = fc.record({
  waits: fc.constantFrom('no', 'no', 'no', 'first', 'last'),
  isInstant: fc.nat(7).map((n) => n === 7),
});

const memberAt = (index: number): fc.Arbitrary<Member> =>
  fc.record({
    kind: fc.constantFrom('function', 'function', 'arrow', 'method', 'given'),
    isExported: fc.boolean(),
    mayGivePromise: fc.nat(3).map((n) => n === 3),
    versions: fc.array(version, { minLength: VERSIONS, maxLength: VERSIONS }),
    calls:
      index === 0
        ? fc.constant([])
        : fc.array(
            fc.record({
              of: fc.nat(index - 1),
              form: fc.constantFrom(...(Object.keys(FORMS) as Form[])),
            }),
            { maxLength: 2 },
          ),
  });

export const programs: fc.Arbitrary<Program> = fc.record({
  members: fc.tuple(memberAt(0), memberAt(1), memberAt(2), memberAt(3)),
  hasQuestions: fc.boolean(),
  pulses: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: VERSIONS, maxLength: VERSIONS }),
});

/** Does a call of it wait in any version? */
export const everWaits = (program: Program, index: number): boolean =>
  program.members[index]!.versions.some(({ waits }) => waits !== 'no') ||
  program.members[index]!.calls.some(({ of }) => everWaits(program, of));

const isMethod = ({ members }: Program, index: number): boolean => /method|given/.test(members[index]!.kind);

function callText(program: Program, index: number, argument: string): string {
  return `${isMethod(program, index) ? 'world.hero.m' : 'f'}${index}(${argument})`;
}

function bodyOf(program: Program, index: number, at: number): string {
  const { versions, calls, mayGivePromise } = program.members[index]!;
  const { waits } = versions[at]!;
  const given = mayGivePromise ? '[v % 1000][0]' : 'v % 1000';
  const texts = calls.map(({ of, form }, ordinal) => {
    const cannotBe = form === 'handedOn' ? isMethod(program, of) : form === 'asked' && !program.hasQuestions;
    const written = cannotBe ? 'map' : form;
    return callsWritten(FORMS[written], program, of).replaceAll('F', `f${of}`).replaceAll('K', String(ordinal));
  });
  const before = waits === 'first' ? 'wait(1);' : '';
  const after = waits === 'last' ? 'wait(1);' : '';
  return `{ console.debug("${index}@${at}"); let v = n + ${index}; ${before} ${texts.join(' ')} ${after} return ${given}; }`;
}

/** Calls stand in calls, so each is found by its brackets. */
function callsWritten(text: string, program: Program, of: number): string {
  const start = text.lastIndexOf('C(');
  if (start < 0) return text;
  let end = start + 2;
  for (let open = 1; open > 0; end++) open += text[end] === '(' ? 1 : text[end] === ')' ? -1 : 0;
  const call = callText(program, of, text.slice(start + 2, end - 1));
  return callsWritten(text.slice(0, start) + call + text.slice(end), program, of);
}

function memberText(program: Program, index: number, at: number): string {
  const { kind, isExported, versions } = program.members[index]!;
  const body = bodyOf(program, index, at);
  const isInstant = versions[at]!.isInstant && !waitsAt(program, index, at);
  const mark = isInstant ? '// @instant\n' : '';
  const exported = isExported ? 'export ' : '';
  if (kind === 'method') return `${mark}m${index}(n) ${body}`;
  if (kind === 'given') return `${mark}Hero.prototype.m${index} = function (n) ${body};`;
  return kind === 'arrow'
    ? `${mark}${exported}const f${index} = (n) => ${body};`
    : `${mark}${exported}function f${index}(n) ${body}`;
}

function waitsAt(program: Program, index: number, at: number): boolean {
  const { versions, calls } = program.members[index]!;
  return versions[at]!.waits !== 'no' || calls.some(({ of }) => waitsAt(program, of, at));
}

/** What a loop of the module asks each time, whether or not something has been edited since: `run` is never edited. */
function probesOf(program: Program): string {
  return program.members
    .map((_, index) => {
      const call = (argument: string): string => callText(program, index, argument);
      return `
    try { log("direct", ${index}, i, ${call('i')}); } catch (error) { log("direct", ${index}, i, error); }
    try { log("direct", ${index}, 2, [2, 3].map((n) => ${call('n')})[0]); } catch (error) { log("direct", ${index}, 2, error); }
    try { log("direct", ${index}, 4, held${index}(4)); } catch (error) { log("direct", ${index}, 4, error); }
    try { log("getter", ${index}, 5, object${index}.five); } catch (error) { log("getter", ${index}, 5, error); }
    try { log("field", ${index}, 5, new Made${index}().five); } catch (error) { log("field", ${index}, 5, error); }
    try { log("reviver", ${index}, 6, JSON.parse("6", (_, n) => ${call('n')})); } catch (error) { log("reviver", ${index}, 6, error); }${
      program.hasQuestions
        ? `
    try { log("direct", ${index}, 3, object${index}.ask(3)); } catch (error) { log("direct", ${index}, 3, error); }`
        : ''
    }`;
    })
    .join('');
}

function heldOf(program: Program): string {
  return program.members
    .map((_, index) => {
      const call = (argument: string): string => callText(program, index, argument);
      return `
  const held${index} = (n) => ${call('n')};
  const object${index} = { zero: 0,${program.hasQuestions ? ` ask(n) { return this.zero + ${call('n')}; },` : ''} get five() { return ${call('5')}; } };
  bell.on(${index}, (n) => ${call('n')});${isMethod(program, index) ? '' : `\n  bell.on(${index}, f${index});`}`;
    })
    .join('');
}

/** Classes whose objects call a member as they are made. */
const madeOf = (program: Program): string =>
  program.members.map((_, index) => `class Made${index} { five = ${callText(program, index, '5')}; }`).join('\n');

/** The module in one version. */
export function sourceOf(program: Program, at: number): string {
  const all = program.members.map(({ kind }, index) => ({ kind, text: memberText(program, index, at) }));
  const texts = (isWanted: (kind: Member['kind']) => boolean): string =>
    all
      .filter(({ kind }) => isWanted(kind))
      .map(({ text }) => text)
      .join('\n');
  return `// @compile the whole file

"use strict";
${texts((kind) => kind === 'function' || kind === 'arrow')}
export class Hero {
${texts((kind) => kind === 'method')}
}
${texts((kind) => kind === 'given')}
${madeOf(program)}
export function run(log, bell) {${heldOf(program)}
  for (let i = 0; i < 4; i++) {${probesOf(program)}
    wait(32);
  }
}
`;
}

/** What each call gives: the same bodies as plain code. */
export function valuesOf(program: Program): (index: number, argument: number) => number {
  const source = sourceOf(program, 0)
    .replaceAll(/wait\(\d+\);/g, '')
    .replaceAll('export ', '');
  // oxlint-disable-next-line typescript/no-implied-eval -- it was written here
  const give = new Function(
    'console',
    `${source}; const world = { hero: new Hero() }; return (text) => eval(text);`,
  ) as (host: object) => (text: string) => number;
  const evaluate = give({ debug() {} });
  return (index, argument) => evaluate(callText(program, index, String(argument)));
}
