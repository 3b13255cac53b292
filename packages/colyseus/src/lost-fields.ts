/** Fields of a room that no save has. */
import { Room } from '@colyseus/core';
import type { Report } from '@spindle/rooms';
import { savedFields } from '@spindle/runtime/saves';
import { LATE_FIELDS } from './private.js';

/** The fields of a class that were looked at. */
const known: WeakMap<object, Set<string>> = new WeakMap();

/** Those that were not looked at yet. `Room` itself has others. */
function newFieldsOf(room: Room): string[] {
  const { constructor: made } = room;
  if (!known.has(made)) known.set(made, new Set([...Object.keys(new Room()), ...LATE_FIELDS]));
  const fields = known.get(made)!;
  return Object.keys(room).filter((name) => !fields.has(name) && fields.add(name));
}

/** Functions of its class are made with it wherever it goes. */
function lostFieldsOf(room: Room): string[] {
  const fields = newFieldsOf(room);
  if (fields.length === 0) return [];
  const saved = savedFields(room);
  const isLost = (name: string): boolean => !saved.has(name) && typeof room[name as keyof Room] !== 'function';
  return fields.filter(isLost).map((name) => `\`${name}\``);
}

/** Tells what of rooms starts anew when they move, once for each field of a class. With `NODE_ENV=production` it does nothing. */
export function tellLostFields(rooms: Iterable<Room>, tell: (report: Report) => void): void {
  if (process.env.NODE_ENV === 'production') return;
  for (const room of rooms) {
    const fields = lostFieldsOf(room);
    if (fields.length === 0) continue;
    const verb = fields.length === 1 ? 'starts' : 'start';
    const why = `${fields.join(', ')} of \`${room.constructor.name}\` ${verb} anew in a move: of fields only those go along that a compiled class declares. Put them into the state, or a function with \`// @compile\` into the file of the class.`;
    tell({ kind: 'cannot move', room: room.roomId, why: [why] });
  }
}
