/** What blocks with `using` dispose of in emitted steps. */
import { CANCEL } from './suspension.js';
import { applyOn } from '../realm.js';

type Dispose = (this: unknown) => unknown;

/** Engines without it have disposables by the compiler, which uses this symbol. */
const disposeKey: symbol = (Symbol as { dispose?: symbol }).dispose ?? Symbol.for('Symbol.dispose');

/**
 * `use`: a declaration has given this value. `close`: the block ends, or is left. `fail`: an error has come out of it, and is thrown
 * further by the caller.
 */
export class Disposables {
  readonly held: { readonly value: unknown; readonly dispose: Dispose }[] = [];

  use(value: unknown): unknown {
    if (value === undefined || value === null) return value;
    if (typeof value !== 'object' && typeof value !== 'function')
      throw new TypeError(`\`using\` got a ${typeof value}, which is not an object.`);
    const dispose = (value as Record<symbol, unknown>)[disposeKey];
    if (typeof dispose !== 'function') throw new TypeError('Symbol(Symbol.dispose) is not a function');
    this.held.push({ value, dispose: dispose as Dispose });
    return value;
  }

  close(): void {
    const thrown = this.dispose(undefined);
    if (thrown !== undefined) throw thrown.error;
  }

  fail(error: unknown): void {
    // A call that is unwound leaves the block as `return` does.
    const thrown = this.dispose(error === CANCEL ? undefined : { error });
    if (thrown !== undefined) throw thrown.error;
  }

  /** Disposes of the last one first. An error that comes upon an earlier one keeps it, as the language has it. */
  dispose(before: { readonly error: unknown } | undefined): { readonly error: unknown } | undefined {
    let thrown = before;
    for (let one = this.held.pop(); one !== undefined; one = this.held.pop()) {
      try {
        applyOn(one.dispose, one.value, []);
      } catch (error) {
        thrown = { error: thrown === undefined ? error : suppressed(error, thrown.error) };
      }
    }
    return thrown;
  }
}

function suppressed(error: unknown, before: unknown): Error {
  const text = 'An error was suppressed during disposal.';
  const Known = (globalThis as { SuppressedError?: new (error: unknown, suppressed: unknown, text: string) => Error })
    .SuppressedError;
  if (Known !== undefined) return new Known(error, before, text);
  return Object.assign(new Error(text), { name: 'SuppressedError', error, suppressed: before });
}

/** A block with `using` begins. */
export const disposables = (): Disposables => new Disposables();
