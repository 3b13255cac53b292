/** A family comes into the village; the player gets the controls as soon as the mother is at the gate. */
import { Actor, tell } from '../actors.js';

const mother = new Actor('mother', 0, 2);
const father = new Actor('father', 0, 3);
const lou = new Actor('Lou', 0, 4);
const player = { name: 'player' };

const waypoints = { gate: { x: 4, y: 1 }, well: { x: 3, y: 3 }, tree: { x: 2, y: 6 } };

// @compile
export function arrival() {
  tell(player, 'controls off');
  mother.walkToPointAndSignal(waypoints.gate, 'at the gate');
  father.walkToPoint(waypoints.well);
  lou.walkToPoint(waypoints.tree);

  const who = waitSignal('at the gate');
  tell(player, `controls on, for ${who} has arrived`);
  start(idle(lou, ['I am hungry.', 'A bee! Look!']));
}

// @compile
function idle(actor, lines) {
  for (const line of lines) {
    wait(1000 * random());
    waitFor(actor.say(line));
  }
}
