/** A scene of Excalibur for the test: each script is one thing that Spindle has to do there. */
import * as ex from 'excalibur';
import { scheduler, start } from '@spindle/runtime';
import {
  attachSpindle,
  waitForActions,
  waitForCollision,
  waitForPointer,
  waitForTimer,
} from '@spindle/engines/excalibur';

// @compile
class Figure extends asExecutor(ex.Actor) {
  constructor(x, y, color) {
    super({ pos: ex.vec(x, y), width: 40, height: 40, color, collisionType: ex.CollisionType.Passive });
  }

  walkTo(x) {
    while (this.pos.x < x) this.pos.x += 3;
    return this.pos.x;
  }

  glideTo(x) {
    this.hold(() => waitForActions(this.actions.moveTo({ pos: ex.vec(x, this.pos.y), duration: 300 })));
    return this.pos.x;
  }

  clicked() {
    const { button, worldPos } = waitForPointer(this);
    return [button, worldPos.x, worldPos.y];
  }

  rest() {
    const timer = new ex.Timer({ interval: 200, action: () => (this.rested = true) });
    this.scene.add(timer);
    waitForTimer(timer.start());
    return this.rested;
  }

  fallOn(other) {
    this.vel = ex.vec(0, 300);
    const met = waitForCollision(this);
    this.vel = ex.vec(0, 0);
    return met === other;
  }

  // Never ends by itself.
  patrol() {
    while (true) this.pos.x += Math.sin(this.pos.y++);
  }
}

class Level extends ex.Scene {
  onInitialize() {
    attachSpindle(this);
    this.hero = new Figure(60, 100, ex.Color.Azure);
    this.guard = new Figure(400, 100, ex.Color.Orange);
    this.floor = new Figure(120, 300, ex.Color.Gray);
    for (const figure of [this.hero, this.guard, this.floor]) this.add(figure);
  }
}

/** Gives what the test calls. All engines give the same. */
export async function begin() {
  const game = new ex.Engine({
    width: 600,
    height: 400,
    displayMode: ex.DisplayMode.Fixed,
    suppressConsoleBootMessage: true,
    suppressPlayButton: true,
    pixelRatio: 1,
    scenes: { level: Level, next: Level },
  });
  await game.start();
  await game.goToScene('level');
  const { hero, floor } = game.currentScene;
  let { guard } = game.currentScene;
  let nowMs = 0;
  game.on('preupdate', ({ elapsed }) => (nowMs += elapsed));
  return {
    scheduler,
    walk: () => start(() => hero.walkTo(120)),
    tween: () => start(() => guard.glideTo(460)),
    click: {
      thread: () => start(() => guard.clicked()),
      at: () => [guard.pos.x + 10, guard.pos.y + 5],
      given: ['Left', 470, 105],
    },
    timer: () => start(() => hero.rest()),
    collision: () => start(() => hero.fallOn(floor)),
    patrol: () => guard.patrol(),
    destroy: () => guard.kill(),
    /** What saves know by its name. */
    named: () => ({ hero, guard }),
    /** The guard is made anew. */
    respawn() {
      guard = new Figure(400, 100, ex.Color.Orange);
      game.currentScene.add(guard);
    },
    forever: () => hero.patrol(),
    /** The engine's own time, in milliseconds. */
    now: () => nowMs,
    shutDown: () => void game.goToScene('next'),
    /** Has the next scene begun? */
    again: () => game.currentSceneName === 'next',
  };
}
