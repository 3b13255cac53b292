/** Fields of a room that no save has. */
import { Room } from '@colyseus/core';
import { savedFields } from '@spindle/runtime/saves';
import { LATE_FIELDS } from './private.js';

/** What `Room` itself gives to a room. */
let ofRoom: ReadonlySet<string> | undefined;

/** Functions of its class are made with it wherever it goes. */
function lostFieldsOf(room: Room): string[] {
  ofRoom ??= new Set([...Object.keys(new Room()), ...LATE_FIELDS]);
  const saved = savedFields(room);
  return Object.entries(room).flatMap(([name, value]) =>
    ofRoom!.has(name) || saved.has(name) || typeof value === 'function' ? [] : [`\`${name}\``],
  );
}

const told: WeakSet<object> = new WeakSet();

/** What of a room starts anew when it moves, told once for each class. */
export function tellLostFields(room: Room): readonly string[] {
  const { constructor: made } = room;
  const fields = told.has(made) ? [] : lostFieldsOf(room);
  if (fields.length === 0) return [];
  told.add(made);
  const verb = fields.length === 1 ? 'starts' : 'start';
  return [
    `${fields.join(', ')} of \`${made.name}\` ${verb} anew in a move: of fields only those go along that a compiled class declares. Put them into the state, or a function with \`// @compile\` into the file of the class.`,
  ];
}
