/**
 * Runs the scripts of a page: `<script type="text/spindle">`, with its text inside or in the file of `src`. Each is a program. They begin in
 * the order of the page, when all of it has been read.
 */
import { scheduler, start, type Thread, traceOf } from '@spindle/runtime';
import { addSource, show, showError, showErrors } from '@spindle/runtime/overlay';
import type { PageCompiler } from './page-compiler.js';

const TYPE = 'text/spindle';

/** In stack traces and in the sources of the developer tools, the output of a script is a file in this folder. */
const FOLDER = 'compiled/';

/** `base`: the address of this file, beside which the compiler lies. */
export async function runScripts(base: string): Promise<void> {
  const elements = [...document.querySelectorAll<HTMLScriptElement>(`script[type="${TYPE}"]`)];
  if (elements.length === 0) return;
  const compiler = await loadCompiler(new URL('compiler.js', base).href);
  for (const [index, element] of elements.entries()) {
    const file = nameOf(element, index);
    const text = element.src === '' ? element.textContent : await read(element.src, file);
    if (compiler !== undefined && text !== undefined) runOne(compiler, { text, file, nonce: element.nonce });
  }
}

function nameOf(element: HTMLScriptElement, index: number): string {
  if (element.src !== '') return new URL(element.src).pathname.split('/').at(-1) || element.src;
  return element.id === '' ? `script-${index + 1}.js` : `${element.id}.js`;
}

async function loadCompiler(address: string): Promise<PageCompiler | undefined> {
  try {
    await append({ src: address });
    return (globalThis as { SpindleCompiler?: PageCompiler }).SpindleCompiler;
  } catch {
    const mend = `Put \`compiler.js\` of @spindle/page beside \`spindle.js\`, or compile the scripts before: npx @spindle/cli precompile "scripts/*.js" --page`;
    show({ place: address, message: `The compiler could not be loaded, so no script of this page runs. ${mend}` });
    return undefined;
  }
}

/** The text of a file; undefined if it cannot be had, which the page tells. A page that was opened as a file may read no other file. */
async function read(address: string, file: string): Promise<string | undefined> {
  try {
    const answer = await fetch(address);
    if (answer.ok) return await answer.text();
    show({
      place: file,
      message: `The server does not have the file: it answered ${answer.status}. Is the name in \`src\` right?`,
    });
  } catch (error) {
    const message = location.protocol === 'file:' ? OPENED_AS_FILE : `The file could not be loaded: ${String(error)}`;
    show({ place: file, message });
  }
  return undefined;
}

const OPENED_AS_FILE =
  `This page was opened as a file, and browsers let such a page read no other file. Either write the script into the page, between <script type="${TYPE}"> and </script>; ` +
  'or serve the folder (npx serve) and open the address that it tells; or compile the file before (npx @spindle/cli precompile "*.js" --page) and name its output in a <script src>.';

function runOne(compiler: PageCompiler, { text, file, nonce }: { text: string; file: string; nonce: string }): void {
  const result = compiler.compile(text, file);
  if (result.code === null) {
    for (const { message, frame } of result.errors) {
      console.error(`${file}: ${message}\n${frame?.text ?? ''}`);
      show({ place: placeOf(file, frame?.line), message, frame: frame?.text });
    }
    return;
  }
  for (const { message, frame } of result.warnings) console.warn(`${file}: ${message}\n${frame?.text ?? ''}`);
  addSource(FOLDER + file, (line, column) => {
    const frame = result.frameAt(line, column);
    return frame && { file, line: frame.line, frame: frame.text };
  });
  const ran = append({
    text: `${result.code}\n//# sourceURL=${FOLDER}${file}`,
    ...(result.isModule && { type: 'module' }),
    ...(nonce !== '' && { nonce }),
  });
  ran.catch(() => {
    show({
      place: file,
      message:
        'One of the files that it imports could not be loaded. A page that was opened as a file can import none.',
    });
  });
}

/** Without `src`, a script has run when it is in the page. */
function append(fields: Partial<HTMLScriptElement>): Promise<void> {
  return new Promise((resolve, reject) => {
    const element = Object.assign(document.createElement('script'), fields);
    element.addEventListener('load', () => resolve());
    element.addEventListener('error', reject);
    document.head.append(element);
    if (fields.src === undefined && fields.type === undefined) resolve();
  });
}

/**
 * Shows what scripts throw. Of a file from elsewhere, which all are in a page that was opened as a file, a page tells no more than that there
 * was an error: so the scheduler is asked, too.
 */
export function showThrown(): void {
  const { onError } = scheduler;
  showErrors();
  scheduler.onError = (error, thread) => {
    showError(error, traceOf(error) ?? thread.trace());
    onError(error, thread);
  };
}

/**
 * Starts a program on the scheduler of the page. Compiled programs call it: `spindle precompile --page`, and the scripts of a page.
 *
 * @returns The thread, which `cancel` ends.
 */
export function run(program: () => unknown): Thread {
  try {
    return start(program);
  } catch (error) {
    showError(error);
    throw error;
  }
}

const placeOf = (file: string, line: number | undefined): string =>
  line === undefined ? file : `${file}, line ${line}`;
