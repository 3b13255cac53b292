import { scheduler } from '@spindle/runtime';
import type { Application } from 'pixi.js';
import type { Page } from './page';

/** Writes, twice a second, how many bullets there are, and how long a pulse takes: all scripts of a frame. */
export function showFigures(app: Application, { field, hud }: Page): void {
  let [pulses, pulseMs, sinceMs] = [0, 0, 0];
  const pulse = scheduler.pulse.bind(scheduler);
  scheduler.pulse = (ms) => {
    const begin = performance.now();
    pulse(ms);
    pulseMs += performance.now() - begin;
    pulses++;
  };
  app.ticker.add(({ deltaMS }) => {
    sinceMs += deltaMS;
    if (sinceMs < 500) return;
    const rate = Math.round((pulses * 1000) / sinceMs);
    // The inspector can hold the game.
    const each = pulses === 0 ? 'no pulse' : `${(pulseMs / pulses).toFixed(1)} ms a pulse`;
    hud.setFigures(`${field.bullets.length} bullets · ${each} · ${rate} fps`);
    [pulses, pulseMs, sinceMs] = [0, 0, 0];
  });
}
