/** What a compiled function says of its pauses for saves, in its text of the table of positions. The plugin writes it in saves/facts-text.ts. */
import type { FrameCode } from '../execution/frame-code.js';

/** A statement of the source that holds pauses. */
export interface Construct {
  /** `if`, `else`, `for`, `while`, `do`, `for-of`, `for-in`, `switch`, `try`, `catch`, `finally`, `using`. */
  readonly kind: string;
  /** Of the head of its statement, as pauses and variables of the output have it. */
  readonly hash: string;
  /** The number of the one around it. */
  readonly parent: number | undefined;
}

/** What a variable gets in its declaration. */
export interface FirstValue {
  readonly value: unknown;
  /** Something else assigns to the variable, too. */
  readonly isChanged: boolean;
}

export interface PauseFacts {
  /** The number of the innermost construct. */
  readonly construct: number | undefined;
  /** The places of the parameters that are read behind the pause. */
  readonly parameters: readonly number[];
  readonly usesThis: boolean;
  /** The text of what is called; `:frame` of a loop that waits for the next frame, `:turns` of one that is `@fast`. */
  readonly callee: string;
  /** The head of its statement. */
  readonly statement: string;
  /** By `// @pause` above its statement. */
  readonly name: string | undefined;
  /** What is called with, as JSON, or `-` for more than literals and variables; undefined where the statement says it (edits/wait-again.ts reads both). */
  readonly given: string | undefined;
}

export interface Facts {
  readonly constructs: readonly Construct[];
  /** By the names of variables in the table of positions, without `&`. */
  readonly firstValues: ReadonlyMap<string, FirstValue>;
  /** The variables that no frame of it ever holds. */
  readonly others: readonly string[];
  /** In the order of the pauses of the function. */
  readonly pauses: readonly PauseFacts[];
}

const NONE: Facts = { constructs: [], firstValues: new Map(), others: [], pauses: [] };

export function readFacts(text: string): Facts {
  const [constructs = '', values = '', ...pauses] = text.split('\n');
  let statement = '';
  const variables = wordsOf(values, '\t');
  return {
    constructs: wordsOf(constructs, ' ').map((word) => {
      const [, kind = '', hash = '', parent] = /^([\w-]*):(\w*)(?:<(\d+))?/.exec(word) ?? [];
      return { kind, hash, parent: parent === undefined ? undefined : Number(parent) };
    }),
    firstValues: new Map(
      variables
        .filter((word) => !word.startsWith('-'))
        .map((word) => {
          const [, name = '', changed, value = ''] = /^(.*?)(~?)=(.*)$/.exec(word) ?? [];
          return [
            name,
            { value: value === '' ? undefined : (JSON.parse(value) as unknown), isChanged: changed === '~' },
          ];
        }),
    ),
    others: variables.filter((word) => word.startsWith('-')).map((word) => word.slice(1)),
    pauses: pauses.map((line) => {
      const [construct = '', live = '', called = '', own = '', name, given] = line.split('\t');
      statement = own || statement;
      const callee = called === ':' ? '' : called || (/[^\s()]+(?=\()/.exec(statement)?.[0] ?? '');
      return {
        construct: construct === '' ? undefined : Number(construct),
        parameters: Array.from(live.replace('t', ''), Number),
        usesThis: live.endsWith('t'),
        callee,
        statement,
        name: name || undefined,
        given,
      };
    }),
  };
}

const wordsOf = (text: string, separator: string): string[] => text.split(separator).filter(Boolean);

/** The first values of variables of the output, by what their names in the table of positions begin with. */
const ROLES: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['thrown', null],
  ['exit', 0],
  ['case', -1],
  ['value', undefined],
]);

/** What a variable of the output, `thrown:vv49.0`, begins with; undefined for one that begins with something else each time. `frame`: of now. */
export function firstValueOfRole(name: string, frame: number): FirstValue | undefined {
  const role = name.slice(0, name.indexOf(':'));
  if (role === 'frame') return { value: frame, isChanged: true };
  return ROLES.has(role) ? { value: ROLES.get(role), isChanged: true } : undefined;
}

/** What stands in the table of positions without the file, and the facts behind it: undefined for a function of the runtime. */
export function textsOf({ meta }: FrameCode): readonly [meta: string, facts: string | undefined] {
  const at = meta.indexOf('\n');
  const own = (at < 0 ? meta : meta.slice(0, at)).replace(/ file=\S*/, '');
  return [own, at < 0 ? undefined : meta.slice(at + 1)];
}

const known = new WeakMap<FrameCode, Facts>();

/** What it says of itself; of one that says nothing, an empty list of pauses. */
export function factsOf(code: FrameCode): Facts {
  let facts = known.get(code);
  if (facts === undefined) {
    const [, text] = textsOf(code);
    known.set(code, (facts = text === undefined ? NONE : readFacts(text)));
  }
  return facts;
}
