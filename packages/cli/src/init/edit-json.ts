import { applyEdits, modify, parse } from 'jsonc-parser';

type JsonPath = (string | number)[];

/** The text with one value set, everything else as it is written, comments too. */
export function setJson(text: string, path: JsonPath, value: unknown): string {
  return applyEdits(text, modify(text, path, value, { formattingOptions: formatOf(text) }));
}

/** The text with an element put first into a list, which is made if it is not there. */
export function prependJson(text: string, path: JsonPath, value: unknown): string {
  if (!Array.isArray(readJson(text, path))) return setJson(text, path, [value]);
  const options = { formattingOptions: formatOf(text), isArrayInsertion: true };
  return applyEdits(text, modify(text, [...path, 0], value, options));
}

export function readJson(text: string, path: JsonPath): unknown {
  let at = parse(text, [], { allowTrailingComma: true }) as unknown;
  for (const key of path) at = (at as Record<string, unknown> | undefined)?.[key];
  return at;
}

function formatOf(text: string): { insertSpaces: boolean; tabSize: number; eol: string } {
  const [, indent = '  '] = /\n([ \t]+)\S/.exec(text) ?? [];
  return { insertSpaces: !indent.startsWith('\t'), tabSize: indent.length, eol: text.includes('\r\n') ? '\r\n' : '\n' };
}
