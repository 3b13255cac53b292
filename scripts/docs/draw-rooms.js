/** Draws the rooms of a package and their imports as a Mermaid flowchart, for the pictures in ARCHITECTURE.md. */
import { readPackage, roomOf as roomIn } from '../check-structure.js';

/**
 * An arrow points from a room to a room that it imports. Arrows that follow from others are omitted, so that the order of the rooms is visible.
 * Rooms in one folder are drawn as that folder; with `inside`, what is drawn are the rooms of that folder alone.
 */
export function drawRooms(folder, layers, inside) {
  const rooms = layers.flat();
  const roomOf = (name) => {
    const room = roomIn(name, rooms);
    if (inside === undefined) return room.split('/')[0];
    return room === inside || room.startsWith(`${inside}/`) ? room : undefined;
  };
  const imports = new Map();
  for (const { name, imports: ofFile } of readPackage(folder)) {
    const room = roomOf(name);
    if (room === undefined) continue;
    const known = imports.get(room) ?? new Set();
    const others = ofFile.filter(({ isOwn }) => isOwn).map(({ imported }) => roomOf(imported));
    for (const other of others) if (other !== undefined && other !== room) known.add(other);
    imports.set(room, known);
  }
  const arrows = [...imports].flatMap(([room, known]) =>
    [...known].filter((other) => !isReachedOtherwise(imports, room, other)).map((other) => [room, other]),
  );
  const lines = arrows.map(([from, to]) => `  ${shown(from)} --> ${shown(to)}`).sort();
  return ['flowchart TD', ...lines].join('\n');
}

/** A node's id in Mermaid cannot contain a slash. */
const shown = (room) => (room.includes('/') ? `${room.replaceAll('/', '-')}["${room}"]` : room);

/** Whether another imported room also imports `wanted`, directly or indirectly. */
function isReachedOtherwise(imports, room, wanted) {
  const others = [...imports.get(room)].filter((other) => other !== wanted);
  const seen = new Set(others);
  for (const other of seen) for (const next of imports.get(other) ?? []) seen.add(next);
  return seen.has(wanted);
}
