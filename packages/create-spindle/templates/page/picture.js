// The picture, the player's wishes and the sound: plain JavaScript, which the story calls.
const canvas = document.querySelector('#stage');
const pen = canvas.getContext('2d');
let place = 'gate';
let people = [];

function show(name, ...who) {
  place = name;
  people = who;
}

function caption(words) {
  document.querySelector('#caption').textContent = words;
}

function fill(color, x, y, width, height) {
  pen.fillStyle = color;
  pen.fillRect(x, y, width, height);
}

const places = {
  gate() {
    fill('#7db4e6', 0, 0, 640, 360);
    fill('#5a9a5f', 0, 220, 640, 140);
    fill('#b99a6b', 0, 290, 640, 70);
    fill('#8a8fa3', 440, 90, 200, 200);
    for (let x = 440; x < 640; x += 50) fill('#8a8fa3', x, 66, 28, 24);
    fill('#7a5236', 530, 182, 76, 108);
    fill('#5c3d28', 326, 190, 8, 100);
    fill('#f5c542', 318, 196, 24, 28);
  },
  hall() {
    fill('#5d4a6b', 0, 0, 640, 290);
    fill('#8c6b4a', 0, 290, 640, 70);
    fill('#a23b4a', 0, 300, 640, 36);
    for (let x = 60; x < 640; x += 180) fill('#f5d76e', x, 60, 44, 90);
    fill('#c9962f', 480, 170, 70, 120);
  },
};

function drawPerson({ x, color }) {
  fill('#6b3f2a', x - 14, 240, 28, 12);
  fill('#f2c9a0', x - 12, 248, 24, 16);
  fill(color, x - 18, 264, 36, 22);
  fill('#4a5170', x - 14, 286, 28, 10);
  fill('#222633', x - 14, 294, 10, 6);
  fill('#222633', x + 4, 294, 10, 6);
}

function draw() {
  places[place]();
  people.forEach(drawPerson);
  requestAnimationFrame(draw);
}
draw();

const keys = new Set();
let finger;

addEventListener('keydown', ({ key }) => keys.add(key));
addEventListener('keyup', ({ key }) => keys.delete(key));
for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'])
  canvas.addEventListener(type, ({ buttons, clientX }) => {
    const { left, width } = canvas.getBoundingClientRect();
    finger = buttons === 0 ? undefined : ((clientX - left) / width) * 640;
  });

// Where the player leads somebody who stands at `x`: -1 is to the left, 1 to the right.
function direction(x) {
  const byKeys = Number(keys.has('ArrowRight')) - Number(keys.has('ArrowLeft'));
  if (byKeys !== 0 || finger === undefined || Math.abs(finger - x) < 5) return byKeys;
  return Math.sign(finger - x);
}

let audio;
// A browser lets a page make sounds after the first key or click.
for (const type of ['keydown', 'pointerdown']) addEventListener(type, () => (audio ??= new AudioContext()));

function beep() {
  if (audio === undefined) return;
  const end = audio.currentTime + 0.6;
  const tone = new OscillatorNode(audio, { frequency: 880, type: 'triangle' });
  const volume = new GainNode(audio, { gain: 0.3 });
  volume.gain.exponentialRampToValueAtTime(0.001, end);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(end);
}
