/** Loads the modules of a test: the test itself has the given code, and the modules that it imports are read from its folder and not compiled. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import vm from 'node:vm';

export function makeLoader(context) {
  const modules = new Map();
  /** The Promise of each module's evaluation. V8 crashes if a module is evaluated while its evaluation is running. */
  const imported = new WeakMap();
  return { importModule, runRoot };

  async function runRoot(file, code, timeoutMs) {
    const root = make(file, code);
    imported.set(root, linkAndEvaluate(root, { timeout: timeoutMs }));
    await imported.get(root);
  }

  async function importModule(specifier, from) {
    const module = load(specifier, from);
    if (!imported.has(module)) imported.set(module, linkAndEvaluate(module));
    await imported.get(module);
    return module;
  }

  async function linkAndEvaluate(module, options) {
    if (module.status === 'unlinked') await module.link(linker);
    while (module.status === 'linking') await nextTurn();
    await module.evaluate(options);
  }

  function linker(specifier, referrer) {
    return load(specifier, referrer.identifier);
  }

  function load(specifier, from) {
    const file = path.resolve(path.dirname(from), String(specifier));
    if (modules.has(file)) return modules.get(file);
    if (!existsSync(file)) throw new Error(`Cannot find module ${specifier}`);
    return make(file, readFileSync(file, 'utf8'));
  }

  function make(file, code) {
    const module = new vm.SourceTextModule(code, {
      identifier: file,
      context,
      importModuleDynamically: (specifier) => importModule(specifier, file),
      initializeImportMeta: (meta) => void (meta.url = `file://${file}`),
    });
    modules.set(file, module);
    return module;
  }
}
