// The controller of a platformer. The game sets `keys`; `ground(x)` is the height of the ground, null over a pit.

// @compile
export class Hero extends Executor {
  x = 0;
  y = 0;
  speedY = 0;
  hp = 3;
  facing = 1;
  isVisible = true;
  isSafe = false;
  canDash = true;
  keys = { left: false, right: false, jump: false, up: false };
  stoodAt = 0;

  constructor(level) {
    super();
    this.level = level;
  }

  live() {
    this.race(
      this.move(),
      waitUntil(() => this.hp <= 0),
    );
  }

  /** Each turn is a frame. */
  move() {
    while (true) {
      if (this.keys.up && this.level.hasLadder(this.x)) this.climb();
      this.walk();
      this.jumpOrFall();
    }
  }

  walk() {
    const direction = Number(this.keys.right) - Number(this.keys.left);
    if (direction !== 0) this.facing = direction;
    this.x += direction * 0.1 * clock.delta;
  }

  jumpOrFall() {
    const ground = this.level.ground(this.x);
    if (this.y === ground) this.stoodAt = clock.now;
    // Coyote time: who has just run over the edge may still jump.
    if (this.keys.jump && this.speedY <= 0 && clock.now - this.stoodAt <= 100) {
      this.speedY = 0.5;
      this.stoodAt = -Infinity;
    }
    this.speedY -= 0.002 * clock.delta;
    this.y += this.speedY * clock.delta;
    if (ground !== null && this.y <= ground && this.speedY < 0) {
      this.y = ground;
      this.speedY = 0;
    }
  }

  /** On the ladder there is no gravity, and he holds on until he jumps or is at the top. */
  climb() {
    this.speedY = 0;
    while (this.level.hasLadder(this.x) && this.y < 64 && !this.keys.jump) {
      if (this.keys.up) this.y += 0.05 * clock.delta;
    }
  }

  // @interrupt @drop
  dash() {
    if (!this.canDash) return;
    start(() => this.coolDown());
    this.speedY = 0;
    const from = this.x;
    tween(160, (t) => (this.x = from + this.facing * 50 * t));
  }

  // @beside
  coolDown() {
    this.canDash = false;
    try {
      wait(800);
    } finally {
      this.canDash = true;
    }
  }

  // @interrupt
  knockBack(direction) {
    if (this.isSafe) return;
    this.hp--;
    start(() => this.blink());
    const from = this.x;
    tween(200, (t) => (this.x = from + direction * 30 * t));
  }

  // @beside @restart
  blink() {
    this.isSafe = true;
    try {
      for (let i = 0; i < 10; i++) {
        this.isVisible = !this.isVisible;
        wait(100);
      }
    } finally {
      this.isSafe = false;
      this.isVisible = true;
    }
  }
}
