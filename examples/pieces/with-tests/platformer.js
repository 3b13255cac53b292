import { Scheduler } from '@spindle/runtime';

// ---------------------------------------------------------------- the game
const GROUNDS = [
  { from: 0, to: 80, top: 0 },
  { from: 110, to: 340, top: 0 },
  { from: 284, to: 420, top: 48 },
];
const LADDER = { from: 288, to: 296, top: 48 };
const GOAL = 400;

function groundBelow(x, y) {
  const below = GROUNDS.filter(({ from, to, top }) => x >= from && x <= to && top <= y);
  return Math.max(-Infinity, ...below.map(({ top }) => top));
}
// @compile
class Hero extends Executor {
  x = 0;
  y = 0;
  vy = 0;
  facing = 1;
  hp = 3;
  keys = { right: false, left: false, up: false, jump: false };
  pressedAt = -Infinity;
  stoodAt = -Infinity;
  isPlaying = false;
  canDash = true;
  isKnocked = false;
  isSafe = false;
  isVisible = true;
  story = [];
  // His whole control: one turn a frame.
  move() {
    while (true) {
      if (this.keys.up && this.isAtLadder()) this.climb();
      else this.step();
    }
  }
  step() {
    const seconds = clock.delta / 1000;
    const direction = Number(this.keys.right) - Number(this.keys.left);
    if (direction !== 0) this.facing = direction;
    if (this.keys.jump) this.pressedAt = clock.now;
    this.keys.jump = false;
    if (this.y === groundBelow(this.x, this.y)) this.stoodAt = clock.now;
    if (clock.now - this.pressedAt <= 120 && clock.now - this.stoodAt <= 100) {
      this.story.push(this.stoodAt === clock.now ? 'jump' : 'late jump');
      this.pressedAt = this.stoodAt = -Infinity;
      this.vy = 260;
    }
    this.x += direction * 100 * seconds;
    const ground = groundBelow(this.x, this.y);
    this.vy -= 900 * seconds;
    this.y += this.vy * seconds;
    if (this.y <= ground) [this.y, this.vy] = [ground, 0];
    if (this.y < -60) this.hurt(this.hp); // the pit
  }
  isAtLadder() {
    return this.x >= LADDER.from && this.x <= LADDER.to && this.y < LADDER.top;
  }
  climb() {
    this.story.push('climb');
    this.vy = 0;
    while (this.keys.up && this.isAtLadder()) this.y = Math.min(LADDER.top, this.y + 0.06 * clock.delta);
  }
  // @interrupt @drop
  dash() {
    if (!this.isPlaying || this.hp <= 0 || this.isKnocked || !this.canDash) return;
    this.story.push('dash');
    start(() => this.coolDown());
    this.vy = 0;
    const { x: from, hp } = this;
    // A blow ends the dash, and so does death.
    race(
      tween(120, (t) => (this.x = from + this.facing * 40 * t)),
      waitUntil(() => this.hp < hp),
    );
  }
  // @beside
  coolDown() {
    this.canDash = false;
    try {
      wait(600);
    } finally {
      this.canDash = true;
    }
  }
  // @interrupt
  knockBack(byX) {
    if (!this.isPlaying || this.hp <= 0 || this.isSafe) return;
    this.story.push('knock');
    this.hurt(1);
    if (this.hp <= 0) return;
    start(() => this.blink());
    this.vy = 0;
    this.isKnocked = true;
    const from = this.x;
    const away = Math.sign(from - byX) || -1;
    try {
      race(
        tween(160, (t) => (this.x = from + away * 24 * t)),
        waitUntil(() => this.hp <= 0),
      );
    } finally {
      this.isKnocked = false;
    }
  }
  // @beside
  blink() {
    this.isSafe = true;
    try {
      for (let i = 0; i < 10 && this.hp > 0; i++) {
        this.isVisible = !this.isVisible;
        wait(80);
      }
    } finally {
      [this.isSafe, this.isVisible] = [false, true];
    }
  }
  // @instant
  hurt(points) {
    if (!this.isPlaying || this.hp <= 0) return;
    this.hp -= points;
    if (this.hp <= 0) this.story.push('dead');
  }
}
// @compile
class Slime extends Executor {
  x = 230;
  facing = 1;
  patrol(hero) {
    while (true) {
      if (this.x >= 240) this.facing = -1;
      if (this.x <= 220) this.facing = 1;
      this.x += (this.facing * 20 * clock.delta) / 1000;
      if (Math.abs(hero.x - this.x) < 8 && hero.y < 8) hero.knockBack(this.x);
    }
  }
}
// @compile
function level(hero, slime) {
  hero.isPlaying = true;
  try {
    const { key } = race({
      dead: waitUntil(() => hero.hp <= 0),
      goal: waitUntil(() => hero.x >= GOAL),
      hero: hero.move(),
      slime: slime.patrol(hero),
    });
    hero.story.push(`over: ${key}`);
  } finally {
    hero.isPlaying = false;
    hero.cancelAll('the level is over');
    slime.cancelAll('the level is over');
  }
}

// -------------------------------------------------------------- the driver
const noise = [];
console.warn = (...words) => noise.push(words.join(' '));
const check = (ok, ...what) => ok || ((process.exitCode = 1), console.log('FAILED', ...what));
/** What the player presses, by where the hero is. */
function player(hero, isCareless) {
  const done = new Set();
  const once = (key, isTime) => isTime && !done.has(key) && done.add(key);
  return () => {
    const { keys, x, y } = hero;
    keys.up = x >= 289 && y < 48;
    keys.left = keys.up && x > 294;
    keys.right = !keys.up;
    if (once('dash', x > 20) || once('in the dash', x > 30) || once('too early', x > 70)) hero.dash();
    if (!isCareless && once('coyote', x > 81)) keys.jump = true;
    if (once('buffer', x > 112 && hero.vy < 0 && y < 8)) keys.jump = true;
    if (once('into the slime', x > 200) || once('off the ladder', keys.up && y > 20)) hero.dash();
  };
}
function play({ isCareless = false, disturbAt = Infinity, disturb } = {}) {
  const room = new Scheduler({ seed: 1 });
  room.onError = (error) => noise.push(`error: ${error.message}`);
  const [hero, slime] = [new Hero(), new Slime()];
  const where = () => [hero.x, hero.y, hero.hp, slime.x].join();
  const press = player(hero, isCareless);
  const main = room.enter(() => start(() => level(hero, slime)));
  let [frames, last] = [0, null]; // `last`: where all were when it was over
  for (let after = 0; after < 90 && frames < 2000; frames++) {
    room.pulse(16);
    if (last === null && (hero.hp <= 0 || hero.story.at(-1) === 'over: goal')) last = where();
    room.enter(press);
    if (frames === disturbAt) (room.enter(() => disturb(main, hero)), (last = where()));
    if (last !== null) (check(where() === last, 'moved on', disturbAt, frames, last, where()), after++);
  }
  check(room.threads.length === 0, disturbAt, 'left over:', room.dump());
  check(hero.canDash && !hero.isSafe && !hero.isKnocked && hero.isVisible, disturbAt, 'left switched on');
  return { hero, length: frames - 90, story: hero.story.join(', ') };
}
const good = play();
console.log(good.length, good.story, good.hero.hp);
check(good.story === 'dash, late jump, jump, dash, knock, climb, dash, climb, over: goal', good.story);
check(good.hero.hp === 2 && good.hero.x >= GOAL && good.hero.y === 48, good.hero.x, good.hero.y);
check(play({ isCareless: true }).story === 'dash, dead, over: dead', 'the pit');
const STOP = (main) => main.cancel('STOP');
const DEATH = (main, hero) => hero.hurt(99);
let seed = 7;
for (const disturb of [STOP, DEATH]) {
  for (let run = 0; run < 20; run++) {
    seed = (seed * 16807) % 2147483647;
    const disturbAt = seed % good.length;
    const { story } = play({ disturbAt, disturb });
    const end = disturb === STOP ? '' : 'dead, over: dead';
    const before = story.slice(0, story.length - end.length).replace(/, $/, '');
    check(story.endsWith(end) && good.story.startsWith(before), disturbAt, story);
  }
}
check(noise.length === 0, noise.join('\n'));
console.log(process.exitCode ? 'not yet' : 'all as it should be');
