/** How the processes with rooms find and tell each other: the presence of Colyseus, with a channel for each and one for all. */
import { matchMaker } from '@colyseus/core';
import type { ProcessMessage } from '@spindle/rooms';
import { readProcessName } from './wire.js';

type Said =
  | { readonly kind: 'process'; readonly from: string; readonly message: ProcessMessage }
  | { readonly kind: 'alive'; readonly from: string; readonly rooms: number; readonly isStopping: boolean };

interface Peer {
  readonly rooms: number;
  readonly isStopping: boolean;
  readonly heardMs: number;
}

export interface ChannelOptions {
  readonly process: string;
  readonly onMessage: (from: string, message: ProcessMessage) => void;
  /** Until a room of another process is welcome: that one goes on with it meanwhile. */
  readonly whenWelcome: () => Promise<unknown>;
  /** A process that was not known. */
  readonly onPeer: () => void;
}

const ALL = '~spindle:all';
/** Nobody listens to it. */
const NOTHING = '~spindle:nothing';
const channelOf = (process: string): string => `~spindle:${process}`;
const SILENT_MS = 1500;

export class Channel {
  readonly #options: ChannelOptions;
  readonly #peers: Map<string, Peer> = new Map();
  #addresses: readonly string[] | null = null;
  /** When this process has heard itself: what it says comes back to it. */
  #heardMs = performance.now();

  constructor(options: ChannelOptions) {
    this.#options = options;
  }

  async open(): Promise<void> {
    const { presence } = matchMaker;
    const onSaid = (said: Said): void => this.#hear(said);
    await Promise.all([presence.subscribe(ALL, onSaid), presence.subscribe(channelOf(this.#options.process), onSaid)]);
  }

  /** What is lost is said again, or another way is gone. */
  send(process: string, message: ProcessMessage): void {
    this.#publish(channelOf(process), { kind: 'process', from: this.#options.process, message });
  }

  #publish(topic: string, said: Said): void {
    void Promise.resolve(matchMaker.presence.publish(topic, said)).catch(() => {});
  }

  #hear(said: Said): void {
    const { process, onMessage, whenWelcome, onPeer } = this.#options;
    const { from } = said;
    if (from === process) return void (this.#heardMs = performance.now());
    if (said.kind === 'process') {
      const { message } = said;
      if (message.kind !== 'warm') return onMessage(from, message);
      return void whenWelcome().then(() => onMessage(from, message));
    }
    const { rooms, isStopping } = said;
    const isNew = !this.#peers.has(from);
    this.#peers.set(from, { rooms, isStopping, heardMs: performance.now() });
    if (!isNew) return;
    this.#addresses = null;
    onPeer();
  }

  /** Says that this process is there. Gives the others that take rooms, the one with the fewest first. */
  beat(rooms: number, isStopping: boolean): string[] {
    this.#publish(ALL, { kind: 'alive', from: this.#options.process, rooms, isStopping });
    const nowMs = performance.now();
    if (nowMs - this.#heardMs > SILENT_MS) this.#knock(nowMs);
    for (const [name, { heardMs }] of this.#peers) {
      if (nowMs - heardMs <= SILENT_MS) continue;
      this.#peers.delete(name);
      this.#addresses = null;
    }
    return this.takers;
  }

  /** A connection that only listens may be dead, and nobody knows it until something is sent on it that has no answer. */
  #knock(nowMs: number): void {
    this.#heardMs = nowMs;
    void Promise.resolve(matchMaker.presence.unsubscribe(NOTHING)).catch(() => {});
  }

  get takers(): string[] {
    return [...this.#peers]
      .filter(([, peer]) => !peer.isStopping)
      .sort(([, a], [, b]) => a.rooms - b.rooms)
      .map(([name]) => name);
  }

  /** The name of a process by its id. */
  find(processId: string): string {
    return [...this.#peers.keys()].find((name) => readProcessName(name).id === processId) ?? processId;
  }

  /** Where clients reach the processes that have an address of their own. It is another list only when they are others. */
  get addresses(): readonly string[] {
    const names = [this.#options.process, ...this.#peers.keys()];
    return (this.#addresses ??= names.flatMap((name) => readProcessName(name).address ?? []));
  }
}
