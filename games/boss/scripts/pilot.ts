/** Plays the game: "Watch it play" on the first screen. */
import type { Bullet } from './bullet';
import type { Stage } from './stage';
import { KINDS } from '../src/atlas';
import type { Point } from '../src/geometry';

/** How far it looks. */
const SECONDS = 0.7;
const NEAR = 150;
const SPEED = 250;

const WAYS: readonly Point[] = [
  { x: 0, y: 0 },
  ...Array.from({ length: 16 }, (_, i) => ({ x: Math.cos((i * Math.PI) / 8), y: Math.sin((i * Math.PI) / 8) })),
  ...Array.from({ length: 8 }, (_, i) => ({ x: Math.cos((i * Math.PI) / 4) / 3, y: Math.sin((i * Math.PI) / 4) / 3 })),
];

/** In each frame: which way is the least dangerous? */
// @compile
export function steerByScript({ field, light, spinner, input }: Stage): void {
  try {
    while (true) {
      const near = field.bullets.filter(
        (bullet) => KINDS[bullet.kind].hurts === 'light' && Math.hypot(bullet.x - light.x, bullet.y - light.y) < NEAR,
      );
      const goal = { x: spinner.x, y: 600 };
      const costs = WAYS.map((way) => cost(way, light, near, goal));
      input.pilot = WAYS[costs.indexOf(Math.min(...costs))]!;
    }
  } finally {
    input.pilot = null;
  }
}

function cost(way: Point, at: Point, bullets: readonly Bullet[], goal: Point): number {
  const end = { x: at.x + way.x * SPEED * 0.3, y: at.y + way.y * SPEED * 0.3 };
  const isOut = end.x < 20 || end.x > 430 || end.y < 320 || end.y > 690;
  let sum = Math.abs(end.x - goal.x) * 0.0012 + Math.abs(end.y - goal.y) * 0.0009 + (isOut ? 0.6 : 0);
  for (const bullet of bullets) sum += danger(way, at, bullet);
  return sum;
}

/** By the place where the two are nearest to each other, if both go on as they do. */
function danger(way: Point, at: Point, bullet: Bullet): number {
  const [x, y] = [bullet.x - at.x, bullet.y - at.y];
  const [speedX, speedY] = [bullet.speedX - way.x * SPEED, bullet.speedY - way.y * SPEED];
  const speed = speedX * speedX + speedY * speedY;
  const seconds = speed === 0 ? 0 : Math.max(0, Math.min(SECONDS, -(x * speedX + y * speedY) / speed));
  const distance = Math.hypot(x + speedX * seconds, y + speedY * seconds);
  return distance > 30 ? 0 : ((30 - distance) / 22) ** 3 * (1.2 - seconds);
}
