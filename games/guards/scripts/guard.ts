/** He makes his round, hears, looks, chases, and gives up. */
import { sound } from '../src/sound';
import { paintGuard } from '../src/paint';
import { distance, turnBetween, type Spot } from '../src/map';
import type { Level } from './level';
import { Person } from './person';
import { Bubble } from '../src/bubble';

/** How far he sees, and how far to each side. */
export const RANGE = 215;
export const WIDTH = 0.56;
/** So near he feels somebody behind him. */
const TOUCH = 30;
const PATIENCE = 2600;

export type Mood = 'calm' | 'seeks' | 'chases';

// @compile
export class Guard extends Person {
  mood: Mood = 'calm';
  readonly #round: readonly Spot[];
  readonly bubble: Bubble;
  #next = 0;
  #noise: Spot | null = null;

  constructor(level: Level, name: string, round: readonly Spot[]) {
    super(level, round[0]!, paintGuard());
    this.name = name;
    this.#round = round;
    this.bubble = new Bubble(this);
    level.add(this.bubble);
  }

  /** All his life: one loop, and one race in it. */
  work(): void {
    while (true) {
      const { key } = this.race({
        thief: waitUntil(() => this.sees()),
        noise: waitUntil(() => this.#noise !== null),
        round: this.patrol(),
      });
      if (key === 'thief') this.chase();
      else this.look();
      this.mood = 'calm';
    }
  }

  patrol(): void {
    while (true) {
      this.walkTo(this.#round[this.#next]!, 84);
      this.#next = (this.#next + 1) % this.#round.length;
      this.wait(500);
    }
  }

  /** He goes to where the noise was. A thief whom he sees on the way is more urgent. */
  look(): void {
    const where = this.#noise!;
    this.#noise = null;
    this.mood = 'seeks';
    start(() => this.say('?'));
    const { key } = this.race({ thief: waitUntil(() => this.sees()), there: this.search(where) });
    if (key === 'thief') this.chase();
  }

  search(where: Spot): void {
    this.walkTo(where, 90);
    this.lookAround();
  }

  lookAround(): void {
    const begin = this.rotation;
    this.hold(() => tween(1900, (t) => (this.rotation = begin + Math.sin(t * Math.PI * 2) * 1.5)));
  }

  /** Until he has him, or has not seen him for a while. */
  chase(): void {
    this.mood = 'chases';
    const seen = this.level.thief.pos.clone();
    sound.halt();
    start(() => this.say('Halt!'));
    // The fright is on both sides.
    this.wait(350);
    const { key } = this.race({ caught: this.pursue(seen), lost: this.loseSight() });
    if (key === 'caught') signal('caught');
    // What he has heard meanwhile was the chase.
    this.#noise = null;
    this.mood = 'seeks';
    start(() => this.say('Hm …'));
    this.lookAround();
  }

  /** To where he has seen him last. */
  pursue(seen: Spot): void {
    const { thief, house } = this.level;
    let last = seen;
    while (distance(this.pos, thief.pos) > TOUCH) {
      if (this.sees()) last = thief.pos.clone();
      const [next = last] = house.isClear(this.pos, last) ? [last] : house.path(this.pos, last);
      const far = distance(this.pos, next);
      const step = Math.min((132 * clock.delta) / 1000, far);
      if (far > 1) this.go(((next.x - this.pos.x) / far) * step, ((next.y - this.pos.y) / far) * step);
    }
  }

  /** Ends when he has not seen the thief for so long. */
  loseSight(): void {
    let unseen = 0;
    while (unseen < PATIENCE) unseen = this.sees() ? 0 : unseen + clock.delta;
  }

  // @instant
  sees(): boolean {
    const { thief, house } = this.level;
    const far = distance(this.pos, thief.pos);
    if (far < TOUCH) return true;
    const angle = Math.atan2(thief.pos.y - this.pos.y, thief.pos.x - this.pos.x);
    const isAhead = Math.abs(turnBetween(this.rotation, angle)) < WIDTH;
    return far < RANGE && isAhead && house.isClear(this.pos, thief.pos);
  }

  /** Whatever he does: he writes down where it was. */
  // @instant
  hear(where: Spot, radius: number): void {
    if (distance(this.pos, where) < radius) this.#noise = where;
  }

  /** While he walks, if it is started: `start(() => this.say('Halt!'))`. A new word takes the place of the old one. */
  // @beside @restart
  say(words: string): void {
    this.bubble.show(words);
    try {
      wait(1100);
    } finally {
      this.bubble.show('');
    }
  }
}
