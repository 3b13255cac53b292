import { scheduler } from '@spindle/runtime';

/** The keys that are down. */
const keys = new Set<string>();
/** Where on the stage a finger or the mouse is down. */
let finger: number | undefined;

/** Where the player leads somebody who stands at `x`: -1 is to the left, 1 to the right. */
export function direction(x: number): number {
  const byKeys = Number(keys.has('ArrowRight')) - Number(keys.has('ArrowLeft'));
  if (byKeys !== 0 || finger === undefined || Math.abs(finger - x) < 5) return byKeys;
  return Math.sign(finger - x);
}

/** Calls `play` when the player wants to see it again. */
export function onAgain(play: () => void): void {
  addEventListener('keydown', ({ key }) => key === 'r' && play());
  document.querySelector('#again')!.addEventListener('click', play);
}

const stage = document.querySelector<HTMLElement>('#stage')!;

function point({ clientX, buttons }: PointerEvent): void {
  const { left, width } = stage.getBoundingClientRect();
  finger = buttons === 0 ? undefined : ((clientX - left) / width) * 640;
}

for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'] as const)
  stage.addEventListener(type, point);
// Whoever speaks waits for the signal `next`.
stage.addEventListener('pointerdown', () => scheduler.signal('next'));
addEventListener('keydown', ({ key }) => {
  keys.add(key);
  if (key === ' ') scheduler.signal('next');
});
addEventListener('keyup', ({ key }) => keys.delete(key));
addEventListener('blur', () => keys.clear());
