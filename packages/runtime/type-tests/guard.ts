/** The game of the type tests: a guard, a thief and an alarm. */
import '@spindle/runtime/globals';

export class Thief {
  speed = 3;
}

export interface Loot {
  readonly gold: number;
}

// @compile
export class Guard extends Executor {
  x = 0;

  walkTo(x: number): number {
    while (this.x < x) {
      this.x++;
      this.wait(16);
    }
    return this.x;
  }

  chase(thief: Thief): string {
    this.walkTo(thief.speed);
    return 'caught';
  }

  patrol(): void {
    while (true) {
      this.walkTo(100);
      wait(500);
    }
  }

  lookFor(thief: Thief): Promise<Loot> {
    return Promise.resolve({ gold: thief.speed });
  }
}

// @compile
export class Alarm extends Executor {
  ring(thief: Thief): void {
    this.wait(thief.speed);
  }
}

export const g: Guard = new Guard();
export const t: Thief = new Thief();
export const alarm: Alarm = new Alarm();
