import { log, scriptTest } from '@spindle/runtime/testing';
import { type Actor, opening } from './opening';

/** Somebody without a picture. */
// @compile
class Puppet extends Executor implements Actor {
  readonly name: string;
  x = 0;

  constructor(name: string) {
    super();
    this.name = name;
  }

  walkTo(x: number): void {
    while (this.x < x) this.x += 5;
  }

  say(words: string): void {
    log(`${this.name}: ${words}`);
    this.wait(500);
  }
}

// The test is a script, too. It runs on virtual time: five seconds of the scene take a moment.
// @compile
scriptTest('the hero and the guard come to the castle', () => {
  const hero = new Puppet('hero');
  const guard = new Puppet('guard');
  const end = waitFor(opening(hero, guard));
  expect(end).toBe('the end');
  expect([hero.x, guard.x]).toEqual([520, 560]);
});
