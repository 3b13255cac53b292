// A script that was not compiled says so.
import '@spindle/runtime/globals-guard';
import { scheduler, start, type Thread } from '@spindle/runtime';
import { Bell } from './bell';
import { caption } from './caption';
import { onAgain } from './controls';
import { Figure } from './figure';
import { gate } from './gate';
import { hall } from './hall';
import { pictures } from './pictures';
import { show } from './stage';

/** Both scenes, one after the other. */
// @compile
function story(): void {
  caption('');
  const [hero, guard] = [new Figure('hero', -30), new Figure('guard', 440)];
  show(pictures.gate, hero, guard);
  gate(hero, guard, new Bell());
  const [guest, king] = [new Figure('hero', -30), new Figure('king', 515)];
  show(pictures.hall, guest, king);
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

let last = performance.now();
function frame(now: number): void {
  // A frame is a pulse. A tab that was hidden does not make up for lost time.
  scheduler.pulse(Math.max(0, Math.min(now - last, 100)));
  last = now;
  requestAnimationFrame(frame);
}
requestAnimationFrame(frame);
