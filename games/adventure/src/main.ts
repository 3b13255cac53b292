/** The page: its canvas, its keys, its buttons. */
// A script that was not compiled says so.
import '@spindle/runtime/globals-guard';
import { inspectorOverlay } from '@spindle/inspector/view';
import { scheduler } from '@spindle/runtime';
import Phaser from 'phaser';
import { Menu } from './menu';
import { Night } from './night';
import { headOfSave, savesOf } from './saves';
import { sound } from './sound';
import { exposeForTests } from './test-hook';
import { Ui } from './ui';

const ui = new Ui((name, value) => scheduler.signal(name, value));
const night = new Night(ui);
const dots = Math.min(devicePixelRatio, 2);

const game = new Phaser.Game({
  parent: 'stage',
  width: innerWidth * dots,
  height: innerHeight * dots,
  scale: { mode: Phaser.Scale.NONE, zoom: 1 / dots },
  backgroundColor: '#070b1c',
  banner: false,
  audio: { noAudio: true },
  input: { keyboard: false },
  scene: night,
});

addEventListener('resize', () => game.scale.resize(innerWidth * dots, innerHeight * dots));

const saved = savesOf(night, ui, {
  onAutosave: (text) => menu.autosave(text),
  onRefused: (error) => menu.refused(error),
});
const menu = new Menu({
  save: (title) => saved.save(headOfSave(title)),
  load: (text) => void saved.load(text),
  pause: (isPaused) => (isPaused ? night.scene.pause() : night.scene.resume()),
});

const soundButton = document.getElementById('sound')!;
soundButton.addEventListener('click', () => {
  const isOn = sound.toggle();
  soundButton.ariaPressed = String(isOn);
  soundButton.textContent = isOn ? 'Sound on' : 'Sound off';
});

const DIRECTIONS: Readonly<Record<string, number>> = { ArrowLeft: -1, a: -1, ArrowRight: 1, d: 1 };
const held = new Set<string>();
const lead = (): void =>
  void (night.direction = Math.sign([...held].reduce((sum, key) => sum + (DIRECTIONS[key] ?? 0), 0)));

addEventListener('keydown', ({ key, repeat, target }) => {
  if (repeat || menu.isOpen) return;
  held.add(key);
  lead();
  const isOther = target instanceof HTMLButtonElement || (key !== ' ' && key !== 'Enter');
  if (key === 'k') menu.quickSave();
  else if (key === 'l') menu.quickLoad();
  else if (key === 'Escape' && ui.isCutscene) scheduler.signal('skip');
  else if (ui.isChoosing && key >= '1' && key <= '3') scheduler.signal('choice', Number(key) - 1);
  else if (ui.explores && (key === 'e' || !isOther)) scheduler.signal('order', 'use');
  else if (!isOther) scheduler.signal(ui.isCutscene ? 'hold' : 'next');
});

addEventListener('keyup', ({ key }) => {
  held.delete(key);
  lead();
  scheduler.signal('release');
});

const stage = document.getElementById('stage')!;
stage.addEventListener('pointerdown', () => scheduler.signal(ui.isCutscene ? 'hold' : 'next'));
addEventListener('pointerup', () => scheduler.signal('release'));

// What each script waits for, and where: it is in the built game too, as this is what the game is for.
inspectorOverlay(scheduler, { key: 'F9' });

exposeForTests(game, night, ui, saved);
