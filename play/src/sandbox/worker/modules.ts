/** Runs the compiled code. What it imports is here already, as the sandbox can load nothing. */
import * as inspector from '@spindle/inspector';
import * as runtime from '@spindle/runtime';
import * as abi from '@spindle/runtime/abi';
import * as host from '@spindle/runtime/host';
import * as natives from '@spindle/runtime/natives';
import * as observe from '@spindle/runtime/observe';
import * as replay from '@spindle/runtime/replay';
import * as saves from '@spindle/runtime/saves';
import * as scenes from '@spindle/runtime/scenes';
import * as schema from '@spindle/runtime/schema';
import * as stacks from '@spindle/runtime/stacks';
import * as testing from '@spindle/runtime/testing';
import * as texts from '@spindle/runtime/texts';
// Compiled classes import it for its effect.
import '@spindle/runtime/own-waits';
import { COMPILED_FILE } from '../../protocol.js';
import { TOP } from './source-lines.js';

const MODULES: Readonly<Record<string, object>> = {
  '@spindle/inspector': inspector,
  '@spindle/runtime': runtime,
  '@spindle/runtime/abi': abi,
  '@spindle/runtime/globals': {},
  '@spindle/runtime/host': host,
  '@spindle/runtime/natives': natives,
  '@spindle/runtime/observe': observe,
  '@spindle/runtime/own-waits': {},
  '@spindle/runtime/replay': replay,
  '@spindle/runtime/saves': saves,
  '@spindle/runtime/scenes': scenes,
  '@spindle/runtime/schema': schema,
  '@spindle/runtime/stacks': stacks,
  '@spindle/runtime/testing': testing,
  '@spindle/runtime/texts': texts,
};

/** The name of what the code calls at its end. */
const LOADED = '$loaded';

function load(name: string): object {
  const found = MODULES[name];
  if (found === undefined)
    throw new Error(
      `A scene of the playground can import from @spindle/runtime and @spindle/inspector, not from ${JSON.stringify(name)}.`,
    );
  return found;
}

/**
 * The head is in the first line, so that all lines are those of the code. The inner function lets the code declare the
 * names of globals anew, and is async, so that the code can await at its top level. Gives `onLoaded` the default export:
 * of a program, the script that it is. That is at once if the code awaits nothing.
 */
export async function evaluate(
  js: string,
  globals: Readonly<Record<string, unknown>>,
  onLoaded: (main: unknown) => void,
): Promise<void> {
  const exports: { default?: unknown } = {};
  const given = {
    ...globals,
    require: load,
    exports,
    module: { exports },
    [LOADED]: () => onLoaded(exports.default),
  };
  const names = Object.keys(given).join(', ');
  const text = `(function(${names}) {return (async function ${TOP}() {${js}\n${LOADED}()})()})\n//# sourceURL=${COMPILED_FILE}`;
  // The code of the scene, which the policy of the sandbox is made for. Called so, `eval` sees no name of this file.
  const run = (0, eval)(text) as (...values: unknown[]) => Promise<void>;
  return run(...Object.values(given));
}
