/**
 * Everything that this package uses of Colyseus without being allowed to: of `@colyseus/core` 0.18, `@colyseus/schema` 5 and `@colyseus/sdk` 0.18. Nothing else may
 * touch it, and `compat/rooms/colyseus/private.test.js` fails for the version that changes one of these. It imports types only, so a client that needs its half
 * gets no code of a server.
 *
 * Two changes of Colyseus would make it needless; neither is proposed there yet:
 *
 * 1. **A room that leaves a process without ending.** `matchMaker.release(room)` takes the object off its process: clients are detached, no hook is called, and the row
 *    and the channel go only if they are still this object's; now they go by the room's id, also when it is elsewhere, or back. `matchMaker.adopt(room, { name, roomId,
 *    options })` takes an object that is there, and counts its clients. The driver gets `transfer(roomId, fromProcessId, toProcessId)` as one step. With it, in
 *    `@colyseus/schema`, `encoder.snapshot()` and `Encoder.from(snapshot)`: objects by `$refId`, the next id, the indexes of maps and sets, views; `toJSON` and `restore`
 *    lose shared references and give new ids, and a client that keeps its decoder then decodes something else.
 * 2. **A room of the SDK that is elsewhere now.** `room.rehome({ processId, publicAddress })` opens a connection there with the room's token, and keeps the decoder, the
 *    handlers and whatever is not sent yet, without `onDrop`, `onLeave` or a limit of uptime. `room.reconnection.locate = (roomId) => …` says before each attempt where
 *    the room is: now the SDK goes on asking the process that is gone.
 */
import type { Client, IRoomCache, matchMaker, MatchMakerDriver, Room } from '@colyseus/core';
import type { ChangeTree, Ref, Root, StateView } from '@colyseus/schema';
import type { Room as ClientRoom } from '@colyseus/sdk';

interface PrivateRoom {
  readonly _listing: Omit<IRoomCache, 'roomId'> & { roomId: string | undefined };
  readonly _events: { emit(name: 'dispose'): void };
}

/** Fields of a room that `Room` has not from the start. */
export const LATE_FIELDS: readonly string[] = [
  'state',
  'messages',
  'plugins',
  'presence',
  '_listing',
  '_autoPlugins',
  '_autoDisposeTimeout',
];

/** The row of a room in the matchmaker, as the room knows it. */
export const listingOf = (room: Room): IRoomCache => (room as unknown as PrivateRoom)._listing as IRoomCache;

/**
 * Takes a room off this process at once, and leaves its row: another process has it. `disconnect()` would take the row and the channel of the room off by its id up
 * to a second later, also if the room has come back by then as another object.
 */
export function releaseRoom(room: Room): void {
  const { _listing, _events } = room as unknown as PrivateRoom;
  _listing.roomId = undefined;
  _events.emit('dispose');
}

type Evaluate = (script: string, keys: number, ...texts: (string | number)[]) => Promise<unknown>;

/** Runs a script on the hash in which a RedisDriver has rows, as JSON by their rooms. Null: it is another driver. */
export function rowsInRedis(
  driver: MatchMakerDriver,
): ((script: string, ...texts: (string | number)[]) => Promise<unknown>) | null {
  const { _client: redis } = driver as { readonly _client?: { readonly eval?: Evaluate } };
  if (redis?.eval === undefined) return null;
  return (script, ...texts) => redis.eval!(script, 1, 'roomcaches', ...texts);
}

/** Is a call of `lock` or `unlock` one of the game? `Room` itself, which locks a full room, gives them an argument that their types do not have. */
export const isOfGame = (given: readonly unknown[]): boolean => given.length === 0;

/** A client to give to `applyPatches` of a SchemaSerializer in place of this one: what it sends by `raw` goes to `hold`. */
export function clientThatHolds(client: Client, hold: (client: Client, bytes: Uint8Array) => void): Client {
  const raw = (bytes: Uint8Array): void => hold(client, bytes);
  return Object.create(client, { raw: { value: raw } }) as Client;
}

interface Corkable {
  cork(): void;
  uncork(): void;
}
const corked: Set<Corkable> = new Set();

/** What goes to a client from here on leaves as one write, at `uncorkAll`. Only the sockets of `ws` can do so. */
export function cork({ ref }: Client): void {
  const { _socket: socket } = ref as unknown as { readonly _socket?: Corkable | null };
  if (!socket || corked.has(socket)) return;
  corked.add(socket);
  socket.cork();
}

export function uncorkAll(): void {
  for (const socket of corked) socket.uncork();
  corked.clear();
}

/** What happens on its connection is the room's no more. */
export function detachClient({ ref }: Client): void {
  ref.removeAllListeners('message');
  ref.removeAllListeners('close');
}

/** The matchmaker makes the object of a room with `new handler.klass()`, before it waits for anything. This lets it take one that is there. */
export function createFrom(
  maker: typeof matchMaker,
  room: Room,
  { name, options, roomId }: { readonly name: string; readonly options: unknown; readonly roomId: string },
): Promise<IRoomCache> {
  const handler = maker.getHandler(name);
  const { klass } = handler;
  handler.klass = function () {
    return room;
  } as unknown as typeof klass;
  try {
    return maker.handleCreateRoom(name, options, undefined, roomId);
  } finally {
    handler.klass = klass;
  }
}

interface PrivateRoot {
  nextUniqueId: number;
}

export const nextRefId = (root: Root): number => (root as unknown as PrivateRoot).nextUniqueId;

/** Ids up to here were given: clients know them. */
export function setNextRefId(root: Root, next: number): void {
  (root as unknown as PrivateRoot).nextUniqueId = next;
}

/** The fields of a Schema class that go out on a channel of their own. */
export function unreliableFields(klass: object): string[] {
  const { metadata } = Symbol as unknown as { readonly metadata: symbol };
  const fields = (klass as Record<symbol, Record<number, { readonly name: string; readonly unreliable?: boolean }>>)[
    metadata
  ];
  const found: string[] = [];
  for (let i = 0, field = fields?.[i]; field !== undefined; field = fields?.[++i])
    if (field.unreliable === true) found.push(field.name);
  return found;
}

interface Journal {
  nextIndex: number;
  indexOf(key: string): number;
  setIndex(index: number, key: string): void;
}

/** The numbers by which clients know the keys of a map, and the next one. */
export function mapIndexes(map: object): { readonly indexOf: (key: string) => number; readonly next: number } {
  const { journal } = map as { readonly journal: Journal };
  return { indexOf: (key) => journal.indexOf(key), next: journal.nextIndex };
}

/** Before the keys are set. */
export function setMapIndexes(map: object, keys: readonly (readonly [string, number])[], next: number): void {
  const { journal } = map as { readonly journal: Journal };
  for (const [key, index] of keys) journal.setIndex(index, key);
  journal.nextIndex = next;
}

interface IndexedItems {
  readonly $items: Map<number, unknown>;
  $refId: number;
}

/** The items of a SetSchema or a CollectionSchema by the numbers by which clients know them, and the next number. */
export function itemsOf(collection: object): { readonly items: readonly [number, unknown][]; readonly next: number } {
  const { $items, $refId } = collection as IndexedItems;
  return { items: [...$items], next: $refId };
}

/** Adds each item under its number. */
export function addItems(
  collection: object,
  items: readonly (readonly [number, unknown])[],
  next: number,
  add: (item: unknown) => void,
): void {
  const indexed = collection as IndexedItems;
  for (const [index, item] of items) {
    indexed.$refId = index;
    add(item);
  }
  indexed.$refId = next;
}

/** Where an object is: in what, and under which index of it. */
export interface Place {
  readonly ref: Ref;
  readonly index: number;
}

interface PrivateTree {
  readonly tagViews?: Map<number, unknown>;
  readonly extraParents?: object;
  getAllParents(): readonly Place[];
  removeParent(ref: Ref): boolean;
  addParent(ref: Ref, index: number): void;
}

/** The places of an object that is in several, the last one first; also some in which it was. Nothing where it is in one. */
export function placesOf(tree: ChangeTree): readonly Place[] {
  const own = tree as unknown as PrivateTree;
  return own.extraParents === undefined ? [] : own.getAllParents();
}

export function setPlaces(of: ChangeTree, places: readonly Place[]): void {
  const tree = of as unknown as PrivateTree;
  for (const { ref } of tree.getAllParents()) tree.removeParent(ref);
  for (const { ref, index } of places.toReversed()) tree.addParent(ref, index);
}

/** The tags that any view has on an object. */
export const tagsOf = (tree: ChangeTree): number[] => [...((tree as unknown as PrivateTree).tagViews?.keys() ?? [])];

/** A view gets its place in the state with its first object. */
export function bindView(view: StateView, root: Root): void {
  (view as unknown as { _bindRoot(root: Root): void })._bindRoot(root);
}

/** As `view.subscribe`, without sending what is in the collection. */
export function markSubscribed(view: StateView, tree: ChangeTree): void {
  (view as unknown as { _setSubscribed(tree: ChangeTree): void })._setSubscribed(tree);
}

interface PrivateConnection {
  readonly events: { onclose?: (event: { readonly code: number; readonly reason?: string }) => void };
  readonly transport: { readonly ws?: Record<'onopen' | 'onmessage' | 'onclose' | 'onerror', unknown> & Closeable };
}
interface Closeable {
  close(): void;
}

/** What becomes of a room of the SDK whose connection is lost is decided by who calls this. */
export function takeOverClose(room: ClientRoom, onClose: (code: number, reason: string) => void): void {
  const { events } = room.connection as unknown as PrivateConnection;
  const onclose: typeof events.onclose = ({ code, reason = '' }) => onClose(code, reason);
  Object.assign(events, { onclose });
}

/** Drops the socket of a room, which does not notice. */
export function dropSocket(room: ClientRoom): void {
  const { ws } = (room.connection as unknown as PrivateConnection).transport;
  if (ws === undefined) return;
  Object.assign(ws, { onopen: null, onmessage: null, onclose: null, onerror() {} });
  ws.close();
}

/** Gives a message to the handlers of `room.onMessage`, as if it had come by itself. */
export function dispatch(room: ClientRoom, type: string | number, message: unknown): void {
  (room as unknown as { dispatchMessage(type: string | number, message: unknown): void }).dispatchMessage(
    type,
    message,
  );
}
