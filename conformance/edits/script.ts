/** Scripts as trees, each part of which keeps its identity when the script is edited: so an edit knows what is right. */

/** A statement that waits, or a plain one. `id` is its identity: a copy has another one. */
export interface Line {
  readonly kind: 'line';
  readonly id: number;
  /** What is called first and last in it: `wait`, `say`, `ask`, `set`, `add`, `visit`, `until`. */
  call: Call;
  argument: number;
  /** What `say` says, beside that. */
  readonly sentence: string;
  variable: string;
  /** Of `// @pause`. */
  mark: string | undefined;
}

export type Call = (typeof CALLS)[number];
export const CALLS = ['wait', 'waitFrames', 'say', 'set', 'both', 'visit', 'until', 'add'] as const;
/** Those that wait. */
export const WAITS: readonly Call[] = CALLS.filter((call) => call !== 'add');

/** What is called in a statement, in the order of its pauses. */
export const callsOf = ({ call }: Line): readonly string[] =>
  call === 'both' ? ['say', 'ask'] : call === 'set' ? ['ask'] : [call];

export interface Block {
  readonly kind: BlockKind;
  readonly id: number;
  /** In its head: a bound, or an element of its list. */
  argument: number;
  body: Part[];
}

export type BlockKind = (typeof BLOCKS)[number];
export const PLAIN_BLOCKS = ['if', 'for', 'while', 'try'] as const;
/** They keep something while they run. */
export const STATEFUL_BLOCKS = ['for-of', 'for-in', 'switch', 'catch', 'finally'] as const;
export const BLOCKS = [...PLAIN_BLOCKS, ...STATEFUL_BLOCKS] as const;

export type Part = Line | Block;

/** A function; the first one is called `play`. */
export interface Fn {
  readonly id: number;
  name: string;
  /** By their identities, the names of its variables. */
  variables: Map<number, string>;
  /** Those whose first values are no literals. */
  readonly asked: Set<number>;
  body: Part[];
}

export interface Script {
  functions: Fn[];
}

export const isBlock = (part: Part): part is Block => part.kind !== 'line';
export const isStateful = ({ kind }: Block): boolean => (STATEFUL_BLOCKS as readonly string[]).includes(kind);

/** Each part with the list that it is in, and the blocks around it, outermost first. */
export function* partsOf(
  body: Part[],
  around: readonly Block[] = [],
): Iterable<{ readonly part: Part; readonly list: Part[]; readonly around: readonly Block[] }> {
  for (const part of body.slice()) {
    yield { part, list: body, around };
    if (isBlock(part)) yield* partsOf(part.body, [...around, part]);
  }
}

/** The statement of a line, as it is printed. */
export function textOf({ call, argument, sentence, variable }: Line): string {
  switch (call) {
    case 'say':
      return `say('${sentence} ${argument}');`;
    case 'set':
      return `${variable} = ask(${argument});`;
    case 'both':
      return `say(ask(${argument}) + ${variable});`;
    case 'visit':
      return `visit(${argument});`;
    case 'until':
      return `waitUntil(() => clock.now > ${argument} + ${variable});`;
    case 'add':
      return `${variable} += ${argument};`;
    default:
      return `${call}(${argument});`;
  }
}

const HEAD = `// @compile the whole file
function say(text) { wait(20); }
function ask(n) { wait(10); return n; }
function three() { return 3; }`;

export interface Printed {
  readonly source: string;
  /** By their lines, the identities of statements. */
  readonly lines: ReadonlyMap<number, Part>;
}

export function print({ functions }: Script): Printed {
  const text = HEAD.split('\n');
  const lines = new Map<number, Part>();
  const add = (line: string, part?: Part): void => {
    text.push(line);
    if (part !== undefined) lines.set(text.length, part);
  };
  const addParts = (body: readonly Part[]): void => {
    for (const part of body) {
      if (isBlock(part)) addBlock(part);
      else {
        if (part.mark !== undefined && WAITS.includes(part.call)) add(`// @pause ${part.mark}`);
        add(textOf(part), part);
      }
    }
  };
  const addBlock = (block: Block): void => {
    const [head, foot] = framesOf(block);
    add(head, block);
    addParts(block.body);
    add(foot);
  };
  for (const [index, { name, variables, asked, body }] of functions.entries()) {
    add(`${index === 0 ? 'export ' : ''}function ${name}(given) {`);
    for (const [id, variable] of variables) add(`let ${variable} = ${asked.has(id) ? 'three()' : id % 10};`);
    addParts(body);
    // All are read at the end, so all live as long as the call.
    add(`log([${[...variables.values()].join(', ')}].join(' '));`);
    add('}');
  }
  return { source: text.join('\n'), lines };
}

function framesOf({ kind, argument, id }: Block): readonly [head: string, foot: string] {
  switch (kind) {
    case 'if':
      return [`if (given < ${argument + 100}) {`, '}'];
    case 'for':
      return [`for (let i${id} = 0; i${id} < ${1 + (argument % 3)}; i${id}++) {`, '}'];
    case 'while':
      return [`while (given++ < ${1 + (argument % 3)}) {`, '}'];
    case 'try':
      return ['try {', `} catch (error${id}) { log(error${id}.message); }`];
    case 'for-of':
      return [`for (const x${id} of [${argument}, 2, 3]) {`, '}'];
    case 'for-in':
      return [`for (const key${id} in { a: ${argument}, b: 2 }) {`, '}'];
    case 'switch':
      return [`switch (${argument} % 2) { default: {`, '} }'];
    case 'catch':
      return [`try { throw new Error('e${argument}'); } catch (error${id}) {`, '}'];
    default:
      return [`try { given = ${argument}; } finally {`, '}'];
  }
}
