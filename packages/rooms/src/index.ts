/** Rooms whose scripts move between processes: the half of the server. `@spindle/rooms/client` is the other one. */
export * as CLOSED from './closed.js';
export { readClientMessage } from './client-message.js';
export type { Entry, Game, Input, NumberedOutput, Output, RoomEvent } from './entries.js';
export {
  type ClientMessage,
  type Effect,
  type ProcessMessage,
  type Report,
  type RoomMessage,
  type ServerEvent,
  warn,
} from './messages.js';
export type { RoomOptions, RoomServerOptions } from './options.js';
export { type ScriptedGame, type ScriptedGameOptions, scriptedGame } from './scripted-game.js';
export { RoomServer } from './server.js';
export {
  type LogRecord,
  type Place,
  placeIn,
  type RoomStore,
  type Row,
  type StoreAnswer,
  type StoreCall,
} from './store/calls.js';
export { MemoryStore } from './store/memory-store.js';
