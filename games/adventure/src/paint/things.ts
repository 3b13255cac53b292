/** People, the ship, and what can be used. */
import type Phaser from 'phaser';
import { across, box, disc, down, fill, round, shape, texture, type Pen } from './brush';

export function paintThings(scene: Phaser.Scene): void {
  texture(scene, 'shadow', 60, 14, (pen) => disc(pen, round(pen, 30, 7, 30, '#000000a0', '#00000000'), 30, 7, 30, 7));
  texture(scene, 'leg', 12, 30, (pen) => {
    box(pen, '#232b4d', 2, 0, 8, 22, 3);
    box(pen, '#12182f', 1, 18, 11, 12, 4);
  });
  texture(scene, 'mira', 48, 66, drawMira);
  texture(scene, 'keeper', 54, 74, drawKeeper);
  texture(scene, 'sleeper', 50, 44, drawSleeper);
  texture(scene, 'bed', 130, 72, drawBed);
  texture(scene, 'post', 70, 120, drawPost);
  texture(scene, 'bell', 36, 40, drawBell);
  texture(scene, 'can', 36, 42, drawCan);
  texture(scene, 'mark', 26, 30, drawMark);
  texture(scene, 'ship', 190, 116, drawShip);
  texture(scene, 'spray', 10, 10, (pen) => disc(pen, '#e6eeff', 5, 5, 4));
}

/** A yellow coat, and hair that the wind has. She looks to the right. */
function drawMira(pen: Pen): void {
  fill(pen, '#5a2f2a', () => pen.ellipse(20, 18, 15, 15, -0.3, 0, Math.PI * 2));
  shape(pen, '#5a2f2a', [8, 14], [1, 30], [14, 30], [20, 22]);
  disc(pen, '#f1c7a5', 25, 20, 11.5, 12);
  fill(pen, '#6b3a31', () => pen.ellipse(22, 11, 14, 8, -0.15, Math.PI, Math.PI * 2.15));
  disc(pen, '#2a1f33', 30, 20, 1.5, 2);
  disc(pen, '#e59f86', 27, 25, 2.6, 1.6);
  const coat = across(pen, 6, 42, '#d99a2f', '#f7c65a', '#e3a63c');
  fill(pen, coat, () => {
    pen.moveTo(16, 31);
    pen.quadraticCurveTo(24, 28, 32, 31);
    pen.lineTo(41, 62);
    pen.quadraticCurveTo(24, 68, 7, 62);
  });
  box(pen, '#b97c1f', 23, 34, 1.5, 28);
  for (const y of [40, 48, 56]) disc(pen, '#8f5d14', 27, y, 1.4);
  fill(pen, '#e3a63c', () => pen.ellipse(17, 44, 5, 13, 0.25, 0, Math.PI * 2));
  disc(pen, '#f1c7a5', 14, 56, 3.6);
}

/** A blue coat and a white beard. */
function drawKeeper(pen: Pen): void {
  disc(pen, '#eab998', 29, 20, 12, 12.5);
  fill(pen, '#e8e6ee', () => pen.ellipse(31, 29, 11, 11, 0.1, 0, Math.PI * 2));
  disc(pen, '#eab998', 33, 22, 7, 4.5);
  disc(pen, '#1c1730', 35, 18, 1.6, 2);
  fill(pen, '#1f2b57', () => pen.ellipse(28, 11, 15, 9, 0, Math.PI, Math.PI * 2));
  box(pen, '#16204a', 12, 10, 33, 4, 2);
  fill(pen, across(pen, 6, 50, '#24346e', '#3a50a0', '#2a3c7d'), () => {
    pen.moveTo(17, 36);
    pen.quadraticCurveTo(28, 40, 40, 36);
    pen.lineTo(47, 71);
    pen.quadraticCurveTo(28, 76, 8, 71);
  });
  for (const y of [47, 56, 65]) disc(pen, '#ffc76b', 32, y, 1.6);
  fill(pen, '#24346e', () => pen.ellipse(19, 51, 6, 15, 0.2, 0, Math.PI * 2));
  disc(pen, '#eab998', 16, 65, 4);
  fill(pen, '#f4f2f8', () => pen.ellipse(32, 31, 9, 8, 0, 0, Math.PI));
}

/** His head on the pillow, with a nightcap to the left. */
function drawSleeper(pen: Pen): void {
  fill(pen, '#c75a5f', () => {
    pen.moveTo(22, 14);
    pen.quadraticCurveTo(6, 14, 3, 34);
    pen.quadraticCurveTo(12, 24, 22, 36);
  });
  disc(pen, '#f4f2f8', 4, 36, 4);
  box(pen, '#f4f2f8', 18, 13, 5, 24, 2.5);
  disc(pen, '#eab998', 31, 25, 11, 11.5);
  disc(pen, '#f4f2f8', 39, 27, 8, 9);
  disc(pen, '#e0a488', 31, 14, 3, 3.5);
  box(pen, '#5b3a34', 27, 20, 4, 1.4, 0.7);
}

/** With a blanket; whoever sleeps in it is drawn by his head. */
function drawBed(pen: Pen): void {
  box(pen, '#2a1a20', 2, 16, 7, 56, 3);
  box(pen, '#2a1a20', 121, 36, 7, 36, 3);
  box(pen, '#38232a', 4, 52, 122, 12, 4);
  box(pen, '#dcd7e6', 8, 42, 114, 14, 6);
  box(pen, '#f4f2f8', 10, 34, 34, 13, 7);
  fill(pen, down(pen, 26, 62, '#5b74b8', '#34487f'), () => {
    pen.moveTo(38, 58);
    pen.quadraticCurveTo(42, 30, 70, 30);
    pen.quadraticCurveTo(112, 28, 122, 46);
    pen.lineTo(122, 60);
    pen.lineTo(38, 60);
  });
}

function drawPost(pen: Pen): void {
  box(pen, across(pen, 6, 16, '#3d2a2c', '#6b4a43'), 6, 10, 9, 110, 2);
  box(pen, across(pen, 0, 70, '#6b4a43', '#3d2a2c'), 2, 8, 60, 8, 2);
  shape(pen, '#4b332f', [14, 40], [14, 30], [34, 15], [44, 15]);
}

/** It hangs at the middle of its upper edge. */
function drawBell(pen: Pen): void {
  disc(pen, '#8f5d14', 18, 35, 4);
  fill(pen, across(pen, 4, 32, '#a8741f', '#ffd98a', '#b97c1f'), () => {
    pen.moveTo(14, 3);
    pen.quadraticCurveTo(18, 0, 22, 3);
    pen.bezierCurveTo(30, 8, 26, 24, 34, 31);
    pen.lineTo(2, 31);
    pen.bezierCurveTo(10, 24, 6, 8, 14, 3);
  });
  box(pen, '#8f5d14', 1, 30, 34, 3, 1.5);
}

function drawCan(pen: Pen): void {
  box(pen, across(pen, 6, 28, '#6d2f3d', '#c75a5f', '#7f3744'), 5, 14, 22, 26, 4);
  shape(pen, '#a9434f', [24, 20], [34, 8], [36, 10], [27, 27]);
  pen.strokeStyle = '#7f3744';
  pen.lineWidth = 3;
  pen.beginPath();
  pen.arc(15, 13, 8, Math.PI, 0);
  pen.stroke();
  disc(pen, '#ffd98a', 16, 27, 4);
}

/** Points to what can be used. */
function drawMark(pen: Pen): void {
  disc(pen, round(pen, 13, 12, 13, '#ffc76b66', '#ffc76b00'), 13, 12, 13);
  shape(pen, '#ffd98a', [5, 8], [13, 17], [21, 8], [21, 13], [13, 23], [5, 13]);
}

/** She sails to the left. */
function drawShip(pen: Pen): void {
  box(pen, '#0e142c', 96, 6, 3, 66);
  box(pen, '#0e142c', 58, 22, 2, 50);
  pen.strokeStyle = '#0e142cb0';
  pen.lineWidth = 1;
  pen.beginPath();
  for (const [x, y] of [
    [97, 8],
    [59, 24],
  ] as const) {
    pen.moveTo(x, y);
    pen.lineTo(12, 74);
    pen.moveTo(x, y);
    pen.lineTo(178, 74);
  }
  pen.stroke();
  box(pen, '#aeb6d6', 74, 50, 72, 28, 3);
  box(pen, '#c9cfe6', 88, 36, 40, 16, 3);
  shape(pen, across(pen, 60, 160, '#a9434f', '#6d2f3d'), [134, 22], [150, 22], [153, 52], [131, 52]);
  shape(pen, down(pen, 72, 112, '#2f3b6e', '#10173a'), [4, 72], [188, 76], [172, 112], [30, 112]);
  shape(pen, '#a9434f', [24, 103], [175, 104], [172, 112], [30, 112]);
  for (let x = 82; x < 142; x += 14) box(pen, '#b5651d', x, 58, 7, 7, 1.5);
  for (let x = 94; x < 124; x += 12) box(pen, '#b5651d', x, 41, 6, 5, 1);
  for (let x = 40; x < 168; x += 18) disc(pen, '#ffd98a', x, 88, 2.4);
  disc(pen, round(pen, 97, 8, 8, '#fff6d8', '#ffc76b00'), 97, 8, 8);
}
