/** Modules of a test: itself by its own name, the others plain from its folder. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';

export function makeLoader(context) {
  const modules = new Map();
  const linked = new WeakMap();
  return { importModule, runRoot };

  async function runRoot(file, code, timeoutMs) {
    const root = make(file, code);
    await root.link(linker);
    await root.evaluate({ timeout: timeoutMs });
  }

  async function importModule(specifier, from) {
    const module = load(specifier, from);
    if (module.status === 'unlinked') linked.set(module, module.link(linker));
    await linked.get(module);
    await module.evaluate();
    return module;
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
