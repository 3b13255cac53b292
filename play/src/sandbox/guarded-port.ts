/**
 * The page's end of a port. A scene that has got hold of the other end can send without an end, and each message is a task
 * of the page. So the page says how many it will read, and closes the port at the first that is one too many or has not
 * the shape that it should have: what is still on its way then does not come.
 */

/** Why a port was closed. */
export type Breach = 'too many' | 'unknown';

interface Options<T> {
  /** So many messages may be on their way at once. */
  readonly most: number;
  /** How many answers a message of the page asks for. */
  readonly answers?: number;
  readonly isRight: (data: unknown) => data is T;
  readonly onBreach: (breach: Breach) => void;
}

type Listener<T> = (event: { readonly data: T }) => void;

export class GuardedPort<T> {
  readonly #port: MessagePort;
  readonly #options: Options<T>;
  readonly #listeners = new Set<Listener<T>>();
  /** What came before anybody listened. */
  #early: T[] = [];
  #credit: number;
  #isClosed = false;

  constructor(port: MessagePort, options: Options<T>) {
    this.#port = port;
    this.#options = options;
    this.#credit = options.most;
    port.addEventListener('message', (event) => this.#take(event));
    // Otherwise what comes would be kept, however much it is.
    port.start();
  }

  /** The other end may send so many more. */
  grant(count: number): void {
    this.#credit = Math.min(this.#credit + count, this.#options.most);
  }

  postMessage(message: unknown, ports: Transferable[] = []): void {
    this.grant(this.#options.answers ?? 0);
    this.#port.postMessage(message, ports);
  }

  addEventListener(type: 'message', listener: Listener<T>): void {
    // A view also asks for the end of a socket, which a port does not tell.
    if (type !== 'message') return;
    this.#listeners.add(listener);
    const early = this.#early;
    this.#early = [];
    for (const data of early) listener({ data });
  }

  removeEventListener(_type: 'message', listener: Listener<T>): void {
    this.#listeners.delete(listener);
  }

  close(): void {
    this.#port.close();
    this.#listeners.clear();
    this.#early = [];
    this.#isClosed = true;
  }

  #take(event: MessageEvent<unknown>): void {
    if (this.#isClosed) return;
    // The message is read after it was counted: to read a large one takes time.
    if (this.#credit <= 0) return this.#end('too many');
    this.#credit--;
    const { data } = event;
    if (!this.#options.isRight(data)) return this.#end('unknown');
    if (this.#listeners.size === 0) this.#early.push(data);
    for (const listener of this.#listeners) listener({ data });
  }

  #end(breach: Breach): void {
    this.close();
    this.#options.onBreach(breach);
  }
}
