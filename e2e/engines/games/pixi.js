/** A scene of PixiJS for the test: each script is one thing that Spindle has to do there. */
import { AnimatedSprite, Application, Container, Graphics, Texture } from 'pixi.js';
import { scheduler, start } from '@spindle/runtime';
import { attachSpindle, tweenTo, waitForAnimation, waitForOverlap, waitForPointer } from '@spindle/engines/pixi';

// @compile
class Figure extends asExecutor(Container) {
  constructor(x, y, color) {
    super({ label: 'figure', x, y });
    this.addChild(new Graphics().rect(-20, -20, 40, 40).fill(color));
  }

  walkTo(x) {
    while (this.x < x) this.x += 3;
    return this.x;
  }

  glideTo(x) {
    this.hold(() => tweenTo(this, { x }, 300));
    return this.x;
  }

  clicked() {
    const { button, x, y } = waitForPointer(this);
    return [button, x, y];
  }

  wave() {
    const sprite = new AnimatedSprite({ textures: [Texture.WHITE, Texture.WHITE, Texture.WHITE], loop: false });
    sprite.animationSpeed = 0.2;
    this.addChild(sprite);
    sprite.play();
    waitForAnimation(sprite);
    return sprite.currentFrame === 2;
  }

  meet(other) {
    waitForOverlap(this, other);
    return true;
  }

  // Never ends by itself.
  patrol() {
    while (true) this.x += Math.sin(this.y++);
  }
}

/** Gives what the test calls. All engines give the same. */
export async function begin() {
  const app = new Application();
  await app.init({ width: 600, height: 400 });
  document.body.append(app.canvas);
  let level;
  const enter = () => {
    level = app.stage.addChild(new Container({ label: 'level' }));
    attachSpindle(app, { scene: level });
    return level.addChild(new Figure(60, 100, 0x3366cc), new Figure(400, 100, 0xcc6633));
  };
  const hero = enter();
  let guard = level.children[1];
  let nowMs = 0;
  app.ticker.add(({ deltaMS }) => (nowMs += deltaMS));
  return {
    scheduler,
    walk: () => start(() => hero.walkTo(120)),
    tween: () => start(() => guard.glideTo(460)),
    click: { thread: () => start(() => guard.clicked()), at: () => [guard.x + 10, guard.y + 5], given: [0, 10, 5] },
    animation: () => start(() => hero.wave()),
    overlap: () => start(() => hero.meet(guard)),
    moveTogether: () => void hero.position.copyFrom(guard.position),
    patrol: () => guard.patrol(),
    destroy: () => guard.destroy({ children: true }),
    /** What saves know by its name. */
    named: () => ({ hero, guard }),
    /** The guard is made anew. */
    respawn: () => void level.addChild((guard = new Figure(400, 100, 0xcc6633))),
    forever: () => hero.patrol(),
    /** The engine's own time, in milliseconds. */
    now: () => nowMs,
    shutDown() {
      level.destroy({ children: true });
      enter();
    },
    /** Has the next scene begun? */
    again: () => true,
    /** Ends the application. Nothing of it may throw. */
    end: () => app.destroy({ removeView: true }, { children: true }),
  };
}
