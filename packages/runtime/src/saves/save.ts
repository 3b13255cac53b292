/** How a save is written: the scheduler, the variables of modules, what the game gives. */
import type { Scheduler } from '../scheduling/scheduler.js';
import { siblingsOf } from './edits/factories.js';
import { Encoder } from './encoder.js';
import { cannotSave } from './errors.js';
import type { Json } from './fields.js';
import { Names } from './names.js';
import type { Given } from './options.js';
import {
  type FileRecord,
  functionsOfFile,
  isObject,
  NO_VALUE,
  optionsOf,
  readOf,
  savedFiles,
  splitId,
  whyTooEarly,
} from './registry.js';
import { awaitedCalls, knownChannels, saveOrders, saveScheduler } from './scheduler-state.js';
import { printSave, type SaveHead, tableOf } from './text.js';
import type { OwnObjects } from './values.js';

/** Writes all that a save has. Whatever cannot be in it is noted in `refusals`. */
export function encodeAll(scheduler: Scheduler, given: Given): { to: Encoder; state: Json[]; variables: Json[] } {
  const names = new Names(given);
  const calls = awaitedCalls(scheduler, names);
  const to = new Encoder(scheduler, names, ownOf(given), knownChannels(scheduler, calls));
  const why = given.modules && whyTooEarly();
  if (why) to.refuse('file', why, 'Save behind them.');
  const state = saveScheduler(scheduler, calls, to);
  const variables: Json[] = [];
  if (names.modules) {
    for (const { name, get, set } of names.variables) {
      const value = set === undefined ? NO_VALUE : readOf(get);
      if (value !== NO_VALUE) variables.push([name, to.value(value, splitId(name)[1])]);
    }
    for (const [one, name] of names.constants()) to.value(one, name);
    for (const record of savedFiles().values()) checkMethods(record, to);
    for (const one of names.withProperties()) to.value(one);
    if (given.state === undefined) tellOutside(names, given, to);
  }
  for (const one of to.own.all) to.value(one);
  to.run();
  state.push(...saveOrders(scheduler, to));
  // Where rooms share a process, those of other scripts are not theirs.
  for (const file of given.modules ? savedFiles().keys() : filesIn(to)) {
    const handlers = savedFiles().get(file)?.handlers;
    for (const id in handlers) to.leaveOut(`\`${handlers[id]}\` of \`${id}\``);
  }
  return { to, state, variables };
}

/**
 * Variables of files that are not compiled, where compiled ones read them and they have changed since `saves`. Of objects nobody knows whether they have; and
 * what the game gives as its state may have all of that. A name that a compiled file has may be its variable, through any number of files. The platform has
 * accessors for what it changes itself.
 */
function tellOutside({ outside, variables }: Names, { firstValues }: Given, to: Encoder): void {
  const own = new Set(variables.map(({ name }) => splitId(name)[1]));
  for (const { id, name, get } of outside) {
    const value = readOf(get);
    const isKnown = own.has(splitId(id)[1]) || Object.getOwnPropertyDescriptor(globalThis, id)?.get !== undefined;
    if (!isKnown && !isObject(value) && Object.hasOwn(firstValues, name) && !Object.is(value, firstValues[name]))
      to.leaveOut(`${name}: give it to \`state\``);
  }
}

/** What a script has put in the place of a method would be gone. */
function checkMethods(record: FileRecord, to: Encoder): void {
  for (const { of, key, fn } of functionsOfFile(record).methods)
    if (Object.getOwnPropertyDescriptor(of, key)?.value !== fn)
      to.refuse('property', `\`${key}\` of a class was replaced by a script`, 'Keep it in a field.', key);
}

/** The text of a save. */
export function writeSave(scheduler: Scheduler, given: Given, head: SaveHead): string {
  const { to, state, variables } = encodeAll(scheduler, given);
  const game = given.state?.save === undefined ? null : encodeGame(scheduler, given, to);
  if (to.refusals.length > 0) throw cannotSave(to.refusals);
  return printSave(head, given.modules, {
    files: [...savedFiles().keys()],
    rows: tableOf(to.tags),
    functions: functionsOf(to),
    state,
    variables,
    game,
    notSaved: [...to.leftOut].map(([what, count]) => (count === 1 ? what : `${count} × ${what}`)),
    objects: to.objects,
  });
}

/** `function shop.js#open` → `shop.js#open` */
const idIn = (name: string): string => name.slice(name.indexOf(' ') + 1);
const filesIn = ({ used }: Encoder): Set<string> => new Set([...used.keys()].map((name) => splitId(idIn(name))[0]));

/** With the options of the compiler for their files. */
function functionsOf(to: Encoder): Json[] {
  const functions = Array.from(to.used, ([name, texts]): Json => [
    name,
    ...texts,
    ...(name.startsWith('made ') ? siblingsOf(idIn(name)) : []),
  ]);
  for (const file of filesIn(to))
    if (optionsOf(file) !== '{}') functions.push([`options ${file}`, null, optionsOf(file)]);
  return functions;
}

/** What the game says of itself has a table of its own: it is read before any object of the scripts is looked for. */
function encodeGame(scheduler: Scheduler, given: Given, all: Encoder): Json {
  const to = new Encoder(
    scheduler,
    all.names,
    { all: new Set(), idOf: () => undefined, classOf: () => undefined },
    new Set(),
  );
  const root = to.value(given.state!.save(), 'state');
  to.run();
  all.refusals.push(...to.refusals);
  return [root, to.objects];
}

/** What the game gives for its own objects, as they are at this moment. */
export function ownOf({ objects, classes }: Given): OwnObjects {
  const saved = Object.entries(classes).flatMap(([name, one]) =>
    typeof one === 'object' && one.save ? [{ name, prototype: one.of.prototype as object, save: one.save }] : [],
  );
  const idOf: OwnObjects['idOf'] = (object) => {
    if (objects === undefined) return undefined;
    const id = objects.idOf(object);
    return (typeof id === 'string' || typeof id === 'number') && objects.find(id) === object ? id : undefined;
  };
  return {
    all: new Set(Array.from(objects?.all?.() ?? []).filter((one) => idOf(one) !== undefined)),
    idOf,
    classOf: (object) => saved.find(({ prototype }) => Object.getPrototypeOf(object) === prototype),
  };
}
