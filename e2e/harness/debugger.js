/** Steps through a compiled script by its source map, as the DevTools do: over the CDP, with the runtime and the game's `driver.js` on the list of what is ignored. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { eachMapping, TraceMap } from '@jridgewell/trace-mapping';
import { built } from './stage.js';

/**
 * A debugger for one file below `build/e2e`, which the page has loaded. `breakAt(line)` sets a breakpoint on a line of the source;
 * `next()` gives the stop that comes: its `line` in the source, the name of the function, and `locals()`; `into()`, `over()` and `goOn()`
 * go on from there.
 */
export async function attach(page, file) {
  const mappings = mappingsOf(path.join(built, `${file}.map`));
  const debug = await page.context().newCDPSession(page);
  const scripts = new Map();
  const stops = [];
  let wake = () => {};
  debug.on('Debugger.scriptParsed', ({ scriptId, url }) => scripts.set(scriptId, url));
  debug.on('Debugger.paused', (stop) => {
    stops.push(stop);
    wake();
  });
  await debug.send('Debugger.enable');
  await debug.send('Debugger.setBlackboxPatterns', { patterns: ['/runtime/', '/driver.js$'] });
  let at;
  return {
    async breakAt(line) {
      const { generatedLine, generatedColumn } = mappings.find((one) => one.originalLine === line);
      await debug.send('Debugger.setBreakpointByUrl', {
        urlRegex: `.*/${file.replaceAll('.', String.raw`\.`)}$`,
        lineNumber: generatedLine - 1,
        columnNumber: generatedColumn,
      });
    },
    async next() {
      if (stops.length === 0) await new Promise((resolve) => (wake = resolve));
      const [frame] = stops.shift().callFrames;
      const { scriptId, lineNumber, columnNumber } = frame.location;
      const mapping = mappingAt(mappings, lineNumber + 1, columnNumber);
      at = { scriptId, mapping };
      return {
        function: frame.functionName,
        line: scripts.get(scriptId)?.endsWith(`/${file}`) ? mapping?.originalLine : undefined,
        locals: () => localsOf(debug, frame),
      };
    },
    into: () => debug.send('Debugger.stepInto', { skipList: rangesOf(mappings, at) }),
    over: () => debug.send('Debugger.stepOver', { skipList: rangesOf(mappings, at) }),
    goOn: () => debug.send('Debugger.resume'),
  };
}

/** By place in the output. */
function mappingsOf(file) {
  const mappings = [];
  eachMapping(new TraceMap(JSON.parse(readFileSync(file, 'utf8'))), (one) => mappings.push(one));
  return mappings.sort((a, b) => a.generatedLine - b.generatedLine || a.generatedColumn - b.generatedColumn);
}

/** The last one before a place of the output, also on another line. */
function mappingAt(mappings, line, column) {
  return mappings.findLast(
    (one) => one.generatedLine < line || (one.generatedLine === line && one.generatedColumn <= column),
  );
}

/** What has the same place in the source: a step passes over it. */
function rangesOf(mappings, { scriptId, mapping }) {
  const ranges = [];
  for (const [i, one] of mappings.entries()) {
    if (one.originalLine !== mapping?.originalLine || one.originalColumn !== mapping?.originalColumn) continue;
    const [start, end] = [one, mappings[i + 1] ?? { generatedLine: one.generatedLine + 1, generatedColumn: 0 }].map(
      ({ generatedLine, generatedColumn }) => ({ lineNumber: generatedLine - 1, columnNumber: generatedColumn }),
    );
    const last = ranges.at(-1);
    if (last?.end.lineNumber === start.lineNumber && last.end.columnNumber === start.columnNumber) last.end = end;
    else if (start.lineNumber !== end.lineNumber || start.columnNumber !== end.columnNumber)
      ranges.push({ scriptId, start, end });
  }
  return ranges;
}

/** The variables of the innermost function, by name. */
async function localsOf(debug, { scopeChain }) {
  const locals = {};
  for (const { type, object } of scopeChain.toReversed()) {
    if (type !== 'local' && type !== 'block') continue;
    const { result } = await debug.send('Runtime.getProperties', { objectId: object.objectId, ownProperties: true });
    for (const { name, value } of result) locals[name] = value?.value;
  }
  return locals;
}
