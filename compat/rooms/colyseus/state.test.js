/** A state is saved and made again with the ids that clients know, by random changes: they keep their decoders, and see the same, also where each sees another part. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClientState } from '@colyseus/core';
import {
  $refId,
  ArraySchema,
  CollectionSchema,
  Decoder,
  defineTypes,
  Encoder,
  MapSchema,
  Reflection,
  Schema,
  SetSchema,
  StateView,
  view,
} from '@colyseus/schema';
import { makeDice } from '../dice.js';
import { dumpState, rebuildState, SchemaClasses } from './node_modules/@spindle/colyseus/dist/schema-state.js';
import { setNextRefId } from './node_modules/@spindle/colyseus/dist/private.js';
import { HeldSerializer } from './node_modules/@spindle/colyseus/dist/serializer.js';
import { dumpView, rebuildView } from './node_modules/@spindle/colyseus/dist/views.js';

class Item extends Schema {}
defineTypes(Item, { name: 'string', size: 'number' });
class Hero extends Schema {}
defineTypes(Hero, { name: 'string', bag: [Item], friend: Hero });
class Boss extends Hero {}
defineTypes(Boss, { rage: 'int32' });
class State extends Schema {}
defineTypes(State, {
  leader: Hero,
  heroes: { map: Hero },
  list: [Hero],
  numbers: ['number'],
  names: { map: 'string' },
  tags: { set: 'string' },
  guests: { set: Hero },
  pile: { collection: Hero },
});

function freshState(Of = State) {
  const state = new Of();
  state.heroes = new MapSchema();
  state.list = new ArraySchema();
  state.numbers = new ArraySchema();
  state.names = new MapSchema();
  state.tags = new SetSchema();
  state.guests = new SetSchema();
  state.pile = new CollectionSchema();
  return state;
}

function dice(seed) {
  const draw = makeDice(seed);
  return (below) => Math.floor(draw() * below);
}

let made = 0;
function hero(random) {
  const one = random(4) === 0 ? Object.assign(new Boss(), { rage: random(100) }) : new Hero();
  one.name = `hero ${++made}`;
  one.bag = new ArraySchema();
  one.speed = random(9);
  return one;
}

const all = (state) => [...state.heroes.values(), ...state.list, ...state.guests.values(), ...state.pile.values()];

/** One change of a kind. */
const CHANGES = [
  (state, random) => state.heroes.set(`k${random(8)}`, hero(random)),
  (state, random) => state.heroes.delete(`k${random(8)}`),
  (state, random) => state.list.push(hero(random)),
  (state) => state.list.length > 0 && state.list.shift(),
  (state, random) => state.list.splice(random(3), 1),
  (state, random) => state.numbers.push(random(1000)),
  (state, random) => state.numbers.length > 3 && state.numbers.splice(random(3), 2),
  (state, random) => state.names.set(`n${random(6)}`, `v${random(99)}`),
  (state, random) => state.names.delete(`n${random(6)}`),
  (state, random) => state.tags.add(`t${random(6)}`),
  (state, random) => state.tags.delete(`t${random(6)}`),
  (state, random) => state.guests.add(hero(random)),
  (state, random) => state.guests.delete([...state.guests.values()][random(3)]),
  (state, random) => state.pile.add(hero(random)),
  (state, random) => state.pile.delete([...state.pile.values()][random(3)]),
  (state, random) => (state.leader = all(state)[random(8)] ?? state.leader),
  (state, random) => {
    const one = all(state)[random(9)];
    if (one !== undefined) one.name = `named ${random(999)}`;
  },
  (state, random) => {
    const one = all(state)[random(9)];
    one?.bag.push(Object.assign(new Item(), { name: `item ${random(99)}`, size: random(9) }));
    if (one?.bag.length > 3) one.bag.shift();
  },
  (state, random) => {
    const [one, other] = [all(state)[random(5)], all(state)[random(5)]];
    // No circles: `toJSON` would go round in them.
    if (other?.[$refId] < one?.[$refId]) one.friend = other;
  },
];

class Server {
  constructor(state) {
    this.state = state;
    this.encoder = new Encoder(state);
  }

  patch() {
    const bytes = this.encoder.encode().slice();
    this.encoder.discardChanges();
    return bytes;
  }

  /** As another process gets it. */
  moved() {
    const classes = new SchemaClasses(this.state);
    const saved = JSON.parse(JSON.stringify(dumpState(this.encoder.root, classes)));
    const objects = rebuildState(saved, classes);
    const next = new Server(objects.get(0));
    setNextRefId(next.encoder.root, saved.next);
    next.encoder.discardChanges();
    return next;
  }
}

/** The order of fields says nothing. */
const text = (state) => JSON.stringify(inOrder(state.toJSON()));
function inOrder(value) {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort()
      .map(([name, one]) => [name, inOrder(one)]),
  );
}

/** Where clients see different parts. */
const MOVES_OF_A_ROOM = 25;
/** So many changes, 20 before each move; more of them in a long run. */
const CHANGES_IN_ALL = Number(process.env.ROOM_COLYSEUS_CHANGES ?? 10_000);
const SEED = Number(process.env.ROOM_SEED ?? 30);

for (const hasFullState of [true, false]) {
  test(`${CHANGES_IN_ALL} random changes, a move behind each 20, seed ${SEED}; a client gets ${hasFullState ? 'the full state' : 'nothing but patches'} behind a move`, () => {
    const random = dice(SEED + (hasFullState ? 0 : 1));
    let server = new Server(freshState());
    const decoder = Reflection.decode(Reflection.encode(server.encoder));
    decoder.decode(server.encoder.encodeAll().slice());
    server.encoder.discardChanges();
    for (let move = 0; move < CHANGES_IN_ALL / 20; move++) {
      for (let i = 0; i < 20; i++) {
        CHANGES[random(CHANGES.length)](server.state, random);
        if (random(3) === 0) decoder.decode(server.patch());
      }
      decoder.decode(server.patch());
      assert.equal(text(decoder.state), text(server.state), `before move ${move}`);
      const known = new Map(decoder.root.refs);
      const { speed } = [...server.state.heroes.values()][0] ?? {};
      const before = text(server.state);
      server = server.moved();
      assert.equal(text(server.state), before);
      assert.equal([...server.state.heroes.values()][0]?.speed, speed);
      if (hasFullState) decoder.decodeResync(server.encoder.encodeAll().slice());
      assert.equal(text(decoder.state), text(server.state), `behind move ${move}`);
      // The decoder itself makes a new collection of each one in a full state.
      for (const [id, ref] of decoder.root.refs)
        if (!hasFullState || ref instanceof Schema)
          assert.ok(known.get(id) === ref, `object ${id} behind move ${move}`);
      assert.equal(
        Object.values(server.encoder.root.changeTrees).every(
          ({ ref }) => ref[$refId] < server.encoder.root.nextUniqueId,
        ),
        true,
      );
    }
  });
}

class Spy extends Hero {}
defineTypes(Spy, { secret: 'string', code: 'string', pocket: [Item] });
view()(Spy.prototype, 'secret');
view(1)(Spy.prototype, 'code');
view()(Spy.prototype, 'pocket');
class Hideout extends State {}
defineTypes(Hideout, { hidden: { map: Hero } });
view()(Hideout.prototype, 'hidden');

function spy(random) {
  const one = Object.assign(new Spy(), {
    name: `spy ${random(999)}`,
    bag: new ArraySchema(),
    pocket: new ArraySchema(),
  });
  return Object.assign(one, { secret: `secret ${random(99)}`, code: `code ${random(99)}` });
}

const spies = (state) => [...all(state), ...state.hidden.values()].filter((one) => one instanceof Spy);

/** One change of a kind, beside those of all states. */
const HIDDEN_CHANGES = [
  ({ state }, random) => state.heroes.set(`k${random(8)}`, spy(random)),
  ({ state }, random) => state.hidden.set(`h${random(6)}`, spy(random)),
  ({ state }, random) => state.hidden.delete(`h${random(6)}`),
  ({ state }, random) => {
    const one = spies(state)[random(8)];
    if (one !== undefined) Object.assign(one, { secret: `secret ${random(99)}`, code: `code ${random(99)}` });
  },
  ({ state }, random) => {
    const one = spies(state)[random(8)];
    one?.pocket.push(Object.assign(new Item(), { name: `pocketed ${random(99)}`, size: random(9) }));
    if (one?.pocket.length > 3) one.pocket.shift();
  },
  ...[undefined, undefined, 1].flatMap((tag) => [
    ({ state, views }, random) => add(views[random(views.length)], spies(state)[random(8)], tag),
    ({ state, views }, random) => remove(views[random(views.length)], spies(state)[random(8)], tag),
  ]),
];
const add = (seen, one, tag) => one !== undefined && seen.add(one, tag);
const remove = (seen, one, tag) => one !== undefined && seen.remove(one, tag);

/** A room with clients who see different parts of it; the first one sees what all see. */
class Room {
  serializer = new HeldSerializer();
  clients = [];
  /** Its clients could not read what they got. */
  isBroken = false;
  #pulse = 0;

  constructor(random) {
    this.random = random;
    // Colyseus has faults where some kinds come together: rooms that lack one go on for longer.
    this.hiddenChanges = HIDDEN_CHANGES.filter(() => random(3) > 0);
    this.state = freshState(Hideout);
    this.state.hidden = new MapSchema();
    this.serializer.reset(this.state);
    for (let i = 0; i < 3; i++) this.clients.push(this.#join(i === 0 ? undefined : new StateView(i === 1)));
  }

  #join(seen) {
    const decoder = Reflection.decode(this.serializer.handshake());
    const raw = (bytes) => decoder.decode(bytes.slice(1));
    const client = { state: ClientState.JOINED, ref: {}, view: seen, decoder, raw };
    raw(this.serializer.getFullState(client));
    return client;
  }

  get views() {
    return this.clients.flatMap((client) => client.view ?? []);
  }

  change() {
    const { state, views, random, hiddenChanges } = this;
    const at = random(CHANGES.length + hiddenChanges.length);
    if (at < CHANGES.length) CHANGES[at](state, random);
    else hiddenChanges[at - CHANGES.length]({ state, views }, random);
  }

  patch() {
    this.serializer.inPulse(++this.#pulse, () => this.serializer.applyPatches(this.clients));
    this.serializer.release(this.#pulse);
  }

  /** As another process gets it. */
  move() {
    const { root } = this.serializer;
    const classes = new SchemaClasses(this.state);
    const seen = this.clients.map((client) => client.view && dumpView(client.view, root));
    const saved = JSON.parse(JSON.stringify({ state: dumpState(root, classes), seen }));
    const objects = rebuildState(saved.state, classes);
    this.state = objects.get(0);
    this.serializer = new HeldSerializer();
    this.serializer.load(this.state, saved.state.next);
    for (const [i, client] of this.clients.entries())
      if (client.view !== undefined) client.view = rebuildView(saved.seen[i], objects, this.serializer.root);
  }

  /** All come back, as behind a move. */
  resync() {
    for (const client of this.clients) client.decoder.decodeResync(this.serializer.getFullState(client).slice(1));
  }

  get seen() {
    return this.clients.map(({ decoder }) => text(decoder.state));
  }
}

/** Plays until so many moves are over, or one of the rooms is broken. Gives how often clients saw what only they see. */
function playBoth([moved, still], moves) {
  const seen = { secret: 0, code: 0, pocketed: 0, hidden: 0 };
  for (let move = 0; move < moves; move++) {
    for (const room of [moved, still]) {
      made = move * 20;
      for (let i = 0; i < 20; i++) {
        room.change();
        if (room.random(3) === 0) room.patch();
      }
      room.patch();
    }
    assert.equal(moved.isBroken, still.isBroken, `before move ${move}`);
    if (still.isBroken) return { move, seen };
    assert.deepEqual(moved.seen, still.seen, `before move ${move}`);
    const known = moved.clients.map(({ decoder }) => new Map(decoder.root.refs));
    moved.move();
    for (const room of [moved, still]) room.resync();
    assert.equal(moved.isBroken, still.isBroken, `behind move ${move}`);
    if (still.isBroken) return { move, seen };
    assert.deepEqual(moved.seen, still.seen, `behind move ${move}`);
    for (const [i, { decoder }] of moved.clients.entries())
      for (const [id, ref] of decoder.root.refs)
        if (ref instanceof Schema) assert.ok(known[i].get(id) === ref, `object ${id} behind move ${move}`);
    const [all, ...others] = moved.seen;
    assert.doesNotMatch(all, /"(?:secret|code|pocket|hidden)"/);
    for (const what of Object.keys(seen)) seen[what] += others.filter((words) => words.includes(what)).length;
  }
  return { move: moves, seen };
}

test(`${CHANGES_IN_ALL} random changes of a state of which clients see different parts, a move behind each 20, seed ${SEED}: each sees what it sees in a room that never moved`, (t) => {
  let faults = 0;
  for (const name of ['warn', 'error']) t.mock.method(console, name, () => faults++);
  class Watched extends Room {
    patch() {
      const before = faults;
      super.patch();
      this.isBroken ||= faults > before;
    }
    resync() {
      const before = faults;
      super.resync();
      this.isBroken ||= faults > before;
    }
  }
  const MOVES = CHANGES_IN_ALL / 20;
  const all = {};
  let moves = 0;
  let rooms = 0;
  while (moves < MOVES) {
    const seed = SEED * 1000 + rooms++;
    const { move, seen } = playBoth(
      [0, 0].map(() => new Watched(dice(seed))),
      MOVES_OF_A_ROOM,
    );
    moves += move + 1;
    for (const [what, times] of Object.entries(seen)) all[what] = (all[what] ?? 0) + times;
  }
  for (const [what, times] of Object.entries(all)) assert.ok(times > 0, `nobody has seen a ${what}`);
});

test('what a view shows beside an object that is in two places is decided by the last one, also behind a move', () => {
  const room = new Room(dice(SEED));
  const [holder, held] = [spy(room.random), hero(room.random)];
  room.state.heroes.set('holder', holder);
  holder.friend = held;
  room.state.heroes.set('held', held);
  room.move();
  room.views[0].add(room.state.heroes.get('held'));
  room.resync();
  assert.doesNotMatch(room.seen[1], /secret/);
  room.views[0].add(room.state.heroes.get('holder'));
  room.resync();
  assert.match(room.seen[1], /secret/);
});

class Card extends Schema {}
defineTypes(Card, { face: 'string', back: 'string' });
view()(Card.prototype, 'face');
class Table extends Schema {}
defineTypes(Table, { cards: { map: Card } });

test('what a view shows is shown behind a move, and nothing else', () => {
  const table = new Table();
  table.cards = new MapSchema();
  for (const name of ['a', 'b', 'c'])
    table.cards.set(name, Object.assign(new Card(), { face: `face ${name}`, back: 'blue' }));
  const encoder = new Encoder(table);
  const one = new StateView(true);
  one.add(table.cards.get('a'));
  const classes = new SchemaClasses(table);
  const saved = JSON.parse(
    JSON.stringify({ state: dumpState(encoder.root, classes), view: dumpView(one, encoder.root) }),
  );
  const objects = rebuildState(saved.state, classes);
  const next = new Encoder(objects.get(0));
  setNextRefId(next.root, saved.state.next);
  next.discardChanges();
  const again = rebuildView(saved.view, objects, next.root);
  assert.deepEqual([...again.items], [objects.get(0).cards.get('a')]);
  const decoder = new Decoder(new Table());
  const it = { offset: 0 };
  next.encodeAll(it);
  decoder.decode(next.encodeAllView(again, it.offset, it).slice());
  const seen = Object.fromEntries([...decoder.state.cards].map(([name, { face, back }]) => [name, [face, back]]));
  assert.deepEqual(seen, { a: ['face a', 'blue'], b: [undefined, 'blue'], c: [undefined, 'blue'] });
});
