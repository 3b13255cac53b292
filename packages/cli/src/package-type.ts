import { readFileSync } from 'node:fs';
import path from 'node:path';

/** As Babel names them. `unambiguous`: a module if it has an `import` or `export`. */
export type SourceType = 'module' | 'script' | 'unambiguous';

/** How Node would take the compiled file: by its ending, else by `"type"` of the nearest package.json. */
export function sourceTypeOf(file: string): SourceType {
  const [, letter] = /\.([cm]?)[jt]sx?$/.exec(file) ?? [];
  if (letter === 'm') return 'module';
  if (letter === 'c') return 'script';
  return packageTypeAbove(path.dirname(file)) === 'module' ? 'module' : 'unambiguous';
}

function packageTypeAbove(folder: string): unknown {
  const above = path.dirname(folder);
  try {
    const text = readFileSync(path.join(folder, 'package.json'), 'utf8');
    return (JSON.parse(text) as { type?: unknown } | null)?.type;
  } catch (error) {
    const isNone = ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
    return isNone && above !== folder ? packageTypeAbove(above) : undefined;
  }
}
