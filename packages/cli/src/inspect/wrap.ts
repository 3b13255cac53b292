/** A part of a long line. */
export interface Piece {
  readonly text: string;
  /** Which column of the line it begins with. */
  readonly from: number;
  /** How far it stands in. */
  readonly indent: number;
}

const STEP = 4;

/** A line of code in pieces of at most this width, broken behind a space where there is one. */
export function wrapped(line: string, width: number): readonly Piece[] {
  const first = /^ */.exec(line)![0].length;
  const indent = Math.min(first + STEP, Math.floor(width / 2));
  const pieces: Piece[] = [];
  let from = 0;
  while (pieces.length === 0 || from < line.length) {
    const own = pieces.length === 0 ? 0 : indent;
    const most = from + width - own;
    const space = line.length <= most ? -1 : line.lastIndexOf(' ', most);
    const end = space > from + (own === 0 ? first : 0) ? space + 1 : most;
    pieces.push({ text: ' '.repeat(own) + line.slice(from, end).trimEnd(), from, indent: own });
    from = end;
  }
  return pieces;
}
