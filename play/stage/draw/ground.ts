/** What is below the figures: the floor, what they see, the walls, their lines and their shadows. */
import { COLUMNS, type Grid, ROWS } from '../grid.js';
import type { Figure, World } from '../world.js';
import type { Sheet } from './sheet.js';

/** In so many directions a figure looks. */
const SIGHT_RAYS = 180;

export function drawGround(sheet: Sheet, world: World, figures: readonly Figure[]): void {
  drawFloor(sheet, world.view.dots);
  for (const figure of figures) if (figure.sight > 0) drawSight(sheet, world.grid, figure);
  drawWalls(sheet, world.grid);
  drawLines(sheet, world);
  for (const figure of figures) drawShadow(sheet, figure);
}

function drawFloor(sheet: Sheet, withDots: boolean): void {
  const { pen, palette, square: s, left, top } = sheet;
  sheet.floorPath();
  pen.fillStyle = palette.floor;
  pen.fill();
  if (!withDots) return;
  pen.fillStyle = palette.dots;
  const size = Math.max(1.5, s * 0.05);
  for (let x = 1; x < COLUMNS; x++)
    for (let y = 1; y < ROWS; y++) pen.fillRect(left + x * s - size / 2, top + y * s - size / 2, size, size);
}

/** What it can see, up to the walls. */
function drawSight(sheet: Sheet, grid: Grid, figure: Figure): void {
  const { pen } = sheet;
  pen.save();
  sheet.floorPath();
  pen.clip();
  pen.globalAlpha = 0.13;
  pen.fillStyle = sheet.color(figure.color);
  pen.beginPath();
  for (let i = 0; i < SIGHT_RAYS; i++) {
    const angle = (i / SIGHT_RAYS) * Math.PI * 2;
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
    const far = grid.seenFar(figure, dx, dy, figure.sight);
    pen.lineTo(...sheet.at(figure.x + dx * far, figure.y + dy * far));
  }
  pen.fill();
  pen.restore();
}

/** Neighbours grow together: no round corner where another wall goes on. */
function drawWalls(sheet: Sheet, grid: Grid): void {
  const { palette, square: s } = sheet;
  const r = s * 0.22;
  for (const { x, y } of grid.walls()) {
    const [left, top] = [sheet.left + x * s, sheet.top + y * s];
    const [north, east] = [grid.hasWall(x, y - 1), grid.hasWall(x + 1, y)];
    const [south, west] = [grid.hasWall(x, y + 1), grid.hasWall(x - 1, y)];
    const corners = [north || west ? 0 : r, north || east ? 0 : r, south || east ? 0 : r, south || west ? 0 : r];
    const width = s + (east ? 0.5 : 0);
    const more = south ? 0.5 : 0;
    sheet.box(palette.wall, left, top, width, s + more, corners);
    sheet.box(palette.wallTop, left, top, width, (south ? s : s * 0.74) + more, corners);
  }
}

function drawLines(sheet: Sheet, { lines }: World): void {
  const { pen } = sheet;
  pen.lineCap = 'round';
  pen.lineWidth = Math.max(2, sheet.square * 0.14);
  for (const { from, to, color } of lines) {
    pen.strokeStyle = sheet.color(color);
    pen.beginPath();
    pen.moveTo(...sheet.at(from.x, from.y));
    pen.lineTo(...sheet.at(to.x, to.y));
    pen.stroke();
  }
}

function drawShadow(sheet: Sheet, { x, y, size, lift, look }: Figure): void {
  if (look === 'dot' || look === 'bolt') return;
  const { pen, palette, square: s } = sheet;
  const [left, top] = sheet.at(x, y);
  const width = 0.36 * size * (look === 'door' ? 1 : 1 - lift * 0.4);
  pen.fillStyle = palette.shadow;
  pen.beginPath();
  pen.ellipse(left, top + 0.4 * s, width * s, width * s * 0.4, 0, 0, Math.PI * 2);
  pen.fill();
}
