/** A state is saved and made again with the ids that a client knows, by random changes: the client keeps its decoder, and sees the same. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
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

function freshState() {
  const state = new State();
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
