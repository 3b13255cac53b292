/** The patches of the rooms of a process: each is of a pulse, and goes to clients when nothing can take that back. */
import { partsOf, type ScriptedRoom } from './scripted-room.js';

export class Patches {
  /** That of the room which pulses now. */
  pulse = 0;
  /** Rooms with patches that wait. */
  readonly #holding: Set<ScriptedRoom> = new Set();

  /** The state goes out with the pulse: who comes later gets the whole of it, and no change of before once more. */
  take(room: ScriptedRoom): void {
    const { place, scripts } = partsOf(room);
    const { serializer } = scripts;
    const patch = (): unknown => (place === 'here' ? room.broadcastPatch() : serializer.applyPatches(room.clients));
    if (serializer.inPulse(this.pulse, patch)) this.#holding.add(room);
  }

  /** Patches go to clients before what was sent in later pulses. */
  show(shownPulse: (roomId: string) => number): void {
    for (const room of this.#holding)
      if (partsOf(room).scripts.serializer.release(shownPulse(room.roomId))) this.#holding.delete(room);
  }

  forget(room: ScriptedRoom): void {
    this.#holding.delete(room);
  }
}
