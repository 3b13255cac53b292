/** What the scene needs of somebody on the stage. */
export interface Actor {
  walkTo(x: number): void;
  say(words: string): void;
}

/** It reads like a play: each line begins when the one before it is over. */
// @compile
export function opening(hero: Actor, guard: Actor): string {
  // A call on somebody else, such as `hero.walkTo()`, only begins. `waitFor` waits until it is over.
  waitFor(hero.walkTo(240));
  waitFor(hero.say('Good morning!'));
  waitFor(guard.say('Good morning. Where to?'));
  waitFor(hero.say('To the castle.'));
  wait(300);
  // Both at the same time.
  all(hero.walkTo(520), guard.walkTo(560));
  waitFor(guard.say('Here we are.'));
  return 'the end';
}
