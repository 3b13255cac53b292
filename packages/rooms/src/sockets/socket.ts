/** What the WebSockets of browsers, of Node and of the package `ws` have in common. */
export interface Socket {
  readonly readyState: number;
  readonly bufferedAmount: number;
  send(text: string): void;
  close(code?: number, reason?: string): void;
  // With `any` those of browsers, of `ws` and of undici are all of this type.
  addEventListener(type: 'open' | 'message' | 'close' | 'error', listener: (event: any) => void): void;
}

/** Opens one. */
export type SocketClass = new (url: string) => Socket;

const OPEN = 1;

export const isOpen = ({ readyState }: Socket): boolean => readyState === OPEN;

export interface SocketListeners {
  readonly onOpen?: () => void;
  readonly onText: (text: unknown) => void;
  readonly onClose: () => void;
}

export function listenTo(socket: Socket, { onOpen = () => {}, onText, onClose }: SocketListeners): void {
  socket.addEventListener('open', onOpen);
  socket.addEventListener('message', ({ data }: { readonly data: unknown }) => onText(data));
  socket.addEventListener('close', onClose);
  // It closes, too.
  socket.addEventListener('error', () => {});
}

/** The class that this platform has, if none is given. */
export function socketClassOf(given: SocketClass | undefined): SocketClass {
  const found = given ?? (globalThis as { readonly WebSocket?: SocketClass }).WebSocket;
  if (found === undefined) throw new TypeError('There is no `WebSocket`. Give that of `ws` as option `WebSocket`.');
  return found;
}
