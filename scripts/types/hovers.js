/** What an editor shows for a word, asked of the language service of TypeScript. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Tags of docstrings. Any other one is a part of an example that an editor has torn apart. */
const TAGS = new Set(['example', 'throws', 'internal']);

/** The words of a file, each used in a line of its own, that an editor shows without a text or with a torn example. */
export async function undocumented(file, typescript) {
  const { default: ts } = await import(pathToFileURL(path.join(typescript, 'lib/typescript.js')).href);
  const text = readFileSync(file, 'utf8');
  const service = ts.createLanguageService(hostOf(ts, file));
  const uses = [...text.matchAll(/^(?<before>(?:\w+\.)?)(?<word>\w+)\(/gm)];
  const broken = uses.filter(({ index, groups }) => {
    const { documentation = [], tags = [] } = service.getQuickInfoAtPosition(file, index + groups.before.length) ?? {};
    return documentation.length === 0 || tags.some(({ name }) => !TAGS.has(name));
  });
  return { count: uses.length, broken: broken.map(([use]) => use) };
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
