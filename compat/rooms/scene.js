/** A script of the lane as the game of a room. */
import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { scriptedGame } from '@spindle/rooms';
import { Clock, Scheduler } from '@spindle/runtime';
import { saves } from '@spindle/runtime/saves';

export const SCENE = path.join(import.meta.dirname, 'scene/inn.js');
export const POISON = path.join(import.meta.dirname, 'scene/poison.js');
export const LIVES = path.join(import.meta.dirname, 'scene/lives.js');
const OUT = path.join(import.meta.dirname, '../../build/rooms');

/** Its file is called `inn.js` wherever it lies, so that an edited copy is the same script. */
export const loadScene = async (file) => import(await compileScene(file));

export async function loadScript(text, name, options) {
  return import(await compileScript(text, name, options));
}

/** Gives its address. */
async function compileScript(text, name, options = {}) {
  // A process that is given a script that is compiled does not need it.
  const { transform } = await import('@spindle/compiler');
  const { code } = transform(text, {
    filename: `/scene/${name}`,
    root: '/scene',
    target: 'frames',
    saves: true,
    ...options,
  });
  const folder = path.join(OUT, createHash('sha1').update(code).digest('hex').slice(0, 12));
  mkdirSync(folder, { recursive: true });
  const compiled = path.join(folder, `${path.parse(name).name}.mjs`);
  // Another process that starts now reads all of it, or what was there.
  const own = `${compiled}.${process.pid}`;
  writeFileSync(own, code);
  renameSync(own, compiled);
  return pathToFileURL(compiled).href;
}

const compiled = new Map();

/** Compiled by who starts processes: most of the time of a start would go into it. */
export async function compileScene(file) {
  const text = readFileSync(file, 'utf8');
  if (!compiled.has(text)) compiled.set(text, await compileScript(text, 'inn.js'));
  return compiled.get(text);
}

/** What `process.js` asks of the module that it is given: what runs in each of its rooms. */
export const loadGame = async (address) => gameOf(await import(address));

function fail(error) {
  throw error;
}

export const gameOf =
  ({ Actor, drum, intro }) =>
  () => {
    const scheduler = new Scheduler({ seed: 7, warnings: false, onError: fail });
    const door = Object.assign(new EventEmitter(), { id: 'door' });
    const slow = new Clock(scheduler.clock);
    slow.scale = 0.5;
    const room = { id: 'room', players: [], door, slow, send: (to, body) => game.send(to, body) };
    const [anna, ben] = ['anna', 'ben'].map((id) => new Actor(room, id));
    const objects = new Map([room, door, anna, ben].map((one) => [one.id, one]));
    const saved = saves(scheduler, {
      modules: false,
      clocks: { slow },
      // It is read before what it is called with, which may wait.
      functions: { send: room.send },
      objects: {
        idOf: (one) => (objects.get(one.id) === one ? one.id : undefined),
        find: (id) => objects.get(id),
        all: () => [anna, ben],
      },
      state: {
        save: () => ({ players: room.players }),
        load: ({ players }) => void (room.players = players),
      },
    });
    const on = ({ kind, client, name, n }) => {
      if (kind === 'join') {
        room.players = [...room.players, client];
        if (scheduler.threads.length === 0) {
          scheduler.spawn(() => drum(room));
          scheduler.spawn(() => intro(room, anna, ben));
        }
      }
      if (kind === 'leave' || kind === 'expired') room.players = room.players.filter((one) => one !== client);
      if (kind !== 'input') return room.send(null, `${client}: ${kind}`);
      room.send(null, `${client} does ${name} ${n}`);
      scheduler.signal(name, client);
      door.emit(name, client);
    };
    const game = scriptedGame({ scheduler, saves: saved, on, onError: fail });
    return game;
  };
