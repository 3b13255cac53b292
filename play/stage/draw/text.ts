/** Letters that can be read at each size of the stage. */

export const FONT = 'system-ui, "Segoe UI", Roboto, "Helvetica Neue", "DejaVu Sans", sans-serif';

/** The size of letters, as a share of a square, but never too small to read, nor larger than needed. */
export const lettersOf = (square: number, share: number): number =>
  Math.round(Math.min(Math.max(square * share, 11), 22));

/** The lines of a text that are no wider than that; a word that is wider stands alone. */
export function wrapped(text: string, width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && widthOf(longer) > width) lines.push(word);
    else lines.splice(Math.max(lines.length - 1, 0), 1, longer);
  }
  return lines;
}
