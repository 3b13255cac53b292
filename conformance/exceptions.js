/** The cases that may differ, as conformance/exceptions.md lists them: `- \`language/…\`` below the reason. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

export function readExceptions() {
  const text = readFileSync(path.join(import.meta.dirname, 'exceptions.md'), 'utf8');
  const listed = [...text.matchAll(/^- `([^`]+)`(?: \(([\w, ]+)\))?/gm)].map(([, name, modes]) => ({
    name,
    modes: modes?.split(', '),
  }));
  return (name, mode) => listed.some((one) => matches(one.name, name) && (one.modes?.includes(mode) ?? true));
}

/** `*` stands for any part of a name. */
function matches(pattern, name) {
  const source = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${source.join('.*')}$`).test(name);
}
