// A script that was not compiled says so.
import '@spindle/runtime/globals-guard';
import { attachSpindle } from '@spindle/engines/pixi';
import { inspectorOverlay } from '@spindle/inspector/view';
import { Clock, scheduler, start } from '@spindle/runtime';
import { Application, Container } from 'pixi.js';
import { crowd } from '../scripts/crowd';
import { game } from '../scripts/game';
import { Light } from '../scripts/light';
import { Spinner } from '../scripts/spinner';
import { Backdrop } from './backdrop';
import { listenToButtons } from './buttons';
import { Field } from './field';
import { makeLight, SpinnerFigure } from './figures';
import { showFigures } from './figures-of-frames';
import { HEIGHT, WIDTH } from './geometry';
import { offerHandle } from './handle';
import { Hud, element } from './hud';
import { Input } from './input';
import type { Page } from './page';
import { Sound } from './sound';

const app = new Application();
await app.init({ width: WIDTH, height: HEIGHT, backgroundAlpha: 0, antialias: true, preference: 'webgl' });
const box = element('field');
app.canvas.ariaHidden = 'true';
box.prepend(app.canvas);

function fit(): void {
  const sharpness = (box.clientWidth / WIDTH) * Math.min(devicePixelRatio, 2);
  app.renderer.resize(WIDTH, HEIGHT, Math.max(0.5, sharpness));
}
new ResizeObserver(fit).observe(box);

const hud = new Hud();
const figures = { light: makeLight(), spinner: new SpinnerFigure() };
const stage: Page = {
  field: new Field(),
  light: new Light(figures.light),
  spinner: new Spinner(figures.spinner, hud),
  backdrop: new Backdrop(),
  hud,
  input: new Input(box),
  sound: new Sound(),
  world: new Clock(scheduler.clock),
};
const level = new Container({ label: 'level' });
level.addChild(stage.backdrop.view, figures.spinner.view, figures.light.view, stage.field.view);
app.stage.addChild(level);

// Each frame is a pulse.
attachSpindle(app, { scene: level });
const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
app.ticker.add(({ deltaMS }) => {
  if (!isCalm) stage.backdrop.turn(deltaMS);
  stage.field.view.update();
  hud.update(stage.light.hearts, stage.spinner.strength);
});
stage.light.appear();
stage.spinner.appear();
inspectorOverlay(scheduler);
listenToButtons(stage);
showFigures(app, stage);
offerHandle(app, stage);
const crowdSize = Number(new URLSearchParams(location.search).get('bullets'));
start(() => (crowdSize > 0 ? crowd(stage, crowdSize) : game(stage)));
