/** The lines of a native stack that are those of scripts. */
import type { CompiledFunction } from './compiled-function.js';
import { readStackLine } from './deep-calls.js';
import { layers } from './layers.js';
import { isStep } from './location.js';

/** The line of `addToStack`, of which each call gets a line of its own. */
const ADDED = /^ {4}in the (?:thread .*|script): /;

/** An entry has called a body as a method of its record (frame-code.ts): `FrameCode.walk [as body]`, `a key [as body]`. */
const OF_RECORD = /^FrameCode\.|^[^.]* \[as body\]$/;

/**
 * The lines up to the outermost body of a script: one for each call, without the lines of the runtime. `calls`: the functions of the
 * calls that it ends with, the innermost first. Where the output has an entry for a function (abi: `Entry`), that has a line,
 * too, below the one of the body, or below `enter`:
 *
 *   at FrameCode.walk [as body] (guard.js:12:9)
 *   at Guard.walk (guard.js:90:24)                           its entry
 *   at Guard.turn (guard.js:31:5)
 *   at FrameCode.runStep (…/execution/frame-code.js:108:24)
 *   at execute (…/execution/generator-frames.js:102:98)
 *   at enter (…/dispatch/wrappers.js:158:35)
 *   at Guard.turn (guard.js:102:12)                          its entry
 */
export function ownLines(stack: string, calls: readonly CompiledFunction[]): string[] {
  const lines = stack.split('\n');
  const end = endOf(lines);
  const own: string[] = [];
  let call = 0;
  /** Moves on behind the next call whose function has this name. */
  const take = (name: string): void => {
    const found = calls.findIndex((code, at) => at >= call && isNameOf(name, code));
    if (found >= 0) call = found + 1;
  };
  for (let at = 0; at < end; at++) {
    const line = lines[at]!;
    if (isStep(line) || ADDED.test(line) || isRuntime(line) || isEnter(lines[at - 1])) continue;
    const { name, isOfRecord } = partsOf(line);
    const next = lines[at + 1] ?? '';
    const isOverRuntime = isStep(next) || isRuntime(next);
    const code = calls[call];
    const isOfNext = code !== undefined && isNameOf(name, code);
    const isOverEntry = isOfRecord || (isOfNext && !isOverRuntime && isEntry(lines, at));
    if (isOfRecord || isStep(next)) take(name);
    else if (isOfNext && (isOverRuntime || isOverEntry)) call++;
    const entry = isOverEntry ? next : isStep(next) ? entryBelow(lines, at) : undefined;
    own.push(entry === undefined ? line : lineOfBoth(line, entry));
    if (isOverEntry) at++;
  }
  return own;
}

/** The entry of a body that the runtime runs, where it has called `enter`: only lines of the runtime are between them. */
function entryBelow(lines: readonly string[], at: number): string | undefined {
  for (let below = at + 1; below < lines.length; below++) {
    const line = lines[below]!;
    if (isEnter(line)) return lines[below + 1];
    if (!isStep(line) && !isRuntime(line)) return undefined;
  }
  return undefined;
}

/** The index behind the lines of scripts: that of the outermost line that steps a body, where the thread was begun, or the end of the stack. */
function endOf(lines: readonly string[]): number {
  const outermost = lines.findLastIndex(isStep);
  // A long stack is cut off, perhaps above bodies that entries have called.
  const isCut = outermost >= 0 && isEnter(lines[outermost + 2]);
  return outermost < 0 || isCut ? lines.length : outermost;
}

interface Parts {
  /** Empty for a function without a name. */
  readonly name: string;
  readonly place: string;
  readonly file: string;
  /** An entry has called it as a method of its record. */
  readonly isOfRecord: boolean;
}

function partsOf(line: string): Parts {
  const [, head = '', inBrackets, alone = ''] = /^ +at (?:(.+?) \((.+)\)|(.+))$/.exec(line) ?? [];
  const place = inBrackets ?? alone;
  // That of one without a name is `FrameCode.body`.
  const name = head.replace(/^FrameCode\.(?:body$)?|^<anonymous>$| \[as [^\]]*\]$/g, '');
  return { name, place, file: place.replace(/:\d+:\d+$/, ''), isOfRecord: OF_RECORD.test(head) };
}

/** One line for a body and its entry: the place of the body, under the name of the entry, which tells the class of the receiver. */
function lineOfBoth(body: string, entry: string): string {
  const { name, place } = partsOf(body);
  const whole = partsOf(entry).name;
  const shown = name !== '' && whole.endsWith(`.${name}`) ? whole : name;
  return `    at ${shown === '' ? place : `${shown} (${place})`}`;
}

/** Engines write what the receiver is before the name. */
const isNameOf = (name: string, { name: own, label }: CompiledFunction): boolean =>
  name === label || name.endsWith(`.${label}`) || (name === '' && own === '');

/**
 * Is the line below this one that of its entry? Lines of one name in one file stand together, two for each call that an entry has run: the body,
 * and the entry. If their number is odd, the innermost one has no entry: it is another function of that name, which the body below has called.
 */
function isEntry(lines: readonly string[], at: number): boolean {
  const { name, file } = partsOf(lines[at]!);
  if (partsOf(lines[at + 1] ?? '').file !== file || isStep(lines[at + 2] ?? '')) return false;
  let end = at + 1;
  for (; !isStep(lines[end + 1] ?? ''); end++) {
    const below = partsOf(lines[end] ?? '');
    if (ownName(below.name) !== ownName(name) || below.file !== file) break;
  }
  // Code that calls the entry may have given it another name.
  return end === at + 1 || (end - at) % 2 === 0;
}

/** The name without the class of the receiver, which stands there or not. */
const ownName = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

const isEnter = (line: string = ''): boolean => layers.isEnter?.(readStackLine(line)[0]) === true && isRuntime(line);

/** Is it a line of the runtime? A bundle is one file, so the answer there is always no, and every line stays. */
function isRuntime(line: string): boolean {
  home ??= /([^\s()]+\/)execution\/own-lines\.[jt]s:\d+:\d+/.exec(new Error('home').stack ?? '')?.[1] ?? '';
  return home !== '' && line.includes(home);
}
let home: string | undefined;
