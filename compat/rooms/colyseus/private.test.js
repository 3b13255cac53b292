/** What `packages/colyseus/src/private.ts` uses of Colyseus is as it was. Where one of these fails, a version has changed it: mend that file. */
import assert from 'node:assert/strict';
import { EventEmitter, on, once } from 'node:events';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import {
  ClientState,
  LocalDriver,
  LocalPresence,
  matchMaker,
  Room,
  RoomPlugin,
  SchemaSerializer,
} from '@colyseus/core';
import {
  $changes,
  $refId,
  ArraySchema,
  CollectionSchema,
  defineTypes,
  Encoder,
  MapSchema,
  Schema,
  SetSchema,
  StateView,
  unreliable,
  view,
} from '@colyseus/schema';
import { RedisDriver } from '@colyseus/redis-driver';
import { Room as ClientRoom } from '@colyseus/sdk';
import { WebSocketClient, WebSocketTransport } from '@colyseus/ws-transport';
import * as mine from './node_modules/@spindle/colyseus/dist/private.js';

class Hero extends Schema {}
defineTypes(Hero, { name: 'string' });
class State extends Schema {}
defineTypes(State, {
  map: { map: Hero },
  set: { set: 'string' },
  collection: { collection: 'string' },
  array: [Hero],
});

class Plain extends Room {}

const removed = [];
class Driver extends LocalDriver {
  remove(roomId) {
    removed.push(roomId);
    return false;
  }
}

async function makeRoom() {
  matchMaker.defineRoomType('plain', Plain);
  await matchMaker.setup(new LocalPresence(), new Driver());
  const given = new Plain();
  given.roomId = 'given';
  await mine.createFrom(matchMaker, given, { name: 'plain', options: {}, roomId: 'given' });
  return given;
}

test('the matchmaker takes a room that is there, and lets it go at once with its row left', async () => {
  const room = await makeRoom();
  assert.equal(matchMaker.getLocalRoomById('given'), room);
  assert.equal(matchMaker.getRoomClass('plain'), Plain);
  assert.equal(mine.listingOf(room).roomId, 'given');
  let isDisposed = false;
  room.onDispose = () => (isDisposed = true);
  const { roomCount } = matchMaker.stats.local;
  mine.releaseRoom(room);
  assert.equal(matchMaker.getLocalRoomById('given'), undefined);
  assert.equal(matchMaker.stats.local.roomCount, roomCount - 1);
  await new Promise((resolve) => setTimeout(resolve, 10));
  assert.equal(isDisposed, true);
  assert.deepEqual(removed, [undefined]);
});

test('`Room` gives a room no more fields than these, wherever it comes by them', async () => {
  const plugin = new (class extends RoomPlugin {})();
  class Full extends Room {
    state = new State();
    messages = { clap() {} };
    plugins = { plugin };
    own = 1;
  }
  matchMaker.defineRoomType('full', Full);
  const { roomId } = await matchMaker.handleCreateRoom('full', {});
  const room = matchMaker.getLocalRoomById(roomId);
  await matchMaker.joinById(roomId, {});
  await room.lock();
  room.setMetadata({ secret: 'new' });
  const known = new Set([...Object.keys(new Room()), ...mine.LATE_FIELDS]);
  assert.deepEqual(
    Object.keys(room).filter((name) => !known.has(name)),
    ['own'],
  );
  await room.disconnect();
});

test('a RedisDriver has its rows as JSON in a hash, and a client that runs scripts', async () => {
  const rows = [];
  const driver = Object.create(RedisDriver.prototype);
  driver._client = { hset: (...given) => rows.push(given), eval: (...given) => given };
  await driver.persist({ roomId: 'inn', clients: 1 });
  assert.deepEqual(rows, [['roomcaches', 'inn', '{"roomId":"inn","clients":1}']]);
  assert.deepEqual(mine.rowsInRedis(driver)('return 1', 'inn'), ['return 1', 1, 'roomcaches', 'inn']);
  assert.equal(mine.rowsInRedis(new LocalDriver()), null);
});

test('the handlers of a room come by `messages` before it has a name, and hooks are properties', async () => {
  const order = [];
  class Watched extends Room {
    messages = { clap() {} };
    onMessage(type) {
      order.push([type, this.roomName]);
      return () => {};
    }
  }
  matchMaker.defineRoomType('watched', Watched);
  await matchMaker.handleCreateRoom('watched', {});
  assert.deepEqual(order, [['clap', undefined]]);
});

test('a room that is full locks itself, and the game does so otherwise', async () => {
  const calls = [];
  class Small extends Room {
    maxClients = 1;
    async lock(...given) {
      calls.push(['lock', mine.isOfGame(given)]);
      await super.lock(...given);
    }
    async unlock(...given) {
      calls.push(['unlock', mine.isOfGame(given)]);
      await super.unlock(...given);
    }
  }
  matchMaker.defineRoomType('small', Small);
  const { roomId } = await matchMaker.handleCreateRoom('small', {});
  const room = matchMaker.getLocalRoomById(roomId);
  await matchMaker.joinById(roomId, {});
  assert.equal(room.locked, true);
  assert.deepEqual(calls.splice(0), [['lock', false]]);
  await room.unlock();
  await room.lock();
  await room.setMatchmaking({ locked: false });
  assert.deepEqual(calls, [
    ['unlock', true],
    ['lock', true],
    ['unlock', false],
  ]);
  await room.disconnect();
});

test('a serializer sends patches by `raw` of the clients that it is given', () => {
  const state = new State();
  const serializer = new SchemaSerializer();
  serializer.reset(state);
  state.map = new MapSchema({ a: new Hero() });
  const client = { state: ClientState.JOINED, raw: () => assert.fail('it is sent') };
  const away = { state: ClientState.RECONNECTED, raw: () => assert.fail('it is sent') };
  const held = [];
  const hold = (one, bytes) => held.push([one, bytes.length > 0]);
  serializer.applyPatches(
    [client, away].map((one) => mine.clientThatHolds(one, hold)),
    state,
  );
  assert.deepEqual(held, [[client, true]]);
});

test('fields that go out on a channel of their own', () => {
  class Bird extends Schema {}
  defineTypes(Bird, { name: 'string', x: 'number' });
  class Owl extends Bird {}
  defineTypes(Owl, { y: 'number' });
  for (const [of, field] of [
    [Bird, 'x'],
    [Owl, 'y'],
  ])
    unreliable(of.prototype, field);
  assert.deepEqual([Hero, Bird, Owl].map(mine.unreliableFields), [[], ['x'], ['x', 'y']]);
});

test('what goes to a client leaves as one write', async (t) => {
  const transport = new WebSocketTransport({ pingInterval: 0 });
  transport.listen(0, '127.0.0.1');
  await once(transport.server, 'listening');
  t.after(() => transport.shutdown());
  transport.wss.removeAllListeners('connection');
  const connected = once(transport.wss, 'connection');
  const socket = new WebSocket(`ws://127.0.0.1:${transport.server.address().port}`);
  const [ref] = await connected;
  let writes = 0;
  const { _handle: handle } = ref._socket;
  for (const name of ['writev', 'writeBuffer', 'writeLatin1String', 'writeUtf8String']) {
    const write = handle[name].bind(handle);
    handle[name] = (...given) => {
      writes++;
      return write(...given);
    };
  }
  const client = new WebSocketClient('ann', ref);
  mine.cork(client);
  mine.cork(client);
  client.raw(Buffer.from('one'));
  client.raw(Buffer.from('two'));
  assert.equal(writes, 0);
  mine.uncorkAll();
  assert.equal(writes, 1);
  const said = [];
  for await (const [{ data }] of on(socket, 'message')) if (said.push(await data.text()) === 2) break;
  assert.deepEqual(said, ['one', 'two']);
  socket.close();
});

test('a client whose connection is the room’s no more', () => {
  const ref = new EventEmitter();
  ref.on('close', () => {});
  ref.on('message', () => {});
  mine.detachClient({ ref });
  assert.deepEqual(ref.eventNames(), []);
});

test('ids that were given stay, and the next one is set', () => {
  const state = new State();
  state.map = new MapSchema();
  Object.defineProperty(state.map, $refId, { value: 7, enumerable: false, writable: true });
  const { root } = new Encoder(state);
  assert.equal(state.map[$refId], 7);
  assert.equal(mine.nextRefId(root), 1);
  mine.setNextRefId(root, 8);
  state.map.set('a', new Hero());
  assert.equal(state.map.get('a')[$refId], 8);
  assert.equal(root.changeTrees[7].ref, state.map);
});

test('the numbers of keys and items', () => {
  const map = new MapSchema();
  mine.setMapIndexes(map, [['b', 4]], 9);
  map.set('b', 'x');
  map.set('c', 'y');
  const { indexOf, next } = mine.mapIndexes(map);
  assert.deepEqual([indexOf('b'), indexOf('c'), next], [4, 9, 10]);
  for (const Of of [SetSchema, CollectionSchema]) {
    const items = new Of();
    mine.addItems(
      items,
      [
        [3, 'a'],
        [5, 'b'],
      ],
      6,
      (item) => items.add(item),
    );
    items.add('c');
    assert.deepEqual(mine.itemsOf(items), {
      items: [
        [3, 'a'],
        [5, 'b'],
        [6, 'c'],
      ],
      next: 7,
    });
  }
});

test('an object is in several places, the last one first', () => {
  const state = new State();
  const hero = new Hero();
  [state.array, state.map] = [new ArraySchema(hero), new MapSchema({ a: hero })];
  const tree = hero[$changes];
  const places = mine.placesOf(tree);
  assert.deepEqual(
    places.map(({ ref }) => ref[$changes]),
    [state.map, state.array].map((ref) => ref[$changes]),
  );
  mine.setPlaces(tree, places.toReversed());
  assert.equal(tree.parent[$changes], state.array[$changes]);
  assert.deepEqual(mine.placesOf(tree), places.toReversed());
  assert.deepEqual(mine.placesOf(state.map[$changes]), []);
});

test('a view gets its place, its tags and its subscriptions', () => {
  const state = new State();
  state.array = new ArraySchema(new Hero());
  const { root } = new Encoder(state);
  const one = new StateView();
  mine.bindView(one, root);
  const tree = state.array[$changes];
  one.markVisible(tree);
  one.addTag(tree, 2);
  mine.markSubscribed(one, tree);
  assert.deepEqual(
    [one.isVisible(tree), mine.tagsOf(tree), one.hasTagOnTree(tree, 2), one.isSubscribed(tree)],
    [true, [2], true, true],
  );
  assert.equal(typeof view, 'function');
});

test('the connection of a room of the SDK', () => {
  const room = new ClientRoom('plain');
  const heard = [];
  room.onMessage('said', (words) => heard.push(words));
  mine.dispatch(room, 'said', 'hello');
  assert.deepEqual(heard, ['hello']);
  let closed = false;
  const ws = { onopen: 1, onmessage: 1, onclose: 1, onerror: 1, close: () => (closed = true) };
  room.connection = { events: {}, transport: { ws } };
  const codes = [];
  mine.takeOverClose(room, (...given) => codes.push(given));
  room.connection.events.onclose({ code: 1006, reason: 'gone' });
  assert.deepEqual(codes, [[1006, 'gone']]);
  mine.dropSocket(room);
  assert.deepEqual([ws.onopen, ws.onmessage, ws.onclose, closed], [null, null, null, true]);
});

/** The parts by which the SDK reaches its socket cannot be tried without one: their text is looked for. */
test('the SDK keeps its socket and its events where they were', () => {
  const folder = path.dirname(createRequire(import.meta.url).resolve('@colyseus/sdk/package.json'));
  const read = (file) => readFileSync(path.join(folder, 'src', file), 'utf8');
  assert.match(read('Connection.ts'), /events: ITransportEventMap = \{\}/);
  assert.match(read('Connection.ts'), /const url = new URL\(this\.url\);/);
  assert.match(
    read('transport/WebSocketTransport.ts'),
    /this\.ws\.onclose = \(event\) => this\.events\.onclose\?\.\(event\)/,
  );
  assert.match(read('Room.ts'), /this\.connection\.events\.onclose = /);
});
