/** Sockets in one process, on the timers of the test: each text takes a millisecond, unless the network is slower. */
import type { Presence, ProcessEntry } from '../../src/sockets/presence.js';
import type { Socket } from '../../src/sockets/socket.js';

const CONNECTING = 0;
const OPEN = 1;
const CLOSED = 3;

type Listener = (event: { data?: unknown; code?: number }) => void;

export class FakeSocket implements Socket {
  readyState = CONNECTING;
  bufferedAmount = 0;
  delayMs = 1;
  other: FakeSocket | null = null;
  closedWith: number | undefined;
  /** What goes through it is lost, as where the other process is frozen. */
  isCut = false;
  readonly #listeners: Map<string, Listener[]> = new Map();

  addEventListener(type: string, listener: Listener): void {
    this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener]);
  }

  tell(type: string, event: { data?: unknown; code?: number } = {}): void {
    for (const listener of this.#listeners.get(type) ?? []) listener(event);
  }

  send(text: string): void {
    const { other } = this;
    setTimeout(() => {
      if (other?.readyState === OPEN && !this.isCut) other.tell('message', { data: text });
    }, this.delayMs);
  }

  close(code?: number): void {
    if (this.readyState === CLOSED) return;
    this.readyState = CLOSED;
    this.closedWith = code;
    const { other } = this;
    setTimeout(() => {
      this.tell('close');
      if (other?.readyState !== OPEN) return;
      other.readyState = CLOSED;
      other.closedWith = code;
      other.tell('close');
    }, 1);
  }

  open(): void {
    this.readyState = OPEN;
    this.tell('open');
  }
}

export class Network {
  /** By address: who takes a socket. */
  readonly hosts: Map<string, (socket: Socket) => void> = new Map();
  readonly opened: FakeSocket[] = [];
  delayMs = 1;

  readonly WebSocket: new (url: string) => Socket = ((network: Network) =>
    class extends FakeSocket {
      constructor(url: string) {
        super();
        this.delayMs = network.delayMs;
        network.opened.push(this);
        setTimeout(() => {
          const accept = network.hosts.get(url);
          if (accept === undefined || this.readyState === CLOSED) return this.close();
          const other = new FakeSocket();
          other.delayMs = this.delayMs;
          this.other = other;
          other.other = this;
          accept(other);
          other.open();
          return this.open();
        }, this.delayMs);
      }
    })(this);
}

export class MemoryPresence implements Presence {
  readonly entries: Map<string, ProcessEntry> = new Map();

  async beat(name: string, entry: ProcessEntry | null): Promise<ProcessEntry[]> {
    if (entry === null) this.entries.delete(name);
    else this.entries.set(name, entry);
    return [...this.entries.values()];
  }
}
