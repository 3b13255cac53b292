import RAPIER from '@dimforge/rapier2d-deterministic-compat';

await RAPIER.init();

/** The world of a duel in Rapier. It goes back as a whole: a snapshot makes all of its bodies anew, with the handles that they had. */
export class RapierWorld {
  #world = new RAPIER.World({ x: 0, y: -9.8 });

  constructor() {
    this.#world.timestep = 1 / 60;
    this.#addWall(0, -0.5, 12, 0.5);
    for (const side of [-1, 1]) this.#addWall(side * 11.5, 5, 0.5, 6);
  }

  #addWall(x, y, halfWidth, halfHeight) {
    const wall = this.#world.createRigidBody(RAPIER.RigidBodyDesc.fixed().setTranslation(x, y));
    this.#world.createCollider(RAPIER.ColliderDesc.cuboid(halfWidth, halfHeight), wall);
  }

  /** Gives a handle. */
  add({ x, y }) {
    const body = this.#world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(x, y).lockRotations());
    this.#world.createCollider(RAPIER.ColliderDesc.ball(0.5).setDensity(1).setFriction(0.3), body);
    return body.handle;
  }

  remove(handle) {
    this.#world.removeRigidBody(this.#bodyOf(handle));
  }

  /** Changes its speed. */
  push(handle, x, y) {
    const body = this.#bodyOf(handle);
    const { x: vx, y: vy } = body.linvel();
    body.setLinvel({ x: vx + x, y: vy + y }, true);
  }

  put(handle, place) {
    const body = this.#bodyOf(handle);
    body.setTranslation(place, true);
    body.setLinvel({ x: 0, y: 0 }, true);
  }

  placeOf(handle) {
    return this.#bodyOf(handle).translation();
  }

  step() {
    this.#world.step();
  }

  mark() {
    return this.#world.takeSnapshot();
  }

  rewind(snapshot) {
    const old = this.#world;
    this.#world = RAPIER.World.restoreSnapshot(snapshot);
    old.free();
  }

  /** A text that differs where the world does. */
  look() {
    const all = [];
    this.#world.forEachRigidBody((body) => {
      const [place, speed] = [body.translation(), body.linvel()];
      all.push([body.handle, place.x, place.y, speed.x, speed.y]);
    });
    return JSON.stringify(all);
  }

  #bodyOf(handle) {
    return this.#world.getRigidBody(handle);
  }
}
