/** The sockets between processes: one for each other process that is spoken to, opened by either. */
import type { ProcessMessage } from '../messages.js';
import { isOpen, listenTo, type Socket, type SocketClass } from './socket.js';
import { readToHost, type ToHost } from './wire.js';

export interface PeersOptions {
  readonly process: string;
  readonly WebSocket: () => SocketClass;
  /** Where another process is, as far as it is known. */
  readonly find: (process: string) => { readonly url: string; readonly key: string } | undefined;
  readonly onMessage: (from: string, message: ProcessMessage) => void;
}

export class Peers {
  readonly #options: PeersOptions;
  readonly #sockets: Map<string, Socket> = new Map();

  constructor(options: PeersOptions) {
    this.#options = options;
  }

  /** What cannot be sent is lost: who has sent it asks again, or does something else. */
  send(to: string, message: ProcessMessage): void {
    const { process, find } = this.#options;
    const address = find(to);
    const text = JSON.stringify({ kind: 'process', from: process, key: address?.key ?? '-', message } satisfies ToHost);
    const socket = this.#sockets.get(to);
    if (socket && isOpen(socket)) socket.send(text);
    else if (address) this.#open(to, address.url, text);
  }

  /** It was opened by the other one; it is as good as one of this process. */
  adopt(from: string, socket: Socket): void {
    this.#sockets.set(from, socket);
  }

  forget(socket: Socket): void {
    for (const [name, one] of this.#sockets) if (one === socket) this.#sockets.delete(name);
  }

  close(): void {
    for (const socket of this.#sockets.values()) socket.close();
    this.#sockets.clear();
  }

  #open(to: string, url: string, text: string): void {
    const { WebSocket, onMessage } = this.#options;
    const socket = new (WebSocket())(url);
    listenTo(socket, {
      onOpen: () => {
        this.#sockets.set(to, socket);
        socket.send(text);
      },
      onText: (data) => {
        const said = readToHost(data);
        if (said?.kind === 'process') onMessage(to, said.message);
      },
      onClose: () => this.forget(socket),
    });
  }
}
