/** The text of a snapshot, in a quarter of its size: each room keeps its last one, and so does the storage. Where there is no zlib, as in a browser, it stays as it is. */
const zlib = globalThis.process?.getBuiltinModule?.('node:zlib');

export const pack = (text: string): string => zlib?.deflateSync(text).toString('base64') ?? text;

export const unpack = (text: string): string => zlib?.inflateSync(Buffer.from(text, 'base64')).toString() ?? text;
