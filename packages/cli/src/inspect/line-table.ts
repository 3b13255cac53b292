import { eachMapping, TraceMap } from '@jridgewell/trace-mapping';

/** For each line of the code the line of the source, from 1, that its first mapped position comes from. */
export function lineTable(code: string, map: string): (number | undefined)[] {
  const table: (number | undefined)[] = code.split('\n').map(() => undefined);
  eachMapping(new TraceMap(map), ({ generatedLine, originalLine }) => {
    if (originalLine !== null) table[generatedLine - 1] ??= originalLine;
  });
  return table;
}
