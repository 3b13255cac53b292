import { scheduler } from '@spindle/runtime';
import type { Application } from 'pixi.js';
import type { Stage } from '../scripts/stage';

/** Writes, twice a second, how many bullets there are, and how long a pulse takes: all scripts of a frame. */
export function showFigures(app: Application, { field, hud }: Stage): void {
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
    hud.setFigures(`${field.bullets.length} bullets · ${(pulseMs / pulses).toFixed(1)} ms a pulse · ${rate} fps`);
    [pulses, pulseMs, sinceMs] = [0, 0, 0];
  });
}
