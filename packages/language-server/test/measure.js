/**
 * How long after a change the diagnostics of a file are there: `node packages/language-server/test/measure.js`, after `npm run build`. The client
 * sends the change and waits for the server's answer, so the time has the delay in it for which the server waits for
 * further changes.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';

const SERVER = path.join(import.meta.dirname, '../bin/spindle-language-server.js');
const ROUNDS = 31;

/** A method of ten lines, as guards have. */
const method = (i) => `  patrol${i}(thief) {
    let count = 0;
    while (this.awake) {
      this.walk(3 + ${i});
      wait(200);
      if (this.sees(thief)) this.say('Halt!');
      count += 1;
    }
    return count;
  }
`;
const sourceOf = (lines) =>
  `// @compile\nexport class Guard extends Executor {\n${Array.from({ length: Math.floor(lines / 10) }, (_, i) => method(i)).join('')}}\n`;

function start() {
  const server = spawn(process.execPath, [SERVER, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const connection = createProtocolConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  connection.listen();
  return connection;
}

async function measure(connection, lines) {
  const uri = `untitled:${lines}.js`;
  let answered;
  const published = connection.onNotification('textDocument/publishDiagnostics', (given) => {
    if (given.uri === uri) answered?.(given);
  });
  const answer = () => new Promise((resolve) => (answered = resolve));
  const opened = answer();
  const text = sourceOf(lines);
  await connection.sendNotification('textDocument/didOpen', {
    textDocument: { uri, languageId: 'javascript', version: 1, text },
  });
  await opened;
  const range = (line) => ({ start: { line, character: 0 }, end: { line, character: 0 } });
  const times = [];
  const hints = [];
  for (let version = 2; version < ROUNDS + 2; version++) {
    const next = answer();
    const startMs = performance.now();
    await connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges: [{ range: range(4), text: '    Math.random();\n' }],
    });
    await next;
    times.push(performance.now() - startMs);
    const askedMs = performance.now();
    await connection.sendRequest('textDocument/inlayHint', {
      textDocument: { uri },
      range: { ...range(0), end: { line: 60, character: 0 } },
    });
    hints.push(performance.now() - askedMs);
  }
  published.dispose();
  return { times, hints };
}

const at = (list, share) => list.toSorted((a, b) => a - b)[Math.floor(list.length * share)].toFixed(1);

const connection = start();
await connection.sendRequest('initialize', { processId: process.pid, rootUri: null, capabilities: {} });
await connection.sendNotification('initialized', {});
console.log('lines    change to diagnostics (median, 90 %)    hints of a screen (median)');
for (const lines of [100, 1000, 10_000]) {
  const { times, hints } = await measure(connection, lines);
  console.log(
    `${String(lines).padStart(6)}   ${at(times, 0.5).padStart(8)} ms ${at(times, 0.9).padStart(8)} ms ${at(hints, 0.5).padStart(24)} ms`,
  );
}
await connection.sendRequest('shutdown');
await connection.sendNotification('exit');
connection.dispose();
