/** A wire whose lines somebody fetches and brings, such as the panel in Chrome's DevTools, which can only run code in a page. */
import type { Wire } from './lines.js';

interface Message {
  readonly data: string;
}

export class Mailbox implements Wire {
  readonly #listeners = new Set<(event: Message) => void>();
  #sent: string[] = [];

  postMessage(text: string): void {
    this.#sent.push(text);
  }

  /** It has no other events, such as `close`. */
  addEventListener(type: 'message', listener: (event: Message) => void): void {
    if (type === 'message') this.#listeners.add(listener);
  }

  removeEventListener(_type: 'message', listener: (event: Message) => void): void {
    this.#listeners.delete(listener);
  }

  /** What was sent since the last call. */
  fetch(): string {
    const text = this.#sent.join('');
    this.#sent = [];
    return text;
  }

  /** What the other end has sent. */
  bring(text: string): void {
    if (text !== '') for (const listener of this.#listeners) listener({ data: text });
  }
}
