import { VOCABULARY } from '../../babel-plugin-threads/src/vocabulary.js';
import { typeCheck } from './type-check.js';

const script = `import "@spindle/runtime/globals";
// @compile
export class Glitch extends Executor {
  walk(steps: number): number {
    while (steps-- > 0) this.wait(16);
    const [turn, hit] = [every(10), waitSignal("hit")];
    all(this.walk(1), wait(20));
    start(this.walk(2));
    return turn + hit + random() + clock.frame;
  }
}
export const follow = (glitch: Glitch): Glitch => asExecutor(glitch);
export const words = [${[...VOCABULARY].join(', ')}];

const alarm = { ring: (thief: Glitch): void => thief.wait(16) };
declare const button: EventTarget;
// @compile
export class Guard extends Glitch {
  chase(thief: Glitch): number {
    return thief.walk(3);
  }
  patrol(): void {
    while (true) {
      waitUntil(() => this.busy);
      const thief = waitFor(alarm.ring);
      race(this.chase(thief), wait(5000));
      const { walk } = tracks({ walk: this.chase(thief), cry: () => signal("thief", thief) });
      const [first, second] = all(this.chase(thief), () => waitSignal("hit"));
      withTimeout(100, this.walk(walk));
      const click = waitForEvent(button, "click", { timeout: 100 });
      const heard = listen("step");
      const thread = start(() => attach(() => heard.next()));
      waitFor(thread);
      clearSignal("thief");
      waitUntilTime(clock.now + clock.delta);
      scope(() => this.wait(1));
      tween(100, (t) => t, (t) => t * t);
      waitFrames(first + Number(second) + Number(click) + (executorOf(thief)?.threads.length ?? 0));
      this.hold(() => this.wait(currentThread()?.priority ?? 1));
    }
  }
}
`;

test('a script that imports the globals type-checks as it is written', () => {
  expect(typeCheck(script)).toBe('');
}, 60_000);

test('wrong arguments of the vocabulary are type errors, and so is the vocabulary without the import', () => {
  const wrong = typeCheck(script.replace('every(10)', 'every("10")'));
  expect(wrong).toContain("Argument of type 'string' is not assignable");
  expect(typeCheck(script.replace(/import .*/, ''))).toContain("Cannot find name 'wait'");
}, 60_000);
