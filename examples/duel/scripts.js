// @compile the whole file
/** The scripts of a duel. They hold handles of bodies, never bodies: where the world goes back, it makes its bodies anew. */
const JUMP = 5;
const SHOT_MS = 700;

export class Fighter extends Executor {
  constructor(game, seat, x) {
    super();
    this.game = game;
    this.seat = seat;
    this.x = x;
    this.body = game.world.add({ x, y: 1 });
    this.hp = 3;
  }

  jump() {
    this.game.world.push(this.body, 0, JUMP);
    this.wait(300);
  }

  dash(side) {
    for (let step = 0; step < 4; step++) {
      this.game.world.push(this.body, side, 0);
      this.wait(32);
    }
    this.wait(80);
  }

  shoot(other) {
    start(() => fly(this, other));
    this.wait(120);
  }

  // @instant
  hurt() {
    this.hp--;
    this.game.world.push(this.body, 0, 2);
  }
}

/** A ball on its way: it hits, or is gone in a while. */
function fly(from, to) {
  const { world } = from.game;
  const { x, y } = world.placeOf(from.body);
  const side = Math.sign(world.placeOf(to.body).x - x) || 1;
  const ball = world.add({ x: x + side * 1.2, y: y + 0.2 });
  world.push(ball, side * (8 + random() * 4), 1);
  try {
    const { key } = race({ hit: waitUntil(() => areNear(world, ball, to.body)), late: wait(SHOT_MS) });
    if (key === 'hit') to.hurt();
  } finally {
    world.remove(ball);
  }
}

function areNear(world, one, other) {
  const [a, b] = [world.placeOf(one), world.placeOf(other)];
  return Math.hypot(a.x - b.x, a.y - b.y) < 1.1;
}

/** What a player does, one thing after the other. A key that is pressed meanwhile is lost. */
export function control(fighter, other) {
  for (;;) {
    const key = waitSignal(`keys of ${fighter.seat}`);
    if (key === 'jump') waitFor(fighter.jump());
    else if (key === 'shoot') waitFor(fighter.shoot(other));
    else waitFor(fighter.dash(key === 'left' ? -2 : 2));
  }
}

export function referee(game, anna, ben) {
  for (let round = 1; ; round++) {
    const { key } = race({
      anna: waitUntil(() => ben.hp <= 0),
      ben: waitUntil(() => anna.hp <= 0),
      nobody: wait(6000),
    });
    game.score.push(`round ${round}: ${key}, ${anna.hp} to ${ben.hp}`);
    for (const fighter of [anna, ben]) {
      fighter.hp = 3;
      game.world.put(fighter.body, { x: fighter.x, y: 1 });
    }
    wait(250 + random() * 100);
  }
}
