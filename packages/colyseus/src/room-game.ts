/** A room as `@spindle/rooms` runs it. A room that is loaded is made here, without the matchmaker. */
import { matchMaker } from '@colyseus/core';
import type { Game, RoomEvent, Row } from '@spindle/rooms';
import type { LoadReport } from '@spindle/runtime/saves';
import { partsOf, ScriptedRoom } from './scripted-room.js';

/** The row that a room comes from. `isExact`: it was given away between two pulses, and nobody has had it since. */
export type Origin = Pick<Row, 'epoch' | 'isExact'>;

export interface RoomGameOptions {
  readonly roomId: string;
  /** One that the matchmaker has made; null: it comes with what is loaded. */
  readonly room: ScriptedRoom | null;
  readonly stepMs: number;
  readonly onPulsed: (room: ScriptedRoom) => void;
  /** Undefined: it is new. */
  readonly origin?: Origin | undefined;
}

export class RoomGame implements Game {
  room: ScriptedRoom | null;
  /** Of its kind, as in `defineServer`. */
  name: string;
  readonly #options: RoomGameOptions;

  constructor(options: RoomGameOptions) {
    const { room, stepMs } = options;
    this.#options = options;
    this.room = room;
    this.name = room?.roomName ?? '';
    if (room !== null) partsOf(room).scripts.stepMs = stepMs;
  }

  get #scripts(): ReturnType<typeof partsOf>['scripts'] {
    return partsOf(this.room!).scripts;
  }

  pulse(events: readonly RoomEvent[]): ReturnType<Game['pulse']> {
    // It is run again: the state was not saved behind it.
    if (partsOf(this.room!).place === 'made') this.#startIds();
    const outputs = this.#scripts.pulse(events);
    this.#options.onPulsed(this.room!);
    return outputs;
  }

  save(): string {
    return `${this.name}\n${this.#scripts.save()}`;
  }

  load(text: string): LoadReport {
    const end = text.indexOf('\n');
    const name = text.slice(0, end);
    const { roomId, stepMs, origin } = this.#options;
    const room = makeRoom(name);
    room.roomId = roomId;
    const { scripts } = partsOf(room);
    scripts.stepMs = stepMs;
    const report = scripts.load(text.slice(end + 1));
    this.room = room;
    this.name = name;
    if (origin?.isExact === false) this.#startIds();
    return report;
  }

  /** What others have made behind the snapshot is known to clients by ids that would come again, maybe as something else. */
  #startIds(): void {
    const { origin } = this.#options;
    if (origin !== undefined) this.#scripts.startIdsIn(origin.epoch);
  }

  whyNot(): readonly string[] {
    return this.#scripts.whyNot();
  }

  hash(): string {
    return this.#scripts.hash();
  }
}

function makeRoom(name: string): ScriptedRoom {
  const Class = matchMaker.getRoomClass(name);
  const made = Class === undefined ? undefined : new Class();
  if (made instanceof ScriptedRoom) return made as ScriptedRoom;
  throw new TypeError(`This process has no ScriptedRoom \`${name}\`. Name it in \`defineServer({ rooms })\`.`);
}
