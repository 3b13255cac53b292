import { beside } from '../../src/abi.js';
import { wait } from '../../src/index.js';
import type { Thread } from '../../src/threads/thread.js';
import { Stage } from '../stage.js';
import { recordWarnings } from '../warnings.js';

const warned = recordWarnings();
const told = (): string[] => warned.map((line) => /SPN72[23]/.exec(line)?.[0] ?? line);

/** Gives orders and then waits, until it is cancelled. */
function orders(stage: Stage, order: () => void): Thread {
  return stage.play(
    stage.script('quest', function* (): any {
      order();
      yield wait(10_000);
    }),
  ) as Thread;
}

describe('an order that has left its queue', () => {
  test('behind calls of others is told of once for each place, with its mends', () => {
    const stage = new Stage();
    const hero = stage.actor('hero');
    for (let turn = 0; turn < 2; turn++) {
      stage.play(() => hero.walk(3));
      orders(stage, () => beside(hero.jump())).cancel();
      stage.finish();
    }
    expect(told()).toEqual(['SPN722']);
    expect(warned[0]).toContain('start(() =>');
    expect(warned[0]).toContain('@instant');
  });

  test('behind orders of its own giver is not', () => {
    const stage = new Stage();
    const hero = stage.actor('hero');
    orders(stage, () => {
      beside(hero.walk(3));
      beside(hero.jump());
    }).cancel();
    stage.finish();
    expect(told()).toEqual([]);
  });

  test('nor one that has begun, nor one whose giver ends by itself', () => {
    const stage = new Stage();
    const hero = stage.actor('hero');
    orders(stage, () => beside(hero.walk(3))).cancel();
    stage.play(
      stage.script('brief', function* (): any {
        beside(hero.jump());
      }),
    );
    stage.finish();
    expect(told()).toEqual([]);
  });
});

describe('orders of one function', () => {
  test('more than 32 in one queue are told of once, with the mend', () => {
    const stage = new Stage();
    const hero = stage.actor('hero');
    orders(stage, () => {
      for (let turn = 0; turn < 60; turn++) beside(hero.walk(1));
    }).cancel();
    expect(told()).toEqual(['SPN723']);
    expect(warned[0]).toContain('waitFor(');
  });

  test('32 are not, nor are those of many owners', () => {
    const stage = new Stage();
    const hero = stage.actor('hero');
    const others = Array.from({ length: 40 }, (_, i) => stage.actor(`h${i}`));
    orders(stage, () => {
      for (let turn = 0; turn < 33; turn++) beside(hero.walk(1));
      for (const other of others) {
        beside(other.walk(1));
        beside(other.walk(1));
      }
    }).cancel();
    expect(told()).toEqual([]);
  });
});
