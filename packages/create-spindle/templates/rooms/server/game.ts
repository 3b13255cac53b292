/** The room: it takes what clients do, starts the scripts, and says how all of it is saved. */
import type { RoomEvent } from '@spindle/rooms';
import { scriptedGame, type ScriptedGame } from '@spindle/rooms';
import { tellUntrue } from '@spindle/rooms/development';
import { Scheduler } from '@spindle/runtime';
import { saves } from '@spindle/runtime/saves';
import { evening, Figure } from './inn';
import { type Guest, type Inn, SEATS } from './room';

type State = { guests: Guest[]; players: [string, string][] };

export function makeInn(): ScriptedGame {
  const onError = (error: unknown): void => console.error(error);
  const scheduler = new Scheduler({ onError });
  const inn: Inn = { id: 'inn', guests: [], tell: (news, to) => game.send(to ?? null, news) };
  const [keeper, bard] = [new Figure(inn, 'Innkeeper', 60), new Figure(inn, 'Bard', 640)];
  /** Who has which client: a page that was loaded again is another client of the same player. Nobody else is told. */
  let players = new Map<string, string>();

  const objects = new Map<string, object>([inn, keeper, bard].map((one) => [one.id, one]));
  const saved = saves(scheduler, {
    // What stands at the top of a module belongs to the process, which has many rooms.
    modules: false,
    objects: {
      idOf: (one: { id?: string }) => (objects.get(one.id ?? '') === one ? one.id : undefined),
      find: (id: string) => objects.get(id),
      all: () => [keeper, bard],
    },
    state: {
      save: (): State => ({ guests: inn.guests, players: [...players] }),
      load(state: State) {
        inn.guests = state.guests;
        players = new Map(state.players);
      },
    },
  });

  function join(client: string, data: unknown): void {
    const { player, name } = data as { player?: unknown; name?: unknown };
    const before = inn.guests.find((guest) => guest.client === players.get(String(player)));
    const taken = new Set(inn.guests.map(({ seat }) => seat));
    const seat = before?.seat ?? Array.from({ length: SEATS }, (_, at) => at).find((at) => !taken.has(at));
    if (seat === undefined) return inn.tell({ kind: 'full' }, client);
    const others = inn.guests.filter((guest) => guest !== before);
    inn.guests = [...others, { client, seat, name: nameOf(name), isAway: false }];
    players.set(String(player), client);
    if (scheduler.threads.length === 0) scheduler.spawn(() => evening(inn, keeper, bard));
  }

  function leave(client: string): void {
    inn.guests = inn.guests.filter((guest) => guest.client !== client);
    for (const [player, one] of players) if (one === client) players.delete(player);
  }

  /** It may come at any time, with anything. */
  function act(guest: Guest, name: string, [value]: readonly unknown[]): void {
    const { client } = guest;
    if (name === 'look') {
      const figures = [keeper, bard].map(({ id, x }) => ({ id, x }));
      inn.tell({ kind: 'scene', you: client, guests: inn.guests, figures }, client);
    }
    if (name === 'wish' && (value === 'song' || value === 'tale')) scheduler.signal('wish', { client, wish: value });
    // An order: the innkeeper serves one guest after the other.
    if (name === 'soup') keeper.serve(client);
    if (name === 'name') guest.name = nameOf(value);
  }

  function on(event: RoomEvent): void {
    const { kind, client } = event;
    const guest = inn.guests.find((one) => one.client === client);
    if (kind === 'join') join(client, event.data);
    if (kind === 'leave' || kind === 'expired') leave(client);
    if (guest !== undefined && kind === 'input') act(guest, event.name, event.args);
    if (guest !== undefined) guest.isAway = kind === 'drop';
    if (kind !== 'input' || event.name === 'name') inn.tell({ kind: 'guests', guests: inn.guests });
  }

  // Unless NODE_ENV is `production` it tells what a run after a crash would do otherwise.
  const game = tellUntrue(scriptedGame({ scheduler, saves: saved, on, onError }));
  return game;
}

const nameOf = (given: unknown): string => String(given ?? '').slice(0, 12) || 'Guest';
