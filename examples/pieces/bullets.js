// Thousands of bullets and particles. Each of them is a script, and comes from a pool.

export const world = { bullets: new Set(), particles: new Set(), hits: 0, wall: 100 };
const bulletPool = [];
const particlePool = [];

export const made = { bullets: 0, particles: 0 };

function takeBullet() {
  if (bulletPool.length === 0) made.bullets++;
  return bulletPool.pop() ?? { x: 0, y: 0 };
}

function takeParticle() {
  if (particlePool.length === 0) made.particles++;
  return particlePool.pop() ?? { x: 0, y: 0, alpha: 1 };
}

export function isAllInPools() {
  return bulletPool.length === made.bullets && particlePool.length === made.particles;
}

// @compile
function fly(bullet, angle, speed) {
  bullet.x = 0;
  bullet.y = 0;
  world.bullets.add(bullet);
  try {
    while (Math.hypot(bullet.x, bullet.y) < world.wall) {
      bullet.x += Math.cos(angle) * speed * clock.delta;
      bullet.y += Math.sin(angle) * speed * clock.delta;
    }
    world.hits++;
    for (let i = 0; i < 3; i++) {
      const particle = takeParticle();
      start(() => glow(particle, bullet));
    }
  } finally {
    world.bullets.delete(bullet);
    bulletPool.push(bullet);
  }
}

// @compile
function glow(particle, { x, y }) {
  Object.assign(particle, { x, y });
  world.particles.add(particle);
  try {
    tween(100 + random() * 200, (t) => {
      particle.y = y + t * 10;
      particle.alpha = 1 - t;
    });
  } finally {
    world.particles.delete(particle);
    particlePool.push(particle);
  }
}

// @compile
export function volley(count, waves) {
  for (let wave = 0; wave < waves; wave++) {
    for (let i = 0; i < count; i++) {
      const bullet = takeBullet();
      start(() => fly(bullet, (i / count) * 2 * Math.PI, 0.2 + 0.2 * random()));
    }
    wait(100);
  }
}
