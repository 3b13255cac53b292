import { applyEdits, findNodeAtLocation, type FormattingOptions, modify, parse, parseTree } from 'jsonc-parser';

type JsonPath = (string | number)[];

/** The text with one value set, everything else as it is written, comments too. */
export function setJson(text: string, path: JsonPath, value: unknown, isArrayInsertion = false): string {
  if (!isInLine(text, path))
    return applyEdits(text, modify(text, path, value, { formattingOptions: formatOf(text), isArrayInsertion }));
  // With options for the format, each element of the list would get a line.
  const edits = modify(text, path, value, { isArrayInsertion });
  const spaced = edits.map((edit) => ({ ...edit, content: edit.content.replace(/^,/, ', ').replace(/,$/, ', ') }));
  return applyEdits(text, spaced);
}

/** Whether the path leads into a list that is written on one line. */
function isInLine(text: string, path: JsonPath): boolean {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  const list = tree && findNodeAtLocation(tree, path.slice(0, -1));
  if (list?.type !== 'array' || list.children?.length === 0) return false;
  return !text.slice(list.offset, list.offset + list.length).includes('\n');
}

/** The text with an element put first into a list, which is made if it is not there. */
export function prependJson(text: string, path: JsonPath, value: unknown): string {
  if (!Array.isArray(readJson(text, path))) {
    // Behind `$schema`, or first: the property before a new one is formatted anew, too.
    const getInsertionIndex = (names: string[]): number => (names[0] === '$schema' ? 1 : 0);
    return applyEdits(text, modify(text, path, [value], { formattingOptions: formatOf(text), getInsertionIndex }));
  }
  return setJson(text, [...path, 0], value, true);
}

export function readJson(text: string, path: JsonPath): unknown {
  let at = parse(text, [], { allowTrailingComma: true }) as unknown;
  for (const key of path) at = (at as Record<string, unknown> | undefined)?.[key];
  return at;
}

function formatOf(text: string): FormattingOptions {
  const [, indent = '  '] = /\n([ \t]+)\S/.exec(text) ?? [];
  return { insertSpaces: !indent.startsWith('\t'), tabSize: indent.length, eol: text.includes('\r\n') ? '\r\n' : '\n' };
}
