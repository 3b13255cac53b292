/** The marks as completion and hovers show them. A test compares the table with that of babel-plugin-threads. */

export interface MarkDoc {
  readonly name: string;
  readonly where: string;
  readonly does: string;
}

export const MARK_DOCS: readonly MarkDoc[] = [
  {
    name: 'compile',
    where: 'above a function, method, class or object, or first in a file, with a word behind it',
    does: 'compiles it into cooperative threads, with all functions in it',
  },
  {
    name: 'script',
    where: 'first in a file',
    does: 'makes the body of the file one script, its default export, which `start` runs',
  },
  { name: 'native', where: 'above a function', does: 'leaves the function unchanged' },
  {
    name: 'instant',
    where: 'above a function',
    does: 'runs immediately, even on a busy owner; a wait in it is an error',
  },
  {
    name: 'beside',
    where: 'above one function',
    does: 'runs immediately beside what its owner does, and may wait',
  },
  {
    name: 'interrupt',
    where: 'above one function',
    does: 'takes the owner from all who keep it, has it from start to end, and then gives it back',
  },
  {
    name: 'restart',
    where: 'above one function',
    does: 'ends an earlier call of it on this owner, and takes its place',
  },
  {
    name: 'drop',
    where: 'above one function',
    does: 'does nothing if an earlier call of it on this owner is under way',
  },
  {
    name: 'latest',
    where: 'above one function',
    does: 'of its calls that queue on an owner, only the newest stays',
  },
  { name: 'fast', where: 'above a loop or function', does: 'waits only after many iterations' },
  { name: 'nowait', where: 'above a loop', does: 'adds no frame-wait' },
  {
    name: 'wait',
    where: 'above a loop',
    does: 'adds a frame-wait, even if the option `frameWait` does not',
  },
  {
    name: 'allow',
    where: 'above a statement, function or class, or at the end of its line',
    does: 'silences diagnostics in it by code: `// @allow SPN601 the reason`',
  },
  {
    name: 'pause',
    where: 'above the statement of a wait',
    does: 'names the wait, so that a save finds it after an edit: `// @pause inn`',
  },
  {
    name: 'was',
    where: 'above one function',
    does: 'says what the function was called, so that a save finds it: `// @was shop.js#Glitch.go`',
  },
];

const OF_LOOPS: ReadonlySet<string> = new Set(['fast', 'nowait', 'wait']);

/** It can stand above a loop. */
export const isOfLoops = (name: string): boolean => OF_LOOPS.has(name) || name === 'allow' || name === 'pause';
/** It can stand above a function. */
export const isOfFunctions = (name: string): boolean =>
  (!OF_LOOPS.has(name) && name !== 'script' && name !== 'pause') || name === 'fast';

export function markdownOf({ name, where, does }: MarkDoc): string {
  return `\`// @${name}\`, ${where}: ${does}.`;
}
