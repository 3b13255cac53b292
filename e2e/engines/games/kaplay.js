/** A scene of Kaplay for the test: each script is one thing that Spindle has to do there. */
import { kaplay } from 'kaplay';
import { scheduler, start } from '@spindle/runtime';
import { attachSpindle, waitForCollision, waitForPointer, waitForTimer, waitForTween } from '@spindle/engines/kaplay';

/** A component: Kaplay binds its methods to the object. */
// @compile
const figure = (k) => ({
  id: 'figure',
  add() {
    asExecutor(this);
  },

  walkTo(x) {
    while (this.pos.x < x) this.pos.x += 3;
    return this.pos.x;
  },

  glideTo(x) {
    // @instant
    const moveTo = (at) => (this.pos.x = at);
    this.hold(() => waitForTween(k.tween(this.pos.x, x, 0.3, moveTo)));
    return this.pos.x;
  },

  clicked() {
    waitForPointer(this);
    return [k.mousePos().x, k.mousePos().y];
  },

  rest() {
    waitForTimer(k.wait(0.2, () => (this.rested = true)));
    return this.rested;
  },

  meet(other) {
    return waitForCollision(this, 'wall') === other;
  },

  // Never ends by itself.
  patrol() {
    while (true) this.pos.x += Math.sin(this.pos.y++);
  },
});

/** Gives what the test calls. All engines give the same. */
export async function begin() {
  const k = kaplay({ width: 600, height: 400, global: false, debug: false, crisp: true });
  const figures = {};
  let scenes = 0;
  k.scene('level', () => {
    scenes++;
    attachSpindle(k);
    const make = (x, y, color, ...more) =>
      k.add([k.rect(40, 40), k.anchor('center'), k.pos(x, y), k.color(color), k.area(), figure(k), ...more]);
    figures.hero = make(60, 100, '#3366cc');
    figures.makeGuard = () => make(400, 100, '#cc6633', 'wall');
    figures.guard = figures.makeGuard();
  });
  k.go('level');
  await new Promise((resolve) => {
    const look = () => (scenes === 0 ? requestAnimationFrame(look) : resolve());
    look();
  });
  const { hero, makeGuard } = figures;
  let { guard } = figures;
  return {
    scheduler,
    walk: () => start(() => hero.walkTo(120)),
    tween: () => start(() => guard.glideTo(460)),
    click: {
      thread: () => start(() => guard.clicked()),
      at: () => [guard.pos.x + 10, guard.pos.y + 5],
      given: [470, 105],
    },
    timer: () => start(() => hero.rest()),
    overlap: () => start(() => hero.meet(guard)),
    moveTogether: () => void (hero.pos = guard.pos.clone()),
    patrol: () => guard.patrol(),
    destroy: () => guard.destroy(),
    /** What saves know by its name: the methods of the component hold `k`. */
    named: () => ({ hero, guard, k }),
    /** The guard is made anew. */
    respawn: () => void (guard = makeGuard()),
    forever: () => hero.patrol(),
    /** The engine's own time, in milliseconds. */
    now: () => k.time() * 1000,
    shutDown: () => k.go('level'),
    /** Has the next scene begun? */
    again: () => scenes === 2,
  };
}
