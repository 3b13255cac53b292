/** What the spinner fires. A pattern never ends: the phase that runs it ends it. */
import type { Stage } from './stage';

const TURN = 2 * Math.PI;

/** Rings that open like a flower. */
// @compile
export function petals({ spinner, field }: Stage): void {
  let start = 0;
  while (true) {
    for (let layer = 0; layer < 4; layer++) {
      for (let i = 0; i < 26; i++) {
        const angle = start + (i / 26) * TURN;
        field.fireFrom(spinner, angle, 'rose').fly(angle, 84 + layer * 16);
      }
      start += 0.06;
      wait(90);
    }
    start += 0.4;
    wait(700);
  }
}

/** Five that stop, look, and come. */
// @compile
export function dart({ spinner, field, light }: Stage, pauseMs: number): void {
  while (true) {
    wait(pauseMs);
    for (let i = -2; i <= 2; i++) {
      const angle = Math.PI / 2 + i * 0.5;
      field.fireFrom(spinner, angle, 'gold').linger(angle, 260, light);
    }
  }
}

/** Two spirals that wind against each other. */
// @compile
export function threads({ spinner, field }: Stage): void {
  let turned = 0;
  while (true) {
    for (let arm = 0; arm < 6; arm++) {
      const angle = turned + (arm / 6) * TURN;
      field.fireFrom(spinner, angle, 'cyan').curve(angle, 96, 0.9);
      field.fireFrom(spinner, -angle, 'rose').curve(-angle, 96, -0.9);
    }
    turned += 0.21;
    every(130);
  }
}

/** Seeds, each of which becomes a ring. */
// @compile
export function loom({ spinner, field }: Stage): void {
  let turned = 0;
  while (true) {
    for (let i = 0; i < 10; i++) {
      const angle = turned + (i / 10) * TURN;
      field.fireFrom(spinner, angle, 'cyan').split(angle, 330, 16);
    }
    turned += 0.37;
    wait(1150);
  }
}

// @compile
export function rain({ field }: Stage): void {
  while (true) {
    field.fire(10 + random() * 430, -20, 'rose').fall(60);
    every(140);
  }
}
