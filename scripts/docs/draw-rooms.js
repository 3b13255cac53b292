/** Draws the rooms of a package and their imports as a Mermaid flowchart, for the pictures in ARCHITECTURE.md. */
import { readPackage, roomOf as roomIn } from '../check-structure.js';

/** An arrow points from a room to a room that it imports. Arrows that follow from others are omitted, so that the order of the rooms is visible. */
export function drawRooms(folder, layers) {
  const roomOf = (name) => roomIn(name, layers.flat());
  const imports = new Map();
  for (const { name, imports: ofFile } of readPackage(folder)) {
    const room = roomOf(name);
    const known = imports.get(room) ?? new Set();
    for (const { imported, isOwn } of ofFile) if (isOwn && roomOf(imported) !== room) known.add(roomOf(imported));
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
