/** What an editor shows for a word, and where it goes from it, asked of the language service of TypeScript. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Tags of docstrings. Any other one is a part of an example that an editor has torn apart. */
const TAGS = new Set(['example', 'throws', 'internal']);

/**
 * The words of a file, each used in a line of its own: those that an editor shows without a text or with a torn example,
 * and those from which it finds no way to their function, but only to the list of globals.
 */
export async function askEditor(file, typescript) {
  const { default: ts } = await import(pathToFileURL(path.join(typescript, 'lib/typescript.js')).href);
  const text = readFileSync(file, 'utf8');
  const service = ts.createLanguageService(hostOf(ts, file));
  const uses = [...text.matchAll(/^(?<before>(?:\w+\.)?)(?<word>\w+)\(/gm)];
  const broken = uses.filter(({ index, groups }) => {
    const { documentation = [], tags = [] } = service.getQuickInfoAtPosition(file, index + groups.before.length) ?? {};
    return documentation.length === 0 || tags.some(({ name }) => !TAGS.has(name));
  });
  const lost = uses.filter(({ index, groups }) => {
    const found = service.getDefinitionAtPosition(file, index + groups.before.length) ?? [];
    return found.every(({ fileName }) => path.basename(fileName) === 'globals.d.ts');
  });
  const texts = (some) => some.map(([use]) => use);
  return { count: uses.length, broken: texts(broken), lost: texts(lost) };
}

function hostOf(ts, file) {
  const config = path.join(path.dirname(file), 'tsconfig.json');
  const { options } = ts.getParsedCommandLineOfConfigFile(
    config,
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic() {} },
  );
  return {
    ...ts.sys,
    getCompilationSettings: () => options,
    getCurrentDirectory: () => path.dirname(file),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getScriptFileNames: () => [file],
    getScriptSnapshot: (name) =>
      ts.sys.fileExists(name) ? ts.ScriptSnapshot.fromString(readFileSync(name, 'utf8')) : undefined,
    getScriptVersion: () => '1',
    useCaseSensitiveFileNames: () => true,
  };
}
