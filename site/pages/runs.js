/** Which examples get a button that runs them where they stand, in the sandbox of the playground, and why others get none. */
import { read } from './sources.js';

/** What the sandbox has: it can load nothing. */
const MODULES = new Set(
  [...read('play/src/sandbox/worker/modules.ts').matchAll(/^ {2}'(@spindle[^']*)':/gm)].map(([, name]) => name),
);

const SCENE = /^```js\n([^]*?)^```$(\n\n```text\n[^]*?^```$)?/gm;
const FIXTURE = /^<!-- fixture (\S+): input trace -->\n[^]*?^<!-- end -->$/gm;

/**
 * The text with `js run` for each block that can be run, and `text prints` for what it prints. Below the others stands
 * why they have no button. All `js` blocks of the guide are whole programs (scripts/docs/run-examples.js), and so are the
 * fixtures with a trace of docs/ownership.md.
 */
export function withRuns(text, page) {
  if (page.startsWith('guide/')) return text.replaceAll(SCENE, (...found) => blockOf(found));
  if (page !== 'ownership.md') return text;
  return text.replaceAll(FIXTURE, (whole) => whole.replaceAll(SCENE, (...found) => blockOf(found)));
}

function blockOf([, code, below = '']) {
  const reason = missingIn(code);
  const run = reason === undefined ? ' run' : '';
  const note = reason === undefined ? '' : `\n\n<div class="not-here">\n\nNo button here. ${reason}\n\n</div>`;
  return `\`\`\`js${run}\n${code}\`\`\`${below.replace('```text', '```text prints')}${note}`;
}

function missingIn(code) {
  const names = [...code.matchAll(/^import .* from '([^']+)';$/gm)].map(([, name]) => name);
  const missing = names.find((name) => !MODULES.has(name));
  return missing && `It imports \`${missing}\`, which is not in a browser.`;
}
