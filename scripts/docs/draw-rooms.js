/** Draws the rooms of a package and who imports whom, as a flowchart of Mermaid: the pictures of ARCHITECTURE.md. */
import { readPackage, roomOf as roomIn } from '../check-structure.js';

/** Arrows point to what is imported. One that follows from others is left out, so that the order can be seen. */
export function drawRooms(folder, layers) {
  const roomOf = (name) => roomIn(name, layers.flat());
  const imports = new Map();
  for (const { name, imports: targets } of readPackage(folder)) {
    const room = roomOf(name);
    const known = imports.get(room) ?? new Set();
    for (const { target, isOwn } of targets) if (isOwn && roomOf(target) !== room) known.add(roomOf(target));
    imports.set(room, known);
  }
  const arrows = [...imports].flatMap(([room, targets]) =>
    [...targets].filter((target) => !isReachedOtherwise(imports, room, target)).map((target) => [room, target]),
  );
  const lines = arrows.map(([from, to]) => `  ${shown(from)} --> ${shown(to)}`).sort();
  return ['flowchart TD', ...lines].join('\n');
}

/** Mermaid takes no slash in the name of a node. */
const shown = (room) => (room.includes('/') ? `${room.replaceAll('/', '-')}["${room}"]` : room);

/** Another room that is imported imports it, itself or through others. */
function isReachedOtherwise(imports, room, target) {
  const others = [...imports.get(room)].filter((other) => other !== target);
  const seen = new Set(others);
  for (const other of seen) for (const next of imports.get(other) ?? []) seen.add(next);
  return seen.has(target);
}
