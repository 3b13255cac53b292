import { scheduler } from '@spindle/runtime';
import { element } from './hud';
import type { Page } from './page';

const onClick = (id: string, act: () => void): void => element(id).addEventListener('click', act);

/** The buttons of the page, and their keys. */
export function listenToButtons({ hud, sound, world }: Page): void {
  const isFighting = (): boolean => document.body.dataset['screen'] === 'fight';
  const setPaused = (isPaused: boolean): void => {
    if (isPaused && !isFighting()) return;
    if (isPaused) world.pause();
    else world.resume();
    hud.showPause(isPaused);
  };
  const begin = (pilot: 'player' | 'script'): void => {
    setPaused(false);
    scheduler.signal('begin', pilot);
  };
  const togglePause = (): void => setPaused(!world.paused);
  const toggleSound = (): void => void (element('sound').ariaPressed = String(sound.toggle()));

  onClick('begin', () => begin('player'));
  onClick('restart', () => begin('player'));
  onClick('watch', () => begin('script'));
  onClick('pause', togglePause);
  onClick('sound', toggleSound);
  onClick('inspect', () => void dispatchEvent(new KeyboardEvent('keydown', { key: 'F9' })));
  element('field').addEventListener('pointerdown', () => scheduler.signal('next'));

  const keys: Readonly<Record<string, () => void>> = {
    KeyP: togglePause,
    Escape: togglePause,
    KeyR: () => begin('player'),
    KeyM: toggleSound,
    Space: () => scheduler.signal('next'),
  };
  addEventListener('keydown', (event) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    keys[event.code]?.();
  });
  addEventListener('keydown', (event) => {
    if (event.code.startsWith('Arrow') && isFighting()) event.preventDefault();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) setPaused(true);
  });
}
