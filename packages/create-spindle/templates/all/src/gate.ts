/** What the scenes need of somebody on the stage. */
export interface Actor {
  readonly x: number;
  walkTo(x: number): void;
  say(words: string): void;
  /** The player leads him. It never ends by itself. */
  lead(): void;
}

export interface Bell {
  readonly x: number;
  ring(): void;
}

/** The first scene. It reads like a play: each line begins when the one before it is over. */
// @compile
export function gate(hero: Actor, guard: Actor, bell: Bell): void {
  // A call on somebody else, such as `hero.walkTo()`, only begins. `waitFor` waits until it is over.
  waitFor(hero.walkTo(120));
  waitFor(hero.say('Good morning! May I come in?'));
  waitFor(guard.say('Who wants to come in has to ring the bell.'));
  // `race` ends with the first of both: the player leads the hero until he has come to the bell.
  race(
    hero.lead(),
    waitUntil(() => Math.abs(hero.x - bell.x) < 12),
  );
  bell.ring();
  waitFor(guard.say('Welcome!'));
  // `all` waits for both.
  all(guard.walkTo(600), hero.walkTo(560));
}
