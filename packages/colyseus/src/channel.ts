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
  /** A process that was not known. */
  readonly onPeer: () => void;
}

const ALL = '~spindle:all';
const channelOf = (process: string): string => `~spindle:${process}`;
const SILENT_MS = 1500;

export class Channel {
  readonly #options: ChannelOptions;
  readonly #peers: Map<string, Peer> = new Map();

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
    const { process, onMessage, onPeer } = this.#options;
    if (said.from === process) return;
    if (said.kind === 'process') return onMessage(said.from, said.message);
    const { from, rooms, isStopping } = said;
    const isNew = !this.#peers.has(from);
    this.#peers.set(from, { rooms, isStopping, heardMs: performance.now() });
    if (isNew) onPeer();
  }

  /** Says that this process is there. Gives the others that take rooms, the one with the fewest first. */
  beat(rooms: number, isStopping: boolean): string[] {
    this.#publish(ALL, { kind: 'alive', from: this.#options.process, rooms, isStopping });
    const nowMs = performance.now();
    for (const [name, { heardMs }] of this.#peers) if (nowMs - heardMs > SILENT_MS) this.#peers.delete(name);
    return this.takers;
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

  /** Where clients reach the processes that have an address of their own. */
  get addresses(): string[] {
    return [this.#options.process, ...this.#peers.keys()].flatMap((name) => readProcessName(name).address ?? []);
  }
}
