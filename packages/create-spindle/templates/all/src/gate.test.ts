import { scriptTest } from '@spindle/runtime/testing';
import { type Actor, type Bell, gate } from './gate';

const happened: string[] = [];

/** Somebody without a picture. */
// @compile
class Puppet extends Executor implements Actor {
  readonly name: string;
  x: number;

  constructor(name: string, x: number) {
    super();
    this.name = name;
    this.x = x;
  }

  walkTo(x: number): void {
    while (this.x < x) this.x += 5;
  }

  lead(): void {
    while (true) this.x += 5;
  }

  say(words: string): void {
    happened.push(`${this.name}: ${words}`);
    this.wait(500);
  }
}

const bell: Bell = { x: 330, ring: () => happened.push('ding') };

// The test is a script, too. It runs on virtual time, so the whole scene takes a moment.
// @compile
scriptTest('the hero rings, and may come in', () => {
  const hero = new Puppet('hero', 0);
  const guard = new Puppet('guard', 440);
  waitFor(gate(hero, guard, bell));
  expect(happened).toEqual([
    'hero: Good morning! May I come in?',
    'guard: Who wants to come in has to ring the bell.',
    'ding',
    'guard: Welcome!',
  ]);
  expect([hero.x, guard.x]).toEqual([560, 600]);
});
