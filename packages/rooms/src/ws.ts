/** Rooms on WebSockets: the half of the server. `@spindle/rooms/ws-client` is the other one. */
export { RoomHost, type RoomHostOptions } from './sockets/host.js';
export { type Presence, type ProcessEntry, RedisPresence } from './sockets/presence.js';
export type { RoomStore } from './store/calls.js';
export type { Socket, SocketClass } from './sockets/socket.js';
