/** The stage "saves": with the option `saves: true` a file says what a save has to know of it, and has factories for what is made in its functions. */
import type { types as t } from '@babel/core';
import type { Analysis } from '../analyse/facts/facts.js';
import type { NameGiver } from '../context/unique-names.js';
import type { LoweredFile } from '../lower/lower.js';
import type { Saving } from '../lower/read/tools.js';
import type { FunctionPlan } from '../plan.js';
import type { WrittenFile } from '../write/writer.js';
import { nameDefault } from './default-export.js';
import { makeFactories } from './factories.js';
import { nameInSaves } from './file-name.js';
import { writeFileRecord } from './file-record.js';
import { textOfFacts } from './facts-text.js';
import { type KnownConstructs, type PauseFacts, readFirstValues, readPauses } from './function-facts.js';
import { readHandlers } from './handlers.js';
import { type Origins, readOrigins } from './origins.js';
import { handOverPrivateFields } from './private-fields.js';
import { readTopLevel, type TopLevel } from './top-level.js';

/** What is read of the source, before anything is written. */
export interface ReadForSaves {
  /** What the file is called in saves. */
  readonly file: string;
  readonly top: TopLevel;
  readonly origins: Origins;
  /** What functions put on emitters, by their ids. */
  readonly handlers: ReadonlyMap<string, string>;
  /** Of each function with pauses. */
  readonly pauses: ReadonlyMap<FunctionPlan, readonly PauseFacts[]>;
  /** The ids of functions by those that they had: `// @was shop.js#Glitch.go`. */
  readonly was: ReadonlyMap<string, string>;
  /** How the functions are lowered. */
  readonly saving: Saving;
}

/** What stands at the end of the file, and in its table of positions. */
export interface SavedFile {
  readonly last: readonly t.Statement[];
  /** See `facts-text.ts`. */
  readonly facts: ReadonlyMap<FunctionPlan, string>;
}

export const NOT_SAVED: SavedFile = { last: [], facts: new Map() };

export function readForSaves(analysis: Analysis): ReadForSaves {
  const { compilation, marks, plan } = analysis;
  const origins = readOrigins(analysis);
  const firstValues = readFirstValues(compilation);
  const functions = [...plan.functions.values()].filter(({ pauses }) => pauses.length > 0);
  const constructs: KnownConstructs = new Map();
  return {
    file: nameInSaves(compilation),
    top: readTopLevel(analysis),
    handlers: readHandlers(analysis),
    origins,
    pauses: new Map(functions.map((one) => [one, readPauses(analysis, one, constructs)])),
    was: new Map(
      marks.naming.flatMap(({ kind, node, name }) => {
        const own = kind === 'was' ? plan.functions.get(node) : undefined;
        return own === undefined ? [] : [[name, own.id]];
      }),
    ),
    saving: {
      isCalledAtOnce: (node) => origins.isCalledAtOnce(node),
      firstValueOf: (name) => firstValues.get(name),
    },
  };
}

export function writeForSaves(
  written: WrittenFile,
  lowered: LoweredFile,
  { file, top, handlers, origins, pauses, was, names }: ReadForSaves & { readonly names: NameGiver },
): SavedFile {
  const exported = top.hasDefault ? nameDefault(written, names) : undefined;
  const factories = makeFactories(written, lowered, { names, origins, placed: top.placed });
  const program = written.compilation.program.node;
  const value = names.parameter(program, '$v');
  handOverPrivateFields(written, value, [program, ...factories.declarations]);
  const facts = new Map<FunctionPlan, string>();
  for (const [plan, all] of pauses) {
    const became = lowered.functions.get(plan);
    if (became?.form === 'frames') facts.set(plan, textOfFacts(all, became.saved!));
  }
  const declaration = writeFileRecord(written, {
    file,
    top,
    handlers,
    exported,
    value,
    names,
    factories: factories.names,
    was,
  });
  return { last: [declaration, ...factories.declarations], facts };
}
