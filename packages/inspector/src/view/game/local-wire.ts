/** A wire without a network: for a view in the page of the game. */
import type { Wire } from '../../lines.js';

type Listener = (event: { readonly data: string }) => void;

/** Two ends; each gets what the other one sends, at once. The lines of one turn of the event loop come together. */
export function localWire(): { readonly game: Wire; readonly view: Wire } {
  const toGame = new Set<Listener>();
  const toView = new Set<Listener>();
  const end = (own: Set<Listener>, other: Set<Listener>): Wire => ({
    send: (data) => other.forEach((tell) => tell({ data })),
    addEventListener: (type, listener) => type === 'message' && own.add(listener),
    removeEventListener: (_type, listener) => own.delete(listener),
  });
  return { game: end(toGame, toView), view: end(toView, toGame) };
}
