/** The coast at night: sky, sea, land, cottage and tower. Units are those of the stage, 1280 wide. */
import type Phaser from 'phaser';
import { across, box, dice, disc, down, fill, picture, round, shape, texture, type Ink, type Pen } from './brush';

export const GROUND = 560;
export const HORIZON = 430;
export const TOWER = 665;
/** Where one stands beside the lamp. */
export const GALLERY = 188;
/** The place goes on to the left and to the right, for wide screens. */
const LEFT = -700;
const WIDTH = 2700;

export function paintPlace(scene: Phaser.Scene): void {
  texture(scene, 'sky', 8, 860, (pen) =>
    box(pen, down(pen, 0, 860, '#070b1c', '#111a3d', '#25366b', '#4a5a94'), 0, 0, 8, 860),
  );
  picture(scene, 'sky', LEFT, HORIZON, [0, 1]).setDisplaySize(WIDTH, 860);
  texture(scene, 'stars', 1350, 420, drawStars);
  for (const x of [LEFT, LEFT + 1350]) picture(scene, 'stars', x, HORIZON, [0, 1]);
  texture(scene, 'moon', 360, 360, drawMoon);
  picture(scene, 'moon', 1010, 130, [0.5, 0.5]);
  texture(scene, 'sea', 1350, 160, drawSea);
  texture(scene, 'depths', 8, 700, (pen) => box(pen, down(pen, 0, 700, '#111c40', '#080d20'), 0, 0, 8, 700));
  picture(scene, 'depths', LEFT, HORIZON + 158, [0, 0]).setDisplaySize(WIDTH, 700);
  for (const x of [LEFT, LEFT + 1350]) picture(scene, 'sea', x, HORIZON, [0, 0]);
}

function drawStars(pen: Pen): void {
  const random = dice(7);
  for (let i = 0; i < 240; i++) {
    const y = random() ** 1.5 * 380;
    pen.globalAlpha = (0.25 + random() * 0.7) * (1 - y / 460);
    disc(pen, '#e9eeff', random() * 1350, y, 0.5 + random() * 1.1);
  }
}

function drawMoon(pen: Pen): void {
  disc(pen, round(pen, 180, 180, 180, '#dfe6ff66', '#b9c8ff26', '#b9c8ff00'), 180, 180, 180);
  disc(pen, across(pen, 140, 220, '#fdf6e3', '#d9dcf2'), 180, 180, 38);
  pen.globalAlpha = 0.12;
  for (const [x, y, r] of [
    [168, 172, 9],
    [190, 190, 7],
    [186, 164, 5],
    [172, 198, 4],
  ] as const)
    disc(pen, '#57608f', x, y, r);
}

function drawSea(pen: Pen): void {
  box(pen, down(pen, 0, 160, '#3d5490', '#1f3165', '#111c40'), 0, 0, 1350, 160);
  const random = dice(3);
  for (let i = 0; i < 130; i++) {
    const y = 3 + random() ** 1.6 * 150;
    pen.globalAlpha = 0.07 + random() * 0.14;
    box(pen, '#cfdcff', random() * 1350, y, 14 + random() * (20 + y / 2), 1.2, 1);
  }
}

/** What stands before the ship: rocks and land. */
export function paintLand(scene: Phaser.Scene): void {
  texture(scene, 'land', 1560, 800, drawLand);
  picture(scene, 'land', LEFT, 380, [0, 0]);
  texture(scene, 'rocks', 190, 120, drawRocks);
  picture(scene, 'rocks', 905, 592);
}

/** The land ends in a cliff, 30 units to the right of the tower's foot. */
function drawLand(pen: Pen): void {
  const edge = 790 - LEFT;
  const top = GROUND - 380;
  shape(
    pen,
    down(pen, 40, top, '#1d2950', '#151e3e'),
    [0, 60],
    [220, 40],
    [470, 92],
    [760, 70],
    [900, 130],
    [900, top + 40],
    [0, top + 40],
  );
  const earth = down(pen, top, top + 300, '#27324f', '#141a31', '#0a0f22');
  shape(
    pen,
    earth,
    [0, top],
    [edge - 40, top],
    [edge - 12, top + 5],
    [edge, top + 22],
    [edge - 8, top + 60],
    [edge + 12, top + 96],
    [edge + 4, top + 150],
    [edge + 34, top + 230],
    [edge + 40, 800],
    [0, 800],
  );
  const random = dice(11);
  for (let i = 0; i < 90; i++) {
    pen.globalAlpha = 0.12 + random() * 0.16;
    box(pen, '#0a0f22', random() * (edge - 50), top + 22 + random() * 170, 16 + random() * 46, 2, 1);
  }
  pen.globalAlpha = 1;
  box(pen, '#4b6a6a', 0, top - 1, edge - 36, 5, 2);
  for (let x = 0; x < edge - 50; x += 5 + random() * 16) {
    const high = 3 + random() * 6;
    shape(pen, '#41605f', [x, top], [x + 1.5 + random() * 3, top - high], [x + 4, top]);
  }
}

function drawRocks(pen: Pen): void {
  const stone = across(pen, 0, 190, '#0f1530', '#2a3660', '#141b3a');
  shape(pen, stone, [8, 108], [30, 62], [48, 74], [66, 26], [88, 52], [104, 18], [132, 70], [150, 56], [184, 108]);
  pen.globalAlpha = 0.5;
  shape(pen, '#53649c', [104, 18], [132, 70], [118, 64]);
  shape(pen, '#53649c', [66, 26], [84, 60], [74, 56]);
  pen.globalAlpha = 0.55;
  for (const [x, w] of [
    [4, 50],
    [62, 64],
    [134, 50],
  ] as const)
    box(pen, '#dce6ff', x, 105, w, 3, 2);
}

export function paintCottage(scene: Phaser.Scene): void {
  texture(scene, 'cottage', 400, 290, drawCottage);
  picture(scene, 'cottage', 250, GROUND + 1);
}

/** One looks into the room. */
function drawCottage(pen: Pen): void {
  const dark = '#161a33';
  box(pen, '#3b2430', 322, 22, 30, 84, 2);
  shape(
    pen,
    across(pen, 0, 400, '#2c2038', '#47303f', '#2c2038'),
    [200, 12],
    [398, 118],
    [398, 130],
    [2, 130],
    [2, 118],
  );
  box(pen, dark, 20, 128, 360, 162);
  box(pen, down(pen, 134, 290, '#6b4a4a', '#4b3440'), 28, 134, 344, 152);
  pen.globalAlpha = 0.16;
  for (let x = 52; x < 370; x += 26) box(pen, '#1d1226', x, 134, 2, 150);
  pen.globalAlpha = 1;
  box(pen, round(pen, 205, 170, 175, '#ffb45c90', '#ff9d4a33', '#ff9d4a00'), 28, 134, 344, 152);
  // The lamp under the roof, a window, a shelf.
  box(pen, dark, 204, 134, 2, 22);
  shape(pen, '#2a1f33', [205, 150], [222, 166], [188, 166]);
  disc(pen, '#ffdf9e', 205, 169, 7);
  box(pen, '#2a1f33', 70, 160, 56, 46, 4);
  box(pen, down(pen, 164, 202, '#1a2853', '#3d5490'), 74, 164, 48, 38, 2);
  box(pen, '#2a1f33', 97, 164, 2, 38);
  box(pen, '#2a1f33', 74, 182, 48, 2);
  box(pen, '#2a1f33', 250, 232, 74, 5, 2);
  box(pen, '#2a1f33', 258, 236, 4, 50);
  box(pen, '#2a1f33', 312, 236, 4, 50);
  box(pen, dark, 20, 284, 360, 6);
  // The door stands open.
  box(pen, '#4b3440', 366, 190, 16, 95);
  shape(pen, '#5d3d36', [380, 186], [397, 178], [397, 290], [380, 286]);
}

/** Where the windows of the tower are, from below. */
export const WINDOWS = [470, 385, 300] as const;

export function paintTower(scene: Phaser.Scene): void {
  texture(scene, 'tower', 160, 480, drawTower);
  picture(scene, 'tower', TOWER, GROUND + 4);
  texture(scene, 'window', 40, 48, drawWindow);
  texture(scene, 'glow', 360, 360, (pen) =>
    disc(pen, round(pen, 180, 180, 180, '#fff6d8', '#ffd98a99', '#ffc76b33', '#ffc76b00'), 180, 180, 180),
  );
  texture(scene, 'beam', 900, 260, drawBeam);
}

/** 480 high: its foot is at 480, the gallery at 104, the tip at 4. */
function drawTower(pen: Pen): void {
  const half = (y: number): number => 40 + ((y - 104) / 376) * 22;
  const band = (y0: number, y1: number, color: Ink): void =>
    shape(pen, color, [80 - half(y0), y0], [80 + half(y0), y0], [80 + half(y1), y1], [80 - half(y1), y1]);
  band(104, 480, '#d9d6e6');
  for (const y of [150, 262, 374]) band(y, y + 56, '#a9434f');
  band(104, 480, across(pen, 18, 142, '#0b1026b0', '#0b102626', '#0b102600', '#0b1026a0'));
  for (const y of WINDOWS) drawWindow(pen, 80, y - (GROUND + 4 - 480), '#141b3a');
  box(pen, '#2a1f33', 60, 416, 40, 64, [20, 20, 0, 0]);
  box(pen, '#4b3440', 64, 421, 32, 59, [16, 16, 0, 0]);
  disc(pen, '#ffc76b', 90, 452, 2);
  box(pen, '#20284c', 22, 104, 116, 9, 3);
  box(pen, '#151c3a', 50, 44, 60, 60, 4);
  box(pen, '#26335f', 55, 50, 50, 54, 2);
  for (const x of [66, 79, 92]) box(pen, '#151c3a', x, 50, 2, 54);
  fill(pen, across(pen, 44, 116, '#6d2f3d', '#a9434f', '#5b2836'), () => pen.ellipse(80, 46, 37, 30, 0, Math.PI, 0));
  box(pen, '#5b2836', 78, 4, 4, 16, 2);
  pen.globalAlpha = 0.9;
  for (let x = 24; x <= 136; x += 14) box(pen, '#3a4778', x - 1, 82, 2, 24);
  box(pen, '#3a4778', 22, 80, 116, 3, 1);
}

function drawWindow(pen: Pen, x = 20, y = 24, glass = '#ffd98a'): void {
  if (glass === '#ffd98a') disc(pen, round(pen, x, y, 20, '#ffd98a80', '#ffd98a00'), x, y, 20, 24);
  box(pen, glass, x - 6, y - 11, 12, 22, [6, 6, 0, 0]);
}

/** The light begins at the left, in the middle. */
function drawBeam(pen: Pen): void {
  pen.filter = 'blur(6px)';
  shape(pen, across(pen, 0, 900, '#fff3cfd0', '#ffe2a066', '#ffe2a000'), [0, 124], [900, 10], [900, 250], [0, 136]);
}
