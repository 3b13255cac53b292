/** What of Colyseus this package uses that is public: Colyseus is not installed where it is built. `compat/rooms` runs it on the real one. */

declare module '@colyseus/core' {
  import type { Encoder, StateView } from '@colyseus/schema';

  export interface Client {
    readonly sessionId: string;
    readonly ref: { removeAllListeners(type: string): void };
    readonly state: number;
    view?: StateView | undefined;
    userData?: any;
    auth?: any;
    reconnectionToken: string;
    send(type: string, message?: unknown): void;
    raw(bytes: Uint8Array): void;
    leave(code?: number, data?: string): void;
  }

  export const ClientState: { readonly JOINED: number };
  export const ServerError: new (code: number, message: string) => Error;

  export interface IRoomCache {
    roomId: string;
    processId: string;
    clients: number;
    maxClients: number;
    locked?: boolean;
    private?: boolean;
    unlisted?: boolean;
    metadata?: any;
  }

  export interface MatchMakerDriver {
    has(roomId: string): Promise<boolean> | boolean;
    query(conditions: object, sort?: object): Promise<IRoomCache[]> | IRoomCache[];
    cleanup?(processId: string): Promise<void>;
    findOne(conditions: object, sort?: object): Promise<IRoomCache>;
    findByIds(roomIds: string[]): Promise<Map<string, IRoomCache>>;
    remove(roomId: string): Promise<boolean> | boolean;
    update(room: IRoomCache, operations: { $set?: object; $inc?: object }): Promise<boolean> | boolean;
    persist(room: IRoomCache, create?: boolean): Promise<boolean> | boolean;
    insert?(room: IRoomCache): Promise<boolean>;
    clear(): void | Promise<void>;
    boot?(): Promise<void>;
    shutdown(): void | Promise<void>;
  }
  export const LocalDriver: new () => MatchMakerDriver;

  export interface Presence {
    subscribe(topic: string, callback: (message: any) => void): Promise<unknown>;
    unsubscribe(topic: string, callback?: (message: any) => void): unknown;
    publish(topic: string, data: unknown): unknown;
  }

  export class SchemaSerializer<T> {
    protected encoder: Encoder;
    reset(state: T): void;
    getFullState(client?: Client, timing?: unknown): Uint8Array;
    applyPatches(clients: Client[], state?: T, timing?: unknown): boolean;
  }

  export interface RoomOptions {
    state?: object;
    metadata?: any;
    client?: Client;
  }

  export class Room<T extends RoomOptions = RoomOptions> {
    readonly roomName: string;
    roomId: string;
    state: T extends { state?: infer S extends object } ? S : any;
    metadata: T extends { metadata?: infer M } ? M : any;
    maxClients: number;
    autoDispose: boolean;
    patchRate: number | null;
    messages?: any;
    seatReservationTimeout: number;
    readonly locked: boolean;
    readonly clock: { readonly delayed: readonly unknown[] };
    readonly clients: Client[] & { get(sessionId: string): Client | undefined };
    onCreate?(options: any): any;
    onJoin?(client: any, options?: any, auth?: any): any;
    onDrop?(client: any, code?: number): any;
    onReconnect?(client: any): any;
    onLeave?(client: any, code?: number): any;
    onDispose?(): any;
    onUncaughtException?(error: any, methodName: string): void;
    onBeforeShutdown(): void;
    protected defineInput(type: any, options?: any): any;
    setTimestep(callback?: any, delay?: number): void;
    setFixedTimestep(callback: any, tickRate?: number, options?: object): void;
    setSimulationInterval(callback?: any, delay?: number): void;
    hasReservedSeat(sessionId: string, reconnectionToken?: string): boolean;
    setSerializer(serializer: any): void;
    onMessage(type: any, ...handler: any[]): () => void;
    broadcast(type: any, ...args: any[]): void;
    broadcastPatch(): boolean;
    lock(): Promise<void>;
    unlock(): Promise<void>;
    setMatchmaking(updates: object): Promise<void>;
    setPrivate(isPrivate?: boolean, persist?: boolean): Promise<void>;
    allowReconnection(
      client: Pick<Client, 'sessionId' | 'reconnectionToken'>,
      seconds: number | 'manual',
    ): Promise<Client> & { reject(reason?: unknown): void };
    disconnect(code?: number): Promise<any>;
    kickClient(sessionId: string, code?: number): void;
  }

  export interface RegisteredHandler {
    klass: new () => Room;
    options: any;
  }

  export interface Router {
    extend(endpoints: object): Router;
  }
  export function createRouter(endpoints: object): Router;
  export function createEndpoint(
    path: string,
    options: { method: string },
    handler: (context: { params: Record<string, string> }) => Promise<unknown>,
  ): unknown;

  export class Server {
    router: any;
    onBeforeShutdown(callback: () => unknown): void;
  }

  export const matchMaker: {
    readonly processId: string;
    readonly publicAddress: string | undefined;
    readonly presence: Presence;
    readonly driver: MatchMakerDriver;
    readonly onReady: Promise<unknown> | undefined;
    readonly state: number;
    readonly MatchMakerState: { readonly SHUTTING_DOWN: number };
    readonly stats: {
      readonly local: { roomCount: number; ccu: number };
      persist(now?: boolean): unknown;
      excludeProcess(processId: string): unknown;
    };
    getHandler(name: string): RegisteredHandler;
    getRoomClass(name: string): (new () => Room) | undefined;
    getLocalRoomById(roomId: string): Room | undefined;
    handleCreateRoom(name: string, options: unknown, restoring?: undefined, roomId?: string): Promise<IRoomCache>;
  };
}

declare module '@colyseus/schema' {
  export const $refId: unique symbol;
  export const $changes: unique symbol;

  export interface Ref {
    [$refId]?: number;
    readonly [$changes]: ChangeTree;
  }
  export interface ChangeTree {
    readonly ref: Ref;
  }
  export interface Root {
    readonly changeTrees: Readonly<Record<string, ChangeTree>>;
  }
  export interface Encoder {
    readonly state: Ref;
    readonly root: Root;
    readonly context: TypeContext;
    discardChanges(): void;
  }
  export class TypeContext {
    static cache(root: unknown): TypeContext;
    readonly schemas: Map<new () => Ref, number>;
  }
  export const Metadata: { getFields(klass: unknown): Record<string, unknown> };
  export const Schema: { new (): Ref; initialize(instance: object): void; is(klass: unknown): boolean };
  export class ArraySchema<V = any> {
    length: number;
    push(...values: V[]): number;
    [Symbol.iterator](): IterableIterator<V>;
  }
  export class MapSchema<V = any> {
    readonly size: number;
    set(key: string, value: V): this;
    [Symbol.iterator](): IterableIterator<[string, V]>;
  }
  export class SetSchema {
    add(value: any): unknown;
  }
  export class CollectionSchema {
    add(value: any): unknown;
  }
  export class StateView {
    constructor(iterable?: boolean);
    readonly iterable: boolean;
    items?: Ref[];
    isVisible(tree: ChangeTree): boolean;
    markVisible(tree: ChangeTree): void;
    isSubscribed(tree: ChangeTree): boolean;
    hasTagOnTree(tree: ChangeTree, tag: number): boolean;
    addTag(tree: ChangeTree, tag: number): void;
  }
}

declare module '@colyseus/sdk' {
  export interface Signal {
    (callback: (...args: any[]) => void): unknown;
    invoke(...args: any[]): void;
  }
  export class Room {
    readonly roomId: string;
    readonly sessionId: string;
    readonly reconnectionToken: string;
    readonly state: any;
    readonly connection: {
      url?: string;
      readonly isOpen: boolean;
      reconnect(parameters: object): void;
      close(code?: number): void;
    };
    readonly onError: Signal;
    readonly onLeave: Signal;
    readonly onDrop: Signal;
    readonly onReconnect: Signal;
    onMessage(type: string, callback: (...args: any[]) => void): () => void;
    send(type: string | number, payload?: unknown): void;
    leave(consented?: boolean): Promise<number>;
  }
}
