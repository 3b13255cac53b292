/** The language server from its tarball, as an editor starts it: `npx spindle-language-server --stdio`. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const TEXT = '// @compile\nfunction go() { Math.random(); }';

/** Opens a script in an installed project, and gives once the server has told of it. */
export async function askLanguageServer({ cwd, env }) {
  const uri = pathToFileURL(path.join(cwd, 'scene.js')).href;
  const server = spawn('npx', ['--no-install', 'spindle-language-server', '--stdio'], { cwd, env });
  const send = (message) => {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    server.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  const ended = new Promise((resolve) => server.once('exit', resolve));
  let [said, errors] = ['', ''];
  server.stderr.on('data', (data) => (errors += data));
  send({ id: 1, method: 'initialize', params: { processId: process.pid, rootUri: null, capabilities: {} } });
  send({ method: 'initialized', params: {} });
  const document = { uri, languageId: 'javascript', version: 1, text: TEXT };
  send({ method: 'textDocument/didOpen', params: { textDocument: document } });
  const isTold = new Promise((resolve) =>
    server.stdout.on('data', (data) => {
      said += data;
      if (said.includes('"SPN603"')) resolve(true);
    }),
  );
  const isGood = await Promise.race([isTold, ended.then(() => false)]);
  send({ id: 2, method: 'shutdown' });
  send({ method: 'exit' });
  if (!isGood) throw new Error(`The server has ended:\n${said}${errors}`);
  const code = await ended;
  if (code !== 0) throw new Error(`The server ended with ${code}:\n${errors}`);
}
