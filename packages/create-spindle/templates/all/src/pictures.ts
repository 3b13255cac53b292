/** The pictures, drawn by code. To use files, put them into `public`. */

const PERSON = [
  '..hhhhhh..',
  '.hhhhhhhh.',
  '.hssssssh.',
  '.ssksskss.',
  '..ssssss..',
  '...ssss...',
  '.cccccccc.',
  'cccccccccc',
  'sccyyyyccs',
  'sccccccccs',
  '.cccccccc.',
  '.tttttttt.',
  '.ttt..ttt.',
  '.ttt..ttt.',
  '.kkk..kkk.',
];

/** 40 × 60, in the colours of hair and clothes. */
function person(h: string, c: string): HTMLCanvasElement {
  const colors: Record<string, string> = { h, c, s: '#f2c9a0', k: '#222633', t: '#4a5170', y: '#f5d76e' };
  return draw(40, 60, (fill) => {
    PERSON.forEach((row, y) => [...row].forEach((dot, x) => dot !== '.' && fill(colors[dot]!, 4 * x, 4 * y, 4, 4)));
  });
}

type Fill = (color: string, x: number, y: number, width: number, height: number) => void;

function draw(width: number, height: number, paint: (fill: Fill) => void): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const pen = canvas.getContext('2d')!;
  paint((color, ...box) => {
    pen.fillStyle = color;
    pen.fillRect(...box);
  });
  return canvas;
}

function bricks(fill: Fill, color: string, joint: string, left: number, top: number): void {
  fill(joint, left, top, 640 - left, 290 - top);
  for (let y = top, odd = 0; y < 290; y += 16, odd = 16 - odd)
    for (let x = left - odd; x < 640; x += 32)
      fill(color, Math.max(left, x), y, 30 - Math.max(0, left - x), Math.min(14, 290 - y));
}

const gate = draw(640, 360, (fill) => {
  fill('#7db4e6', 0, 0, 640, 360);
  fill('#f5e6a8', 60, 40, 48, 48);
  fill('#5a9a5f', 0, 220, 640, 140);
  fill('#b99a6b', 0, 290, 640, 70);
  bricks(fill, '#8a8fa3', '#6b7086', 440, 90);
  for (let x = 440; x < 640; x += 50) fill('#8a8fa3', x, 66, 28, 24);
  fill('#3a2a20', 524, 176, 88, 114);
  fill('#7a5236', 530, 182, 76, 108);
  fill('#5c3d28', 566, 182, 4, 108);
  fill('#5c3d28', 326, 190, 8, 100);
  fill('#5c3d28', 310, 186, 40, 8);
  fill('#f5c542', 316, 194, 28, 8);
  fill('#f5c542', 320, 202, 20, 16);
  fill('#f5c542', 314, 218, 32, 6);
});

const hall = draw(640, 360, (fill) => {
  bricks(fill, '#5d4a6b', '#4a3a57', 0, 0);
  fill('#8c6b4a', 0, 290, 640, 70);
  fill('#a23b4a', 0, 300, 640, 36);
  for (let x = 60; x < 640; x += 180) {
    fill('#f5d76e', x, 60, 44, 90);
    fill('#4a3a57', x + 20, 60, 4, 90);
    fill('#776488', x + 90, 0, 36, 290);
  }
  fill('#c9962f', 480, 170, 70, 120);
  fill('#a23b4a', 488, 180, 54, 60);
});

export const pictures = {
  hero: person('#6b3f2a', '#5b8cff'),
  guard: person('#9aa3b5', '#ff8c5b'),
  king: person('#f5c542', '#a25bff'),
  gate,
  hall,
};

export type Name = keyof typeof pictures;
