/** Rooms that could not move. */
import { defineTypes, Schema, StreamSchema, unreliable } from '@colyseus/schema';
import { ScriptedRoom } from '@spindle/colyseus';

class Bird extends Schema {}
defineTypes(Bird, { x: 'number', name: 'string' });
unreliable(Bird.prototype, 'x');

class RiverState extends Schema {
  constructor() {
    super();
    this.boats = new StreamSchema();
  }
}
class Boat extends Schema {}
defineTypes(Boat, { name: 'string' });
defineTypes(RiverState, { boats: { stream: Boat } });

export class River extends ScriptedRoom {
  state = new RiverState();
}

class SkyState extends Schema {}
defineTypes(SkyState, { bird: Bird });

export class Quick extends ScriptedRoom {
  state = new SkyState();
}

class Move extends Schema {}
defineTypes(Move, { x: 'number' });

export class Typed extends ScriptedRoom {
  inputs = this.defineInput(Move);
}

export class Ticking extends ScriptedRoom {
  onCreate() {
    this.setSimulationInterval(() => {});
  }
}

export class Stepping extends ScriptedRoom {
  onCreate() {
    this.setFixedTimestep(() => {});
  }
}
