/** Reads conformance/test262/exceptions.md, the list of cases that may differ. Each heading is a reason, and the lines `- \`language/…\`` below it are cases. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { withoutTarget } from './shapes.js';

/** Gives a function `(name, mode)` that returns the reason why that case may differ, or undefined. */
export function readExceptions() {
  const text = readFileSync(path.join(import.meta.dirname, 'exceptions.md'), 'utf8');
  const listed = text.split(/^## /m).flatMap(linesOf);
  return (name, mode) =>
    listed.find(
      (one) =>
        one.pattern.test(name) &&
        (one.modes === undefined || one.modes.includes(mode) || one.modes.includes(withoutTarget(mode))),
    )?.reason;
}

function linesOf(section) {
  const [reason] = section.split('\n', 1);
  return [...section.matchAll(/^- `([^`]+)`(?: \(([\w, ]+)\))?/gm)].map(([, name, modes]) => ({
    reason,
    pattern: patternOf(name),
    modes: modes?.split(', '),
  }));
}

/** `*` stands for any part of a name, `{6,14}` for one of these. */
function patternOf(name) {
  const source = name.split('*').map((part) => part.replace(/[.+?^$()|[\]\\]/g, '\\$&'));
  return new RegExp(
    `^${source.join('.*').replaceAll(/\{([^}]*)\}/g, (_all, names) => `(?:${names.replaceAll(',', '|')})`)}$`,
  );
}
