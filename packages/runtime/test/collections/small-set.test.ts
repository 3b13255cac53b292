import fc from 'fast-check';
import { SmallSet } from '../../src/collections/small-set.js';

test('it has the members of a Set, in their order, however many these are', () => {
  const step = fc.record({ isAdded: fc.boolean(), member: fc.nat(14) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const small = new SmallSet<number>();
      const real = new Set<number>();
      for (const { isAdded, member } of steps) {
        if (isAdded) small.add(member);
        else small.delete(member);
        if (isAdded) real.add(member);
        else real.delete(member);
        expect(small.toArray()).toEqual(Array.from(real));
        expect(small.size).toBe(real.size);
      }
    }),
  );
});

test('its list is that of the time at which it was asked for', () => {
  const small = new SmallSet<number>();
  for (const member of [1, 2, 3]) small.add(member);
  const list = small.toArray();
  small.delete(2);
  expect(list).toEqual([1, 2, 3]);
});
