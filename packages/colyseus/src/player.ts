/** Who is in a room: what scripts and handlers get in place of Colyseus' client, which lives only as long as its connection. */
import type { Client } from '@colyseus/core';
import type { StateView } from '@colyseus/schema';

/** The part of Colyseus' `Client` that lives as long as the seat. */
export type Player = Pick<Client, 'sessionId' | 'auth' | 'userData' | 'view' | 'send' | 'leave'>;

/** What a player is for its room. */
export interface PlayerHost {
  send(player: PlayerOf, type: string | number, message: unknown): void;
  leave(player: PlayerOf): void;
  viewed(player: PlayerOf): void;
}

/** What a client joins with. */
export interface JoinData {
  readonly auth: unknown;
  readonly options: unknown;
}

export class PlayerOf {
  readonly sessionId: string;
  readonly options: unknown;
  /** What `onAuth` gave. */
  auth: any;
  /** What the game keeps of it: data that can be saved. */
  userData: any = undefined;
  /** Its connection is gone; its seat is kept for a while. */
  isAway = false;
  #view: StateView | undefined = undefined;
  readonly #host: PlayerHost | null;

  /** Without a host: one that has left before the room was loaded. */
  constructor(sessionId: string, { auth, options }: JoinData, host: PlayerHost | null) {
    this.sessionId = sessionId;
    this.auth = auth;
    this.options = options;
    this.#host = host;
  }

  get view(): StateView | undefined {
    return this.#view;
  }
  set view(view: StateView | undefined) {
    this.#view = view;
    this.#host?.viewed(this);
  }

  /** Sends it a message, exactly once, also if the room moves meanwhile. */
  send(type: string | number, message?: unknown): void {
    this.#host?.send(this, type, message);
  }

  /** It has to leave the room. */
  leave(): void {
    this.#host?.leave(this);
  }
}
