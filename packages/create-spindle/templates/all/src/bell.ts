import { beep } from './sound';

// @compile
export class Bell {
  readonly x = 330;

  ring(): void {
    for (let i = 0; i < 3; i++) {
      beep(880);
      wait(350);
    }
  }
}
