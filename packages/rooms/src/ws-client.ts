/** Rooms on WebSockets: the half of the client. It holds no code of the server. */
export type { ClientNews, NumberedOutput } from './client.js';
export { type JoinOptions, RoomConnection } from './sockets/connection.js';
export type { Socket, SocketClass } from './sockets/socket.js';
