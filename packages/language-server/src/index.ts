import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { startServer } from './server.js';

export { startServer };

const TRANSPORTS = /^--(?:stdio|node-ipc|socket|pipe)(?:=|$)/;

/**
 * Runs the server in this process, over what the arguments say: `--stdio`, which is the default, `--node-ipc`,
 * `--socket=…`, `--pipe=…`. It ends with its client.
 */
export function serve(): void {
  if (!process.argv.some((argument) => TRANSPORTS.test(argument))) process.argv.push('--stdio');
  // Writes to the console go to the client's log: a configuration file may make some, and stdout is the protocol's.
  startServer(createConnection(ProposedFeatures.all));
}
