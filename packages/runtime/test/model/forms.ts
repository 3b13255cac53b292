/** The two forms of a program: as the plugin would emit it, written by hand, and as marked source, which the plugin compiles. */
import type { Taking } from './program.js';

/** A call of a function of the program. */
interface Call {
  readonly fn: string;
  readonly receiver: string;
  readonly args: string;
}

/** How a form writes what the other one writes differently. */
export interface Form {
  /** What stands before a word of the runtime that waits. */
  readonly words: string;
  /** A call that may wait. */
  call(code: string): string;
  /** The same as a statement of its own, on another owner. */
  beside(code: string): string;
  /** A function that runs, by the id that it gets, one of several bodies. */
  function(name: string, taking: Taking, bodies: readonly { readonly id: number; readonly script: string }[]): string;
  arrow(label: string, script: string, self: string): string;
  /** An arrow in a combinator that is nothing but this call. */
  concise(label: string, begins: string, call: Call): string;
  /** A function that is not compiled. */
  native(code: string): string;
  /** A loop that takes a frame for each turn. */
  loop(id: number, times: number, body: string): string;
  /** `try` with a body that a `catch` follows. `isInFinally`: all of it stands in a `finally` block. */
  tried(body: string, isInFinally: boolean): string;
  /** `try` with a body that a `finally` follows. */
  carried(body: string, isInFinally: boolean): string;
  /** What stands in that block. */
  finally(body: string, isInFinally: boolean): string;
}

const marksOf = ({ busy, again }: Taking): string[] => [busy, again].filter((mark) => mark !== undefined);

/** Generators without delegation, for `yield*` would swallow a cancel in `finally`. */
export const generators: Form = {
  words: '$.',
  call: (code) => `yield ${code}`,
  beside: (code) => `yield $.beside(${code})`,
  // One generator for each call, so that the engine compiles only those that run.
  function: (name, taking, bodies) => {
    const made = bodies.map(({ id, script }) => `*b${id}() {\n${script}}`);
    const text = `"${[`${name}(1)`, ...marksOf(taking)].join(' ')}"`;
    const ofCalls = taking.again === undefined ? text : `$.$again(${text})`;
    const meta = taking.busy === 'interrupt' ? `$.$interrupt(${ofCalls})` : ofCalls;
    return `(() => { const bodies = { ${made.join(',\n')} };
return $.$thread(function (id) { return bodies["b" + id].call(this); }, ${meta}); })()`;
  },
  arrow: (label, script, self) => `$.$arrow(function* () {\n${script}}, "${label}(0)", ${self})`,
  concise: (label, begins, { fn, receiver, args }) => {
    const code = `${begins}; try { return yield ${fn}.call(${receiver}, ${args}); } catch (error) { throw p.passes(error); }`;
    return `$.$arrow(function* () { ${code} }, "${label}(0) concise", this)`;
  },
  native: (code) => code,
  loop: (id, times, body) => `for (let turn${id} = 0; turn${id} < ${times}; ) {
const frame${id} = $.clock.frame;
${body}
yield $.waitUntil(frame${id} + 1);
}`,
  // Where the plugin writes it: a block that throws has left as well.
  tried: (body, isInFinally) =>
    `try { try {\n${body}\n} catch (error) { ${isInFinally ? '' : 'yield $.$leaveFinally(error); '}throw error; } }`,
  carried: (body, isInFinally) =>
    `try {\n${body}\n} catch (error) { throw ${isInFinally ? 'p.passes(error)' : '$.$carry(p.passes(error))'}; }`,
  finally: (body, isInFinally) => (isInFinally ? body : `yield $.$enterFinally();\n${body}\nyield $.$leaveFinally();`),
};

/** What an author writes. The plugin knows `$` as the runtime, and that the callees of `plain` never wait. */
export const source: Form = {
  words: '',
  call: (code) => code,
  beside: (code) => code,
  function: (name, taking, bodies) => {
    const cases = bodies.map(({ id, script }) => `case ${id}: {\n${script}}`);
    const marks = ['compile', ...marksOf(taking)].map((mark) => `@${mark}`);
    return `/* ${marks.join(' ')} */ function ${name}(id) {\nswitch (id) {\n${cases.join('\n')}\n} }`;
  },
  arrow: (_label, script) => `/* @compile */ () => {\n${script}}`,
  // What waits beside the call is what makes the plugin compile it.
  concise: (_label, begins, { fn, receiver, args }) => `() => ${fn}.call(p.and(${receiver}, ${begins}), ${args})`,
  native: (code) => `/* @native */ ${code}`,
  loop: (id, times, body) => `let turn${id} = 0;\nwhile (turn${id} < ${times}) {\n${body}\n}`,
  tried: (body) => `try {\n${body}\n}`,
  carried: (body) => `try { try {\n${body}\n} catch (error) { throw p.passes(error); } }`,
  finally: (body) => body,
};
