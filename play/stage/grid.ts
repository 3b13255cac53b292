/** Squares, directions, walls, and the way around walls. */

export const COLUMNS = 16;
export const ROWS = 9;

/** A square, or somebody who stands on one. Between two squares the numbers have fractions. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

export interface Direction {
  readonly name: string;
  readonly dx: number;
  readonly dy: number;
}

export const NORTH: Direction = { name: 'north', dx: 0, dy: -1 };
export const SOUTH: Direction = { name: 'south', dx: 0, dy: 1 };
export const EAST: Direction = { name: 'east', dx: 1, dy: 0 };
export const WEST: Direction = { name: 'west', dx: -1, dy: 0 };
export const DIRECTIONS: readonly Direction[] = [NORTH, EAST, SOUTH, WEST];

const numberOf = (x: number, y: number): number => y * COLUMNS + x;

const squaresOf = (x: number, y: number, width: number, height: number): number[] =>
  Array.from({ length: width * height }, (_, n) => numberOf(x + (n % width), y + Math.floor(n / width)));

export class Grid {
  /** The numbers of the squares that have a wall. Another set for each change. */
  #walls: ReadonlySet<number> = new Set();

  /** Counts the changes of the walls, for who draws them. */
  changes = 0;

  wall(x: number, y: number, width = 1, height = 1): void {
    this.#walls = new Set([...this.#walls, ...squaresOf(x, y, width, height)]);
    this.changes++;
  }

  open(x: number, y: number, width = 1, height = 1): void {
    const opened = new Set(squaresOf(x, y, width, height));
    this.#walls = new Set([...this.#walls].filter((number) => !opened.has(number)));
    this.changes++;
  }

  /** Gives what puts the walls back as they are now. */
  mark(): () => void {
    const walls = this.#walls;
    return () => {
      this.#walls = walls;
      this.changes++;
    };
  }

  hasWall(x: number, y: number): boolean {
    return this.#walls.has(numberOf(x, y));
  }

  isBlocked(x: number, y: number): boolean {
    return x < 0 || y < 0 || x >= COLUMNS || y >= ROWS || this.hasWall(x, y);
  }

  *walls(): Generator<Place> {
    for (const number of this.#walls) yield { x: number % COLUMNS, y: Math.floor(number / COLUMNS) };
  }

  /** Is there no wall between them? Looks at each tenth of a square. */
  isClear(from: Place, to: Place): boolean {
    const parts = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) * 10);
    for (let i = 1; i < parts; i++) {
      const x = Math.round(from.x + ((to.x - from.x) * i) / parts);
      const y = Math.round(from.y + ((to.y - from.y) * i) / parts);
      if (this.hasWall(x, y)) return false;
    }
    return true;
  }

  /** How far one sees in a direction, until a wall or the end of the stage. */
  seenFar(from: Place, dx: number, dy: number, most: number): number {
    for (let far = 0; far < most; far += 0.08) {
      if (this.isBlocked(Math.round(from.x + dx * far), Math.round(from.y + dy * far))) return far;
    }
    return most;
  }

  /** The first step of a shortest way around walls and others (breadth-first search, from the goal); null where there is none, or at the goal. */
  stepTowards(from: Place, to: Place, others: readonly Place[] = []): Direction | null {
    const taken = new Set(others.map(({ x, y }) => numberOf(Math.round(x), Math.round(y))));
    const [fromX, fromY] = [Math.round(from.x), Math.round(from.y)];
    const goal = numberOf(Math.round(to.x), Math.round(to.y));
    const start = numberOf(fromX, fromY);
    const steps = new Map([[goal, 0]]);
    const queue = [goal];
    for (const square of queue) {
      if (square === start) break;
      for (const { dx, dy } of DIRECTIONS) {
        const [x, y] = [(square % COLUMNS) + dx, Math.floor(square / COLUMNS) + dy];
        const next = numberOf(x, y);
        if (this.isBlocked(x, y) || steps.has(next) || (taken.has(next) && next !== start)) continue;
        steps.set(next, (steps.get(square) as number) + 1);
        queue.push(next);
      }
    }
    const far = steps.get(start) ?? 0;
    // Of two ways that are as short, the one along the longer side: it looks less like stairs.
    const order = Math.abs(to.x - fromX) >= Math.abs(to.y - fromY) ? [EAST, WEST, NORTH, SOUTH] : DIRECTIONS;
    return (
      order.find(
        ({ dx, dy }) =>
          !this.isBlocked(fromX + dx, fromY + dy) && steps.get(numberOf(fromX + dx, fromY + dy)) === far - 1,
      ) ?? null
    );
  }
}
