/** What a block with `using` holds. */
import { $cancel, $disposables } from '../../src/abi.js';

const dispose: symbol = (Symbol as { dispose?: symbol }).dispose ?? Symbol.for('Symbol.dispose');

function throwing(name: string, order: string[]): object {
  return {
    [dispose]() {
      order.push(name);
      throw new Error(name);
    },
  };
}

/** What the call throws, and what that keeps. */
function thrownBy(call: () => void): unknown {
  try {
    call();
    return 'nothing';
  } catch (error) {
    const { error: own, suppressed, message } = error as { error?: Error; suppressed?: Error; message: string };
    return own === undefined ? message : [own.message, suppressed!.message];
  }
}

test('is disposed of from the last to the first, and each error keeps the one before it', () => {
  const order: string[] = [];
  const one = $disposables();
  one.use(throwing('first', order));
  one.use(null);
  one.use(throwing('last', order));
  expect(thrownBy(() => one.close())).toEqual(['first', 'last']);
  expect(order).toEqual(['last', 'first']);
});

test('an error of the block is kept, and a call that is unwound is none', () => {
  const failed = $disposables();
  failed.use(throwing('disposal', []));
  expect(thrownBy(() => failed.fail(new Error('of the block')))).toEqual(['disposal', 'of the block']);
  const unwound = $disposables();
  unwound.use(throwing('disposal', []));
  expect(thrownBy(() => unwound.fail($cancel))).toBe('disposal');
  expect(thrownBy(() => $disposables().fail($cancel))).toBe('nothing');
});
