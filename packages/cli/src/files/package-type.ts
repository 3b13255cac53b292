import { readFileSync } from 'node:fs';
import path from 'node:path';

/** As the compiler takes them. `node` means: a script, unless it can only be a module. */
export type SourceType = 'module' | 'script' | 'node';

/**
 * How Node would load a compiled file: by its extension, otherwise by `"type"` in the nearest package.json. Each
 * package.json is read once.
 */
export function sourceTypeFinder(): (file: string) => SourceType {
  const typeOfFolder = new Map<string, unknown>();
  return (file) => {
    const [, letter] = /\.([cm]?)[jt]sx?$/.exec(file) ?? [];
    if (letter === 'm') return 'module';
    if (letter === 'c') return 'script';
    return packageTypeAbove(path.dirname(file)) === 'module' ? 'module' : 'node';
  };

  function packageTypeAbove(folder: string): unknown {
    if (!typeOfFolder.has(folder)) typeOfFolder.set(folder, readTypeAbove(folder));
    return typeOfFolder.get(folder);
  }

  function readTypeAbove(folder: string): unknown {
    const above = path.dirname(folder);
    try {
      const text = readFileSync(path.join(folder, 'package.json'), 'utf8');
      return (JSON.parse(text) as { type?: unknown } | null)?.type;
    } catch (error) {
      const isMissing = ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
      return isMissing && above !== folder ? packageTypeAbove(above) : undefined;
    }
  }
}
