/** Sends the state of a room as Colyseus does, but a patch only when nothing can take it back. */
import { type Client, ClientState, SchemaSerializer } from '@colyseus/core';
import type { Encoder } from '@colyseus/schema';
import { clientThatHolds, cork, nextRefId, setNextRefId } from './private.js';

interface HeldPatch {
  readonly pulse: number;
  readonly client: Client;
  readonly bytes: Uint8Array;
}

export class HeldSerializer extends SchemaSerializer<any> {
  #held: HeldPatch[] = [];
  readonly #holding: WeakMap<Client, Client> = new WeakMap();
  #pulse: number | null = null;

  /** Undefined before the room has a state. */
  get root(): Encoder['root'] | undefined {
    return this.encoder?.root;
  }

  override reset(state: object): void {
    // The matchmaker sets the state that was loaded once more.
    if (this.encoder?.state !== state) super.reset(state);
  }

  /** Takes a state whose objects have their ids. Whoever comes gets the whole of it. */
  load(state: object, next: number): void {
    super.reset(state);
    setNextRefId(this.encoder.root, next);
    this.encoder.discardChanges();
  }

  /** New objects get ids from here on: those before may be known to clients as others. */
  startIdsAt(first: number): void {
    const { root } = this;
    if (root !== undefined) setNextRefId(root, Math.max(nextRefId(root), first));
  }

  /** What `broadcast` sends is of this pulse. Returns whether patches wait. */
  inPulse(pulse: number, broadcast: () => unknown): boolean {
    this.#pulse = pulse;
    try {
      broadcast();
    } finally {
      this.#pulse = null;
    }
    return this.#held.length > 0;
  }

  override applyPatches(clients: Client[], state?: any, timing?: unknown): boolean {
    const pulse = this.#pulse;
    // The room's own timer: a patch goes with each pulse, and only then.
    if (pulse === null || this.encoder === undefined) return false;
    const holding: Client[] = [];
    for (const client of clients) holding.push(this.#thatHolds(client));
    return super.applyPatches(holding, state, timing);
  }

  #thatHolds(client: Client): Client {
    const known = this.#holding.get(client);
    if (known !== undefined) return known;
    const made = clientThatHolds(
      client,
      (one, bytes) => void this.#held.push({ pulse: this.#pulse!, client: one, bytes: bytes.slice() }),
    );
    this.#holding.set(client, made);
    return made;
  }

  /** Sends what was up to this pulse. Returns whether that was all. */
  release(pulse: number): boolean {
    const due = this.#held.filter((patch) => patch.pulse <= pulse);
    this.#held = this.#held.slice(due.length);
    for (const { client, bytes } of due) {
      if (client.state !== ClientState.JOINED) continue;
      cork(client);
      client.raw(bytes);
    }
    return this.#held.length === 0;
  }
}
