/** The key, and the door that it opens. */
import { Actor, vec } from 'excalibur';
import { paintDoor, paintKey } from '../src/paint';
import { sound } from '../src/sound';
import type { Spot } from '../src/map';

// @compile
export class Key extends asExecutor(Actor) {
  constructor({ x, y }: Spot) {
    super({ name: 'Key', pos: vec(x, y), z: 3 });
    this.graphics.use(paintKey());
  }

  /** It shines until it is taken. */
  // @beside
  shine(): void {
    while (true) {
      this.rotation = Math.sin(clock.now / 600) * 0.25;
      const size = 1 + Math.sin(clock.now / 380) * 0.06;
      this.scale = vec(size, size);
    }
  }

  take(): void {
    this.cancelOthers('it is taken');
    sound.take();
    const { y } = this.pos;
    this.hold(() =>
      tween(450, (t) => {
        this.pos = vec(this.pos.x, y - 34 * t);
        this.graphics.opacity = 1 - t;
      }),
    );
    this.kill();
  }
}

// @compile
export class Door extends asExecutor(Actor) {
  isOpen = false;

  constructor({ x, y }: Spot) {
    super({ name: 'Door', pos: vec(x, y), z: 1 });
    this.look(false);
  }

  // @instant
  look(isOpen: boolean): void {
    this.isOpen = isOpen;
    this.graphics.use(paintDoor(isOpen));
  }

  open(): void {
    this.hold(() => tween(180, (t) => (this.scale = vec(1 - t, 1))));
    this.look(true);
    this.hold(() => tween(180, (t) => (this.scale = vec(t, 1))));
  }
}
