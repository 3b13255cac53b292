/** Why a client's connection to a room is over: the codes of `closed`, as those of a WebSocket. */

/** The room is elsewhere, or this process has lost it: look it up. */
export const moved = 4010;
/** The client has left, or the room is over. */
export const ended = 4011;
/** It was away for too long. */
export const expired = 4012;
/** The room was set aside: processes have died of it. */
export const aside = 4013;
/** The client has not found it in time. */
export const notFound = 4014;
/** It was not admitted. */
export const refused = 4015;
