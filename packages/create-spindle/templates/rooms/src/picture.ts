/** Draws the inn: who sits where, who walks where. */
import { type Guest, type Place, SEATS, seatX } from '../server/room';

export const scene: { you: string; guests: readonly Guest[]; figures: readonly Place[] } = {
  you: '',
  guests: [],
  figures: [],
};

const canvas = document.createElement('canvas');
Object.assign(canvas, { width: 640, height: 360 });
document.querySelector('#stage')!.append(canvas);
const pen = canvas.getContext('2d')!;

function fill(color: string, x: number, y: number, width: number, height: number): void {
  pen.fillStyle = color;
  pen.fillRect(x, y, width, height);
}

function person(x: number, y: number, hair: string, clothes: string, name: string): void {
  fill(hair, x - 12, y, 24, 8);
  fill('#f2c9a0', x - 12, y + 8, 24, 14);
  fill('#222633', x - 6, y + 12, 3, 4);
  fill('#222633', x + 4, y + 12, 3, 4);
  fill(clothes, x - 16, y + 22, 32, 26);
  fill('#4a5170', x - 12, y + 48, 10, 16);
  fill('#4a5170', x + 2, y + 48, 10, 16);
  pen.fillStyle = '#fff';
  pen.textAlign = 'center';
  pen.font = '14px system-ui, sans-serif';
  pen.fillText(name, x, y - 6);
}

const LOOKS: Record<string, [string, string]> = { Innkeeper: ['#9aa3b5', '#a23b4a'], Bard: ['#6b3f2a', '#5a9a5f'] };

/** They go a step in each pulse, and the picture goes along in between. */
const shown = new Map<string, number>();

export function draw(): void {
  fill('#5d4a3b', 0, 0, 640, 360);
  for (let x = 0; x < 640; x += 80) fill('#4a3a2e', x, 0, 6, 360);
  fill('#8c6b4a', 0, 250, 640, 110);
  fill('#3a2a20', 20, 90, 70, 120);
  fill('#c9962f', 30, 100, 50, 8);
  for (const { id, x } of scene.figures) {
    const at = shown.get(id) ?? x;
    shown.set(id, Math.abs(x - at) > 100 ? x : at + (x - at) * 0.3);
    person(Math.round(shown.get(id)!), 150, ...LOOKS[id]!, id);
  }
  for (let seat = 0; seat < SEATS; seat++) {
    const guest = scene.guests.find((one) => one.seat === seat);
    pen.globalAlpha = guest?.isAway === true ? 0.4 : 1;
    if (guest !== undefined)
      person(seatX(seat), 244, '#3a2a20', guest.client === scene.you ? '#f5c542' : '#5b8cff', guest.name);
    pen.globalAlpha = 1;
    fill('#7a5236', seatX(seat) - 28, 296, 56, 10);
    fill('#5c3d28', seatX(seat) - 4, 306, 8, 40);
  }
  requestAnimationFrame(draw);
}
