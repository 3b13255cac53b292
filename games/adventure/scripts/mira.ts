/** The keeper's daughter, whom the player leads. */
import { GROUND } from '../src/paint/place';
import { sound } from '../src/sound';
import { Figure } from './figure';
import type { Goal } from './signals';
import type { Stage } from './stage';
import type { Thing } from './thing';

const REACH = 46;

/** What comes first while she explores. */
type Next = { key: 'there'; value: void } | { key: 'order'; value: Goal | 'use' };

// @compile
export class Mira extends Figure {
  hasOil = false;

  constructor(stage: Stage, x: number) {
    super(stage, 'Mira', x, { color: '#ffc76b', speed: 190 });
  }

  /** She goes where the player wants, until there is something to use, which she returns. */
  explore(things: readonly Thing[]): Thing {
    // A queue misses nothing: also of two orders in one frame each is heard.
    const orders = listen('order');
    let goal: Goal | null = null;
    try {
      while (true) {
        // Two things at once: she walks, and listens for another order.
        const next: Next = this.race({ there: this.reach(goal), order: orders.next() });
        this.stand();
        const order: Goal | 'use' | null = next.key === 'order' ? next.value : null;
        const thing: Thing | null =
          order === 'use' ? this.nearest(things) : order === null ? (goal!.thing ?? null) : null;
        if (thing !== null && thing.offer !== null) return thing;
        goal = order === 'use' ? null : order;
      }
    } finally {
      orders.close();
    }
  }

  /** Without a goal she stays. */
  reach(goal: Goal | null): void {
    if (goal === null) this.waitUntil(() => false);
    else this.walkTo(Math.max(40, Math.min(740, goal.x)));
  }

  // @instant
  nearest(things: readonly Thing[]): Thing | null {
    let nearest: Thing | null = null;
    for (const thing of things) {
      const isNearer = Math.abs(thing.x - this.x) < (nearest === null ? REACH : Math.abs(nearest.x - this.x));
      if (thing.offer !== null && isNearer) nearest = thing;
    }
    return nearest;
  }

  /** She bends, and has it. */
  take(): void {
    sound.take();
    this.hold(() => tween(300, (t) => (this.y = GROUND + Math.sin(t * Math.PI) * 5)));
  }
}
