import type { Stage } from './stage';

/** With `?bullets=3000` in the address: always as many bullets as that, and nobody is hurt. The figures below the field count. */
// @compile
export function crowd({ field, spinner, light, hud }: Stage, count: number): void {
  hud.showFight();
  spinner.moveTo(225, 330);
  light.isSafe = true;
  attach(spinner.turn());
  let turned = 0;
  while (true) {
    const missing = Math.min(count - field.bullets.length, Math.ceil((count * clock.delta) / 1500));
    for (let i = 0; i < missing; i++) {
      turned += 2.399_963;
      field.fireFrom(spinner, turned, i % 2 === 0 ? 'cyan' : 'rose').fly(turned, 60 + (i % 5) * 14);
    }
  }
}
