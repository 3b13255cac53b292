import { Executor, Scheduler, wait } from '@spindle/runtime';
import { $thread } from '@spindle/runtime/abi';
import { schemaOf, withSchema } from '@spindle/runtime/schema';

describe('withSchema', () => {
  test('gives the function back, and schemaOf its schema', () => {
    const fn = (): number => 1;
    expect(schemaOf(fn)).toBeUndefined();
    expect(withSchema(fn, { parameters: { direction: 'Direction' }, returns: 'boolean' })).toBe(fn);
    withSchema(fn, { waiting: false });
    expect(schemaOf(fn)).toEqual({ parameters: { direction: 'Direction' }, returns: 'boolean', waiting: false });
  });

  test('of an object describes its own methods', () => {
    const door = { open: (): number => 1, name: 'door' };
    expect(withSchema(door, { waiting: true })).toBe(door);
    expect(schemaOf(door.open)).toEqual({ waiting: true });
    expect(schemaOf(door)).toBeUndefined();
  });

  test('a compiled function that never waits runs at once on a busy owner', () => {
    const log: unknown[] = [];
    class Door extends Executor {}
    const door = new Door() as Door & { open(): void; ring(): void };
    door.open = $thread(function* (this: unknown) {
      yield (this as Door).wait(10);
    }, 'open(0)');
    door.ring = withSchema(
      $thread(function* () {
        yield log.push('rings');
      }, 'ring(0)'),
      { waiting: false },
    );
    new Scheduler().enter(() => {
      door.open();
      door.ring();
    });
    expect(log).toEqual(['rings']);
    const lies = withSchema(
      $thread(function* () {
        yield wait(5);
      }, 'lies(0)'),
      { waiting: false },
    );
    expect(() => lies()).toThrow('marked @instant');
  });

  test.each([
    [null, {}, 'withSchema expected a function or an object, got null.'],
    [() => 1, undefined, 'withSchema expected a schema { parameters, returns, waiting }, got undefined.'],
    [() => 1, { wait: false }, 'withSchema expected a schema { parameters, returns, waiting }, got "wait" (string).'],
    [() => 1, { waiting: 0 }, 'withSchema expected waiting: true or false, got 0 (number).'],
    [() => 1, { parameters: 'a' }, 'withSchema expected parameters by name, got "a" (string).'],
  ])('refuses %p with %p', (target, schema, message) => {
    expect(() => withSchema(target as object, schema as object)).toThrow(new TypeError(message));
  });
});
