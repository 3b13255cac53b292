/** The house, and what can be asked of it. Plain code: no script waits here. */

export interface Spot {
  readonly x: number;
  readonly y: number;
}

export const TILE = 48;

/** `#` a wall, `=` carpet, `.` stone. */
const PLAN = [
  '#####################',
  '#==.=====#.....#....#',
  '#==.=..#.=.###.=.##.#',
  '#......#.=.#...=.#..#',
  '###.####.=.#.#====..#',
  '#...=====#...#.#.##.#',
  '#.#.=..#.=.#.=.#....#',
  '#.#.=.##.=.#.=.####.#',
  '#...=....=...=......#',
  '#.########.#.####.#.#',
  '#..........#......#.#',
  '#####################',
];

export class House {
  readonly columns: number;
  readonly rows: number;
  /** A tall house lies on its side. */
  readonly isTall: boolean;

  constructor(isTall: boolean) {
    this.isTall = isTall;
    const [high, wide] = [PLAN.length, PLAN[0]!.length];
    [this.columns, this.rows] = isTall ? [high, wide] : [wide, high];
  }

  /** The middle of a tile of the plan. */
  at(column: number, row: number): Spot {
    const [x, y] = this.isTall ? [row, column] : [column, row];
    return { x: (x + 0.5) * TILE, y: (y + 0.5) * TILE };
  }

  tile(column: number, row: number): string {
    return (this.isTall ? PLAN[column]?.[row] : PLAN[row]?.[column]) ?? '#';
  }

  isWall(x: number, y: number): boolean {
    return this.tile(Math.floor(x / TILE), Math.floor(y / TILE)) === '#';
  }

  isCarpet({ x, y }: Spot): boolean {
    return this.tile(Math.floor(x / TILE), Math.floor(y / TILE)) === '=';
  }

  /** Where somebody comes to who goes by so much: walls stop him, and he slides along them. */
  slide({ x, y }: Spot, dx: number, dy: number, radius: number): Spot {
    const isFree = (atX: number, atY: number): boolean =>
      [-radius, radius].every((right) => [-radius, radius].every((down) => !this.isWall(atX + right, atY + down)));
    const newX = isFree(x + dx, y) ? x + dx : x;
    return { x: newX, y: isFree(newX, y + dy) ? y + dy : y };
  }

  /** How far a ray comes from a place, at most `range`. */
  ray({ x, y }: Spot, angle: number, range: number): number {
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
    for (let far = 0; far < range; far += 2) if (this.isWall(x + dx * far, y + dy * far)) return far;
    return range;
  }

  /** Can one see from one place to another? */
  isClear(from: Spot, to: Spot): boolean {
    const distance = Math.hypot(to.x - from.x, to.y - from.y);
    return this.ray(from, Math.atan2(to.y - from.y, to.x - from.x), distance) === distance;
  }

  /** The middles of the tiles on the shortest way. Empty if there is none. */
  path(from: Spot, to: Spot): Spot[] {
    const number = ({ x, y }: Spot): number => Math.floor(y / TILE) * this.columns + Math.floor(x / TILE);
    const [begin, end] = [number(from), number(to)];
    const cameFrom = new Map([[begin, begin]]);
    for (const tile of cameFrom.keys()) {
      if (tile === end) break;
      const [column, row] = [tile % this.columns, Math.floor(tile / this.columns)];
      for (const [dx, dy] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ] as const) {
        const next = (row + dy) * this.columns + column + dx;
        if (this.tile(column + dx, row + dy) !== '#' && !cameFrom.has(next)) cameFrom.set(next, tile);
      }
    }
    const spots: Spot[] = [];
    for (let tile = end; cameFrom.has(tile) && tile !== begin; tile = cameFrom.get(tile)!)
      spots.unshift({ x: ((tile % this.columns) + 0.5) * TILE, y: (Math.floor(tile / this.columns) + 0.5) * TILE });
    return spots;
  }
}

export const distance = (one: Spot, other: Spot): number => Math.hypot(one.x - other.x, one.y - other.y);

/** By how much one has to turn from one angle to another: from -π to π. */
export const turnBetween = (from: number, to: number): number => Math.atan2(Math.sin(to - from), Math.cos(to - from));
