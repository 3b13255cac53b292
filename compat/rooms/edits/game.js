/** A room of the lane of edits: it plays one script, whose time goes on by inputs alone, so that each stands where its case says, however busy the machine is. */
import { readFileSync } from 'node:fs';
import { scriptedGame } from '@spindle/rooms';
import { Scheduler } from '@spindle/runtime';
import { after } from '@spindle/runtime/host';
import { saves, waitAgain } from '@spindle/runtime/saves';
import { loadScript } from '../scene.js';

const STEP_MS = 10;
const MOST_PULSES = 500;
/** What stands before each script that was written by hand. */
export const HEAD = `// @compile the whole file
import { checkpoint } from '@spindle/runtime/saves';
function say(text) { log(text); wait(${STEP_MS}); log(text + '.'); }
function walk(ms) { wait(ms); log('walked'); }
`;

/** The game of the room that is pulsing. */
let current;
/** What all scripts call. */
globalThis.log = (text) => current.send(null, String(text));

const toldOf = ({ mapped, restarted, dropped, notSaved }) => [mapped, restarted, dropped, notSaved].flat();

/** Of a file of JSON with a script for each room: `{ room: { text, options, load, isAlone } }`. `SCRIPT` in a text is the name of its file. */
export async function loadGame(file) {
  const scripts = await loadScripts(JSON.parse(readFileSync(file, 'utf8')));
  return (room) => makeGame(scripts[room]);
}

export async function loadScripts(given) {
  const entries = Object.entries(given).map(async ([room, { text, options, ...rest }], at) => {
    const name = `script-${at}.js`;
    return [room, { ...rest, module: await loadScript(text.replaceAll('SCRIPT', name), name, options) }];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** A source of events, which listeners are put on again after a load. */
class Bell {
  id = 'bell';
  listeners = new Set();
  on(type, listener) {
    this.listeners.add(listener);
  }
  off(type, listener) {
    this.listeners.delete(listener);
  }
  ring(type) {
    for (const listener of [...this.listeners]) listener(type);
  }
}

/** Classes of the game, which are not compiled. */
class Coin {
  constructor(value) {
    this.value = value;
  }
  worth() {
    return 2 * this.value;
  }
}
class Vault {
  #things;
  constructor(things) {
    this.#things = things;
  }
  get things() {
    return this.#things;
  }
}
Object.assign(globalThis, { Coin, Vault });
const VAULT = { of: Vault, save: ({ things }) => things, load: (things) => new Vault(things) };

/**
 * `begin` starts the script; `here` and `told` ask, `ding` rings the bell, `after` begins a timer of the game, `finish` goes on to its end, and every other input is a signal and a step of its time.
 * `placesIn`: where its calls stand, which `told` tells, too.
 */
export function makeGame({ module: { play, migrations = [] }, load, isAlone = false }, placesIn = () => []) {
  const onError = (error) => log(`uncaught: ${error.message}`);
  const scheduler = new Scheduler({ seed: 7, warnings: false, onError });
  const [hero, bell] = [{ id: 'hero', gold: 3 }, new Bell()];
  const found = new Map([hero, bell].map((one) => [one.id, one]));
  const saved = saves(scheduler, {
    modules: isAlone,
    functions: { log },
    classes: { Coin, Vault: VAULT },
    migrations,
    objects: {
      idOf: (one) => (found.get(one.id) === one ? one.id : undefined),
      find: (id) => found.get(id),
      all: () => [hero],
    },
  });
  let report = { mapped: [], restarted: [], dropped: [], notSaved: [] };
  const on = ({ name }) => {
    if (name === 'begin') scheduler.spawn(play, { args: [0, hero, bell] });
    else if (name === 'ding') bell.ring(name);
    else if (name === 'after') after(scheduler, 30, () => log('after'));
    else if (name !== 'step' && name !== 'finish') scheduler.signal(name, name);
  };
  const scripted = scriptedGame({ scheduler, saves: saved, on, onError, stepMs: STEP_MS });
  const answers = {
    here: () => '<>',
    told: () => `? ${JSON.stringify([toldOf(report), placesIn(scheduler)])}`,
  };
  const game = {
    ...scripted,
    pulse: (events) => events.filter(({ kind }) => kind === 'input').flatMap(step),
    load: (text) => void (report = saved.load(text, { onEdit: load === 'wait again' ? waitAgain : load })),
  };
  function step(event) {
    const answer = answers[event.name];
    if (answer !== undefined) return [{ to: null, body: answer() }];
    current = game;
    const said = scripted.pulse([event]);
    for (let n = 0; event.name === 'finish' && n < MOST_PULSES && scheduler.threads.length > 0; n++)
      said.push(...scripted.pulse([]));
    return said;
  }
  return game;
}
