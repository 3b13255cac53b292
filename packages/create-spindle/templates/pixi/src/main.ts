// A script that was not compiled says so.
import '@spindle/runtime/globals-guard';
import { attachSpindle } from '@spindle/engines/pixi';
import { start, type Thread } from '@spindle/runtime';
import { Application, Sprite, Texture } from 'pixi.js';
import { Bell } from './bell';
import { caption } from './caption';
import { onAgain } from './controls';
import { Figure } from './figure';
import { gate } from './gate';
import { hall } from './hall';
import { type Name, pictures } from './pictures';

const app = new Application();
await app.init({ width: 640, height: 360 });
document.querySelector('#stage')!.append(app.canvas);
// Each frame is a pulse. The scripts of what is destroyed end.
attachSpindle(app);

function show(backdrop: Name, ...figures: Figure[]): void {
  for (const old of app.stage.removeChildren()) old.destroy();
  app.stage.addChild(new Sprite(Texture.from(pictures[backdrop])), ...figures);
}

/** Both scenes, one after the other. */
// @compile
function story(): void {
  caption('');
  const [hero, guard] = [new Figure('hero', -30), new Figure('guard', 440)];
  show('gate', hero, guard);
  gate(hero, guard, new Bell());
  const [guest, king] = [new Figure('hero', -30), new Figure('king', 515)];
  show('hall', guest, king);
  hall(guest, king);
  caption('The end.');
}

let playing: Thread | undefined;

function play(): void {
  playing?.cancel();
  playing = start(() => story());
}

play();
// With your edits.
onAgain(play);
