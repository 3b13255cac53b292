/** All bullets: plain code, so a script that fires waits for nobody. */
import { Particle, ParticleContainer, type Texture } from 'pixi.js';
import { Bullet } from '../scripts/bullet';
import type * as scripts from '../scripts/stage';
import { DOT_SCALE, type Kind, KINDS, makeTextures } from './atlas';
import type { Point } from './geometry';

export class Field implements scripts.Field {
  readonly #textures: Record<Kind, Texture> = makeTextures();
  readonly view = new ParticleContainer({
    texture: this.#textures.rose,
    dynamicProperties: { position: true, rotation: true, color: true, vertex: true, uvs: true },
  });
  readonly bullets: Bullet[] = [];
  /** Those that have left the field are fired again. */
  readonly #spare: Bullet[] = [];
  /** How many have been fired in all. */
  fired = 0;

  /** A bullet at this place, for which no script acts yet. */
  fire(x: number, y: number, kind: Kind): Bullet {
    const texture = this.#textures[kind];
    const bullet = this.#spare.pop() ?? new Bullet(this, new Particle({ texture, anchorX: 0.5, anchorY: 0.5 }));
    const { dot } = bullet;
    bullet.kind = kind;
    dot.texture = texture;
    dot.scaleX = dot.scaleY = DOT_SCALE;
    dot.alpha = 1;
    dot.x = bullet.x = x;
    dot.y = bullet.y = y;
    bullet.place = this.bullets.length;
    this.bullets.push(bullet);
    this.view.particleChildren.push(dot);
    this.fired++;
    return bullet;
  }

  /** One that comes out of something round. */
  fireFrom({ x, y }: Point, angle: number, kind: Kind): Bullet {
    return this.fire(x + Math.cos(angle) * 30, y + Math.sin(angle) * 30, kind);
  }

  /** The last one takes its place. */
  remove(bullet: Bullet): void {
    const { place } = bullet;
    if (place === -1) return;
    const last = this.bullets.pop()!;
    const lastDot = this.view.particleChildren.pop()!;
    if (last !== bullet) {
      this.bullets[place] = last;
      this.view.particleChildren[place] = lastDot;
      last.place = place;
    }
    bullet.place = -1;
    this.#spare.push(bullet);
  }

  /** Those that touch a circle, and hurt who is in it. */
  touching({ x, y }: Point, radius: number, hurts: 'light' | 'boss'): Bullet[] {
    const found = [];
    for (const bullet of this.bullets) {
      const kind = KINDS[bullet.kind];
      if (kind.hurts !== hurts) continue;
      const reach = radius + kind.radius;
      if ((bullet.x - x) ** 2 + (bullet.y - y) ** 2 < reach ** 2) found.push(bullet);
    }
    return found;
  }

  clear(): void {
    for (const bullet of this.bullets.slice()) bullet.end();
  }
}
