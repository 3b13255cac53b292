/** Rooms of Colyseus whose scripts wait, and which move: the half of the server. `@spindle/colyseus/client` is the other one. */
export { type FencedDriver, spindleDriver } from './driver.js';
export type { RoomStore } from '@spindle/rooms';
export type { Host, HostOptions } from './host.js';
export { moving, type MovingOptions, type RedisClient } from './moving.js';
export type { Player } from './player.js';
export { ScriptedRoom } from './scripted-room.js';
