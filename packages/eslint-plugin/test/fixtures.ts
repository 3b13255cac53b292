/** The fixtures of diagnostics, with what the compiler says of them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../../../fixtures/diagnostics');

const read = (folder: string, name: string): string => {
  const file = path.join(root, folder, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};

export const fixtures = readdirSync(root).map((folder) => ({
  folder,
  text: read(folder, 'input.js'),
  settings: (JSON.parse(read(folder, 'options.json') || '{}') as { plugin?: object }).plugin,
  /** `17:5 SPN610` */
  warnings: [...read(folder, 'warnings.txt').matchAll(/^(\d+:\d+): .*\[(SPN\d+)\]$/gm)].map(
    ([, place, code]) => `${place} ${code}`,
  ),
}));
