/**
 * Checks saves, in a process of its own that has the runtime of the project: the loader of saves runs on stand-ins for the functions, classes and
 * variables of the scripts, which have their texts.
 */
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { CliError, noRuntime } from '../errors.js';
import type { Checked, CheckOrder } from './check-saves.js';
import type { FileRecord } from './read-records.js';

interface Abi {
  $saves(file: string, record: object): void;
  $thread(body: Function, meta: string): object;
}

interface Refusal {
  readonly code: string;
  readonly text: string;
  readonly function?: string;
  readonly line?: number;
  readonly mend: string;
}

interface Check {
  readonly mapped: readonly string[];
  readonly restarted: readonly string[];
  readonly dropped: readonly string[];
  readonly missing: readonly string[];
  readonly refusals: readonly Refusal[];
}

interface Saving {
  saves(scheduler: object, options: object): { check(text: string, options: object): Check };
}

interface Words {
  readonly Scheduler: new (options: object) => object;
}

process.once('message', (order) => {
  void answer(order as CheckOrder).then((given) => {
    process.send!(given, () => process.disconnect());
  });
});

async function answer(order: CheckOrder): Promise<object> {
  try {
    return { results: await checkAll(order) };
  } catch (error) {
    if (error instanceof CliError) return { problem: error.finding };
    throw error;
  }
}

async function checkAll({ cwd, saves, records, onEdit }: CheckOrder): Promise<Checked[]> {
  const words = await importRuntime<Words>(cwd, '');
  const abi = await importRuntime<Abi>(cwd, '/abi');
  const saving = await importRuntime<Saving>(cwd, '/saves');
  for (const record of records) abi.$saves(record.file, standInsFor(record, abi));
  const known = new Set(
    records.flatMap(({ file, variables }) => Object.keys(variables).map((name) => `${file}#${name}`)),
  );
  return saves.map(({ name, text }) => {
    try {
      const game = saving.saves(new words.Scheduler({ warnings: false }), givenIn(text));
      const { refusals, mapped, restarted, dropped, missing } = game.check(
        text,
        onEdit === undefined ? {} : { onEdit },
      );
      const told = refusals.filter((one) => isOfScripts(one, known)).map(sentenceOf);
      const lines = [
        ...told,
        ...mapped,
        ...restarted.map((one) => `begins again: ${one}`),
        ...dropped.map((one) => `is dropped: ${one}`),
        ...missing.map((one) => `has nothing of ${one}`),
      ];
      return { name, fits: told.length === 0, lines };
    } catch (error) {
      return { name, fits: false, lines: [(error as Error).message] };
    }
  });
}

/** Only the game has its objects, its functions, what its modules define and what its constants hold. */
const isOfScripts = ({ code, text }: Refusal, known: ReadonlySet<string>): boolean =>
  code === 'variable'
    ? !Array.from(known).some((name) => text.includes(`\`${name}\``)) && !text.startsWith('a constant')
    : !['own', 'clock', 'global', 'id', 'import', 'wait', 'property', 'signal'].includes(code);

const sentenceOf = ({ function: fn, line, text, mend }: Refusal): string =>
  `${fn === undefined ? '' : `${fn}${line === undefined ? '' : `, line ${line}`}: `}${text}. ${mend}`;

/** Stand-ins for what the game gives to `saves`: what the save names. */
function givenIn(text: string): object {
  const functions: Record<string, object> = {};
  const classes: Record<string, object> = {};
  const note = (json: unknown): void => {
    if (!Array.isArray(json)) return;
    const [tag, kind, name] = json as readonly unknown[];
    if (tag === 'N' && kind === 'own') functions[String(name)] = () => undefined;
    if (tag === 'N' && kind === 'prototype' && !String(name).includes('#')) classes[String(name)] = newClass();
    if (tag === 'K') classes[String(kind)] = { of: newClass(), save: () => null, load: () => ({}) };
  };
  let state: object | undefined;
  let modules = true;
  try {
    const [head, body] = text.split('\n').map((line) => JSON.parse(line) as readonly any[]);
    modules = head![5] !== false;
    const [, , , , game, , all] = body!;
    if (game !== null) state = { save: () => null };
    for (const one of [...all, ...(game?.[1] ?? [])]) note(one);
  } catch {
    // The check tells what is wrong with it.
  }
  const objects = { idOf: () => undefined, find: (id: unknown) => ({ id }) };
  return { functions, classes, objects, modules, ...(state && { state }) };
}

function standInsFor(
  { metas, functions, classes, factories, variables, imports, ...texts }: FileRecord,
  abi: Abi,
): object {
  const byId = new Map(metas.map((meta) => [meta.slice(0, meta.indexOf('(')), meta]));
  const make = (id: string): object => {
    const meta = byId.get(id);
    if (meta !== undefined) return abi.$thread(() => undefined, meta);
    const methods = methodsIn(id);
    return methods.length === 0 ? () => undefined : classWith(methods);
  };
  const methodsIn = (id: string): (readonly [string, object])[] =>
    [...byId.keys()]
      .filter((one) => one.startsWith(`${id}.`) && !one.includes('>', id.length))
      .map((one) => [one.slice(id.length + 1), make(one)]);
  const roots: Record<string, any> = Object.fromEntries(classes.map((name) => [name, classWith(methodsIn(name))]));
  for (const [id, [root = '', ...way]] of Object.entries(functions)) {
    const last = way.pop();
    if (last === undefined) roots[root] = make(id);
    else way.reduce((object, name) => (object[name] ??= {}), (roots[root] ??= {}))[last] = make(id);
  }
  const read = ([root = '', ...way]: readonly string[]): unknown =>
    way.reduce((object, name) => object?.[name], roots[root]);
  return {
    ...texts,
    functions: mapValues(functions, (way) => () => read(way)),
    classes: Object.fromEntries(classes.map((name) => [name, () => roots[name]])),
    factories: Object.fromEntries(
      factories.map((id) => [id, () => make(id.replace(/:\w*(?:\(.*\))?(?:~\d+)?$/s, ''))]),
    ),
    variables: mapValues(variables, (isConstant) => (isConstant ? [constant({})] : [() => undefined, () => undefined])),
    imports: Object.fromEntries(imports.map((name) => [name, constant(() => undefined)])),
  };
}

/** A class of which nothing is known. */
const newClass = (): Function => function standIn() {};

const constant = (value: object) => (): object => value;

function classWith(methods: readonly (readonly [string, object])[]): object {
  const made = newClass();
  for (const [name, method] of methods)
    Object.defineProperty(made.prototype, name, { value: method, configurable: true });
  return made;
}

const mapValues = <T, U>(given: Readonly<Record<string, T>>, change: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(given).map(([key, value]) => [key, change(value)]));

/** The runtime as the project finds it. */
async function importRuntime<T>(cwd: string, entry: string): Promise<T> {
  let file: string;
  try {
    file = createRequire(path.join(cwd, 'package.json')).resolve(`@spindle/runtime${entry}`);
  } catch {
    throw noRuntime();
  }
  return (await import(pathToFileURL(file).href)) as T;
}
