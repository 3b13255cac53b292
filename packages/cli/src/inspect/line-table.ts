import { eachMapping, TraceMap } from '@jridgewell/trace-mapping';
import type { FunctionReport } from 'babel-plugin-threads';

/**
 * For each line of the code the line of the source, from 1, that its first mapped position comes from. What the plugin adds
 * comes from where a function begins: that counts where nothing else stands in the line.
 */
export function lineTable(
  code: string,
  map: string,
  functions: readonly Pick<FunctionReport, 'line' | 'column'>[],
): (number | undefined)[] {
  const starts = new Set(functions.map(({ line, column }) => `${line}:${column}`));
  const table: (number | undefined)[] = code.split('\n').map(() => undefined);
  const added = [...table];
  eachMapping(new TraceMap(map), ({ generatedLine, originalLine, originalColumn }) => {
    if (originalLine === null) return;
    if (starts.has(`${originalLine}:${originalColumn}`)) added[generatedLine - 1] ??= originalLine;
    else table[generatedLine - 1] ??= originalLine;
  });
  return table.map((line, index) => line ?? added[index]);
}
