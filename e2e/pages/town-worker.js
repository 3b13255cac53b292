/** The town in a worker: its messages are the wire of a view in the page. */
import { serve } from '@spindle/inspector';
import { sourceMaps } from '@spindle/inspector/source-maps';
import { Scheduler } from '@spindle/runtime';
import { Guard, ringBell, Thief } from '../../build/e2e/scripts/town.js';

const scheduler = new Scheduler({ warnings: false });
serve(scheduler, globalThis, { lines: true, ...sourceMaps({ scripts: () => [globalThis.location.href] }) });

const guards = ['Anna', 'Bert'].map((name) => new Guard(name));
const thief = new Thief('Nick');
scheduler.enter(() => {
  guards[0].patrol();
  guards[1].keepWatch();
  thief.sneak();
  ringBell(guards, thief);
});
setInterval(() => scheduler.pulse(1000 / 60), 1000 / 60);
