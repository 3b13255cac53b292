import type { Actor } from './gate';

/** The second scene. */
// @compile
export function hall(hero: Actor, king: Actor): void {
  waitFor(hero.walkTo(280));
  waitFor(king.say('Who rang?'));
  waitFor(hero.say('I did. The guard told me to.'));
  waitFor(king.walkTo(360));
  waitFor(king.say('Then sit down. Dinner is ready.'));
}
