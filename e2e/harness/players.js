/** Who plays the games of `games/`: functions that run in the page before each frame. */

/** Plays the adventure: does what the plan says, one thing after the other. */
export function keys(game, memory) {
  const { plan } = memory;
  const press = (key, type = 'keydown') => window.dispatchEvent(new KeyboardEvent(type, { key }));
  const { scene, offer, isChoosing, x, outcome } = game.state();
  if (outcome !== null) window.overAtMs ??= game.scheduler.clock.now;
  const hold = (key) => {
    if (memory.held === key) return;
    if (memory.held !== undefined) press(memory.held, 'keyup');
    if (key !== undefined) press(key);
    memory.held = key;
  };
  if (scene === 'title') document.getElementById('begin').click();
  else if (scene === 'cutscene') press('Escape');
  else if (isChoosing) press(plan.shift());
  else if (scene === 'says') press('Enter');
  else if (scene === 'explore' && plan.length > 0) {
    if (offer === plan[0]) {
      hold(undefined);
      press('e');
      plan.shift();
    } else hold(game.whereIs(plan[0]) < x ? 'ArrowLeft' : 'ArrowRight');
  }
}

/** The plan that saves the ship. */
export const WINS = ['Ring the bell', 'Speak to him', '2', 'Take the oil', 'Climb the tower'];

/** Plays the thief of guards: goes for the key and the door, and out of the way of whom a guard may see. */
export function careful(game, memory) {
  const { level } = game;
  const { thief, guards, house } = level;
  if (!document.getElementById('title').hidden) document.getElementById('begin').click();
  memory.frame = (memory.frame ?? -1) + 1;
  if (game.state().outcome !== null) window.overAtMs ??= game.scheduler.clock.now;
  if (!level.ui.plays || memory.frame % 2 !== 0) return;
  const far = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);
  const isSafe = (spot, margin) =>
    guards.every((guard) => {
      const angle = Math.atan2(spot.y - guard.pos.y, spot.x - guard.pos.x) - guard.rotation;
      const isAhead = Math.cos(angle) > 0.3;
      return !house.isClear(guard.pos, spot) || far(guard.pos, spot) > (isAhead ? 215 + margin : 70 + margin);
    });
  const goal = game.state().task === 'Take the key' ? level.key.pos : level.door.pos;
  const way = house.path(thief.pos, goal);
  const next = [thief.pos, ...way.slice(0, 3)];
  if (next.every((spot) => isSafe(spot, 20))) {
    thief.follow({ to: way[2] ?? goal });
    return;
  }
  let [best, shortest] = [null, Infinity];
  for (let column = 0; column < house.columns; column++)
    for (let row = 0; row < house.rows; row++) {
      const spot = { x: (column + 0.5) * game.tile, y: (row + 0.5) * game.tile };
      if (house.isWall(spot.x, spot.y) || far(spot, thief.pos) > 400 || !isSafe(spot, 40)) continue;
      const length = house.path(thief.pos, spot).length + (house.isCarpet(spot) ? 0 : 1);
      if (length < shortest) [best, shortest] = [spot, length];
    }
  if (best !== null) thief.follow({ to: best });
}
