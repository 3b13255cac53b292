/**
 * Which rules of the plugin's stage `lower` no program has used. A rule is a branch of the code: an arm of an `if`, a `case`, one side of `a ? b : c`, a
 * function. V8 counts how often each runs, so the plugin itself counts nothing, and a new rule is counted as soon as it is written.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { OUT_OF_REACH } from './out-of-reach.js';

const stage = 'packages/babel-plugin-threads/src/lower/';

/** The parts of a script that never ran, as pairs of offsets: `functions` are those of the script in what `Profiler.takePreciseCoverage` gives. */
export function neverRun(functions) {
  const ranges = functions.flatMap((one) => one.ranges).sort((a, b) => a.startOffset - b.startOffset);
  const found = [];
  for (const { startOffset, endOffset, count } of ranges)
    if (count === 0 && (found.at(-1)?.[1] ?? 0) < endOffset) found.push([startOffset, endOffset]);
  return found;
}

/** What both lists have. */
export function inBoth(first, second) {
  return first.flatMap(([from, to]) =>
    second.flatMap(([begin, end]) => (begin < to && from < end ? [[Math.max(from, begin), Math.min(to, end)]] : [])),
  );
}

/** `unused`: each rule that never ran, where a line holds several with a mark before it. `found`: one for each that did, and is known to be out of reach. */
export function judge(bundle, never) {
  const places = placesOf(bundle, never);
  const isAt = (place, { file, text }) => place.file === file && (place.before + place.text).includes(text);
  return {
    unused: places
      .filter((place) => !OUT_OF_REACH.some((known) => isAt(place, known)))
      .map(({ file, line, before, text }) => `${file}:${line}  ${before}${before === '' ? '' : '»'}${text}`),
    found: OUT_OF_REACH.filter((known) => !places.some((place) => isAt(place, known))).map(
      ({ file, text }) => `${file}  ${text}`,
    ),
  };
}

/** Files, lines, and the text before and behind the place. */
function placesOf(bundle, never) {
  const script = readFileSync(bundle, 'utf8');
  const map = new TraceMap(readFileSync(`${bundle}.map`, 'utf8'));
  const starts = [0];
  for (let at = script.indexOf('\n'); at >= 0; at = script.indexOf('\n', at + 1)) starts.push(at + 1);
  const sources = new Map();
  return never.flatMap(([from, to]) => {
    const range = script.slice(from, to);
    // `a ?? []`: most of these only say what the type does not.
    if (/^\s*\?\?/.test(range)) return [];
    // What follows a `return` begins behind its semicolon, the right side of `a && b` with the operator.
    const at = from + range.search(/[^\s;:?&|,})]/);
    const row = starts.findLastIndex((start) => start <= at);
    const { source, line, column } = originalPositionFor(map, { line: row + 1, column: at - starts[row] });
    const file = source?.split(stage)[1];
    if (file === undefined || at < from) return [];
    const lines = sources.get(file) ?? readFileSync(path.resolve(path.dirname(bundle), source), 'utf8').split('\n');
    sources.set(file, lines);
    const text = lines[line - 1];
    return [{ file, line, before: text.slice(0, column).trimStart(), text: text.slice(column) }];
  });
}
