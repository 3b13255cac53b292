/** A compiled script that waits in several ways, as the game of a room. */
import { Scheduler } from '@spindle/runtime';
import { saves } from '@spindle/runtime/saves';
import { compile } from '../../runtime/test/saves/game.js';
import type { RoomEvent } from '../src/entries.js';
import { type ScriptedGame, scriptedGame } from '../src/index.js';

const SOURCE = `// @compile the whole file
export class Actor {
  constructor(room, id) { this.room = room; this.id = id; this.x = 0; }
  walk(steps) { for (let i = 0; i < steps; i++) { wait(100); this.x++; } this.room.send(null, this.id + ' is at ' + this.x); return this.x; }
  say(words) { this.room.send(null, this.id + ': ' + words); wait(60); }
}
export function intro(room, anna, ben) {
  const claps = new Map();
  let round = 0;
  try {
    while (true) {
      round++;
      const { key, value } = race({ clap: waitSignal('clap'), late: wait(250 + random() * 100) });
      if (key === 'clap') claps.set(value, (claps.get(value) ?? 0) + 1);
      const [to, on] = all([anna.walk(2), ben.walk(1 + (round % 3))]);
      ben.say('round ' + round + ', ' + [...claps].map(([who, n]) => who + ' ' + n).join(', '));
      anna.say('we are at ' + to + ' and ' + on);
      try {
        withTimeout(120, () => waitSignal('boo'));
        room.send(null, 'somebody booed');
      } catch (error) {
        room.send(null, 'nobody booed: ' + error.name);
      } finally {
        room.send(null, 'end of round ' + round);
      }
      for (const who of room.players) room.send(who, 'only for ' + who + ' in round ' + round);
    }
  } finally {
    room.send(null, 'the curtain falls');
  }
}`;

const { Actor, intro } = compile(SOURCE)() as {
  Actor: new (...args: unknown[]) => object;
  intro: (...args: unknown[]) => void;
};

export interface Cutscene extends ScriptedGame {
  readonly scheduler: Scheduler;
  /** What plain code keeps outside of what is saved: it makes a replay untrue. */
  luck: number;
}

function fail(error: unknown): never {
  throw error;
}

/** `luck`: what a dice that nobody saves begins with. */
export function cutscene(luck = 0): Cutscene {
  const scheduler = new Scheduler({
    seed: 7,
    warnings: false,
    onError: fail,
  });
  const room = {
    id: 'room',
    players: [] as string[],
    claps: 0,
    send: (to: string | null, body: unknown): void => game.send(to, body),
  };
  const actors = ['anna', 'ben'].map((id) => new Actor(room, id) as { id: string });
  const objects: Map<string, object> = new Map([room, ...actors].map((one) => [one.id, one]));
  const saved = saves(scheduler, {
    objects: {
      idOf: (one: { id?: string }) => (objects.get(one.id ?? '') === one ? one.id : undefined),
      find: (id: string) => objects.get(id),
      all: () => actors,
    },
    state: {
      save: () => ({ players: room.players, claps: room.claps }),
      load: ({ players, claps }: { players: string[]; claps: number }) => void Object.assign(room, { players, claps }),
    },
  });
  const on = (event: RoomEvent): void => {
    const { client } = event;
    if (event.kind === 'join') {
      room.players = [...room.players, client];
      if (scheduler.threads.length === 0) scheduler.spawn(() => intro(room, ...actors));
    }
    if (event.kind === 'leave' || event.kind === 'expired') room.players = room.players.filter((one) => one !== client);
    if (event.kind !== 'input') return room.send(null, `${client}: ${event.kind}`);
    room.claps++;
    room.send(null, `${client} does ${event.name} ${event.n} ${event.name === 'roll' ? ++luck : ''}`);
    scheduler.signal(event.name, client);
  };
  const base = scriptedGame({ scheduler, saves: saved, on, onError: fail, digest: () => luck });
  const game: Cutscene = Object.assign(base, { scheduler, luck });
  return game;
}
