/** Lines of JSON over whatever carries text: a window, a worker, a MessagePort, a WebSocket. */

/** The version of the protocol, which stands in the first line of each end. */
export const VERSION = 1;

/** What carries the lines: with `postMessage` or `send`, and messages that come in by `addEventListener`, `on` or `onmessage`. */
export interface Wire {
  postMessage?(text: string): void;
  send?(text: string): void;
  addEventListener?(type: 'message', listener: (event: any) => void): void;
  removeEventListener?(type: 'message', listener: (event: any) => void): void;
  on?(type: 'message', listener: (data: any) => void): unknown;
  off?(type: 'message', listener: (data: any) => void): unknown;
  /** A MessagePort gives nothing before it is started. */
  start?(): void;
  /** Of a WebSocket: 0 before it is open, 1 while it is, 2 and 3 when it closes. Others have another one, or none. */
  readonly readyState?: unknown;
}

/** Longer than a snapshot of fifty thousand threads, in characters. */
const LONGEST = 2e7;

/** @throws {Error} if a line is no object of JSON. */
export function readLine(line: string): Readonly<Record<string, unknown>> {
  if (line.length > LONGEST) throw new TypeError('A line is too long.');
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    // oxlint-disable-next-line preserve-caught-error -- only the message is sent
    throw new TypeError(`A line is no JSON: ${(error as Error).message}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError(`A line has to be an object of JSON, got ${clip(line)}.`);
  return value as Record<string, unknown>;
}

export const clip = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);

/** Every engine has it, and the language's own types have not. */
const { TextDecoder } = globalThis as unknown as {
  TextDecoder: new () => { decode(bytes: Uint8Array): string };
};

/** Calls `take` with each line that comes in. Returns what ends it. */
export function listenTo(wire: Wire, take: (line: string) => void): () => void {
  const read = (message: unknown): void => {
    const text = textOf(message);
    // A window also gets the messages of others.
    if (text === null) return;
    for (const line of text.split('\n')) if (line.trim() !== '') take(line);
  };
  const leave = listen(wire, 'message', read);
  if (leave !== null) {
    wire.start?.();
    return leave;
  }
  // It has no other door.
  /* oxlint-disable unicorn/prefer-add-event-listener */
  const door = wire as { onmessage?: ((event: unknown) => void) | null };
  door.onmessage = read;
  return () => {
    door.onmessage = null;
  };
}

/** What takes the listener away; null if the wire has neither way to be listened to. */
function listen(wire: Wire, type: 'message' | 'open', listener: (event: unknown) => void): (() => void) | null {
  const emitter = wire as Record<'addEventListener' | 'removeEventListener' | 'on' | 'off', Listen | undefined>;
  const [on, off] =
    emitter.addEventListener === undefined
      ? (['on', 'off'] as const)
      : (['addEventListener', 'removeEventListener'] as const);
  if (emitter[on] === undefined) return null;
  emitter[on](type, listener);
  return () => void emitter[off]?.(type, listener);
}

type Listen = (type: 'message' | 'open', listener: (event: unknown) => void) => unknown;

/** A DOM event has `data`; an emitter of Node gives the text itself, or its bytes. */
function textOf(message: unknown): string | null {
  const data: unknown = (message as { readonly data?: unknown } | null)?.data ?? message;
  if (typeof data === 'string') return data;
  return data instanceof Uint8Array ? new TextDecoder().decode(data) : null;
}

/** Sends lines together: those of one turn of the event loop are one message. */
export class Sender {
  readonly #wire: Wire;
  #lines: string[] = [];
  #isClosed = false;

  constructor(wire: Wire) {
    if (typeof (wire as Wire | null)?.postMessage !== 'function' && typeof (wire as Wire | null)?.send !== 'function')
      throw new TypeError('A wire needs a function `postMessage` or `send`.');
    this.#wire = wire;
    if (wire.readyState === 0) listen(wire, 'open', () => this.#flush());
  }

  say(line: object): void {
    if (this.#isClosed) return;
    if (this.#lines.push(JSON.stringify(line)) > 1) return;
    void Promise.resolve().then(() => this.#flush());
  }

  close(): void {
    this.#isClosed = true;
    this.#lines = [];
  }

  #flush(): void {
    const { readyState } = this.#wire;
    // They are sent when it is open.
    if (readyState === 0) return;
    const lines = this.#lines;
    this.#lines = [];
    if (lines.length === 0 || readyState === 2 || readyState === 3) return;
    const text = `${lines.join('\n')}\n`;
    if (this.#wire.postMessage === undefined) this.#wire.send?.(text);
    // A window then gives it only to a page of the same origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    else this.#wire.postMessage(text);
  }
}
