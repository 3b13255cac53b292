/** Pictures, drawn by code. */
import { Canvas } from 'excalibur';
import { TILE, type House } from './map';

type Pen = CanvasRenderingContext2D;

const picture = (width: number, height: number, draw: (pen: Pen) => void): Canvas =>
  new Canvas({ width, height, cache: true, quality: 2, draw });

function disc(pen: Pen, style: string | CanvasGradient, x: number, y: number, rx: number, ry = rx): void {
  pen.fillStyle = style;
  pen.beginPath();
  pen.ellipse(x, y, rx, ry, 0, 0, Math.PI * 2);
  pen.fill();
}

function box(pen: Pen, style: string | CanvasGradient, x: number, y: number, w: number, h: number, r = 0): void {
  pen.fillStyle = style;
  pen.beginPath();
  pen.roundRect(x, y, w, h, r);
  pen.fill();
}

/** Floors, carpets, and walls with a front. */
export function paintHouse(house: House): Canvas {
  const each = (draw: (tile: string, column: number, row: number) => void): void => {
    for (let row = 0; row < house.rows; row++)
      for (let column = 0; column < house.columns; column++) draw(house.tile(column, row), column, row);
  };
  return picture(house.columns * TILE, house.rows * TILE, (pen) => {
    each((_, column, row) => drawStone(pen, column, row));
    each((tile, column, row) => tile === '=' && drawCarpet(pen, house, column, row));
    pen.save();
    pen.shadowColor = '#05070fcc';
    pen.shadowBlur = 26;
    pen.shadowOffsetY = 10;
    each((tile, column, row) => tile === '#' && box(pen, '#222947', column * TILE, row * TILE, TILE, TILE));
    pen.restore();
    each((tile, column, row) => tile === '#' && drawWall(pen, house, column, row));
  });
}

function drawStone(pen: Pen, column: number, row: number): void {
  const shades = ['#2c3554', '#2a3250', '#2e3758', '#29314d'];
  box(pen, shades[(column * 7 + row * 13 + ((column * row) % 5)) % 4]!, column * TILE, row * TILE, TILE, TILE);
  box(pen, '#00000026', column * TILE, row * TILE + TILE - 1.5, TILE, 1.5);
  box(pen, '#00000026', column * TILE + TILE - 1.5, row * TILE, 1.5, TILE);
}

/** Its border runs where it ends. */
function drawCarpet(pen: Pen, house: House, column: number, row: number): void {
  const [x, y] = [column * TILE, row * TILE];
  const isOpen = (dx: number, dy: number): boolean => house.tile(column + dx, row + dy) !== '=';
  box(pen, '#6d3049', x, y, TILE, TILE);
  pen.globalAlpha = 0.35;
  disc(pen, '#8a4560', x + TILE / 2, y + TILE / 2, 9);
  disc(pen, '#6d3049', x + TILE / 2, y + TILE / 2, 4);
  pen.globalAlpha = 1;
  const edge = '#c79a5b';
  if (isOpen(-1, 0)) box(pen, edge, x + 3, y, 2, TILE);
  if (isOpen(1, 0)) box(pen, edge, x + TILE - 5, y, 2, TILE);
  if (isOpen(0, -1)) box(pen, edge, x, y + 3, TILE, 2);
  if (isOpen(0, 1)) box(pen, edge, x, y + TILE - 5, TILE, 2);
}

function drawWall(pen: Pen, house: House, column: number, row: number): void {
  const [x, y] = [column * TILE, row * TILE];
  box(pen, '#4d5a8c', x, y, TILE, TILE);
  const isFree = (dx: number, dy: number): boolean => house.tile(column + dx, row + dy) !== '#';
  if (isFree(0, 1) && row < house.rows - 1) {
    const front = pen.createLinearGradient(0, y + TILE - 18, 0, y + TILE);
    front.addColorStop(0, '#39446f');
    front.addColorStop(1, '#262e50');
    box(pen, front, x, y + TILE - 18, TILE, 18);
    box(pen, '#6a79b0', x, y + TILE - 19, TILE, 1.5);
  }
  if (isFree(0, -1)) box(pen, '#7182bb', x, y, TILE, 2);
  if (isFree(-1, 0)) box(pen, '#5f6ea4', x, y, 2, TILE);
  if (isFree(1, 0)) box(pen, '#3c4875', x + TILE - 2, y, 2, TILE);
}

/** Seen from above; he looks to the right. */
function drawPerson(pen: Pen, cloak: string, dark: string, hat: string): void {
  const glow = pen.createRadialGradient(26, 30, 6, 26, 30, 24);
  glow.addColorStop(0, '#000000a0');
  glow.addColorStop(1, '#00000000');
  disc(pen, glow, 26, 29, 24);
  disc(pen, dark, 26, 26, 12, 17);
  disc(pen, cloak, 25, 26, 10, 15);
  disc(pen, '#f1c7a5', 36, 16, 4);
  disc(pen, '#f1c7a5', 36, 36, 4);
  disc(pen, '#f1c7a5', 31, 26, 7.5);
  disc(pen, hat, 27, 26, 9);
}

export const paintThief = (): Canvas =>
  picture(52, 52, (pen) => {
    drawPerson(pen, '#2f9e8f', '#1b6a64', '#35bda9');
    disc(pen, '#237f76', 24, 26, 5);
  });

export const paintGuard = (): Canvas =>
  picture(52, 52, (pen) => {
    drawPerson(pen, '#4468d8', '#28408f', '#2c469c');
    disc(pen, '#1d2f70', 34, 26, 3, 8);
    disc(pen, '#ffc76b', 30, 26, 2.4);
    box(pen, '#8a5a2a', 37, 33, 8, 4, 2);
    disc(pen, '#fff0c4', 46, 35, 4);
  });

export const paintKey = (): Canvas =>
  picture(64, 64, (pen) => {
    const glow = pen.createRadialGradient(32, 32, 2, 32, 32, 32);
    glow.addColorStop(0, '#ffc76b99');
    glow.addColorStop(1, '#ffc76b00');
    disc(pen, glow, 32, 32, 32);
    box(pen, '#ffd98a', 30, 30, 22, 5, 2);
    box(pen, '#ffd98a', 44, 33, 4, 8, 1);
    box(pen, '#ffd98a', 50, 33, 3, 6, 1);
    disc(pen, '#ffd98a', 23, 32, 10);
    disc(pen, '#2c3554', 23, 32, 4.5);
  });

export const paintDoor = (isOpen: boolean): Canvas =>
  picture(TILE, TILE, (pen) => {
    box(pen, '#171c33', 3, 2, 42, 46, 5);
    if (isOpen) {
      const light = pen.createLinearGradient(0, 6, 0, 48);
      light.addColorStop(0, '#d9ffe9');
      light.addColorStop(1, '#4fb489');
      box(pen, light, 8, 7, 32, 41, 3);
    } else {
      box(pen, '#7a4a34', 8, 7, 32, 41, 3);
      box(pen, '#8f5a40', 11, 11, 12, 33, 2);
      box(pen, '#8f5a40', 25, 11, 12, 33, 2);
      disc(pen, '#ffc76b', 35, 29, 2.5);
    }
  });
