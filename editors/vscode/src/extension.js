/** The extension of VS Code: it starts the language server that is packed with it, once a script is seen. */
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';
import * as vscode from 'vscode';

const LANGUAGES = ['javascript', 'javascriptreact', 'typescript', 'typescriptreact'];
const SELECTOR = LANGUAGES.flatMap((language) => ['file', 'untitled'].map((scheme) => ({ scheme, language })));
/** A server costs a process: a folder without scripts has none. */
const MARKED = /@compile\b|["']use compile["']/;
const USES_SPINDLE = /"(?:@spindle\/[\w-]+|babel-plugin-threads)"/;

/** @type {LanguageClient | undefined} */
let client;

/** @param {vscode.ExtensionContext} context */
export async function activate(context) {
  const module = context.asAbsolutePath('dist/server/main.mjs');
  const look = async (document) => {
    if (client === undefined && LANGUAGES.includes(document.languageId) && MARKED.test(document.getText()))
      await start(module);
  };
  context.subscriptions.push(
    vscode.workspace.onDidOpenTextDocument(look),
    vscode.workspace.onDidChangeTextDocument(async ({ document, contentChanges }) => {
      // What is typed last of a mark.
      if (contentChanges.some(({ text }) => /["'e]/.test(text))) await look(document);
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(async () => {
      if (client === undefined) return;
      await deactivate();
      await start(module);
    }),
  );
  for (const document of vscode.workspace.textDocuments) await look(document);
  if (client === undefined && (await isSpindleProject())) await start(module);
}

export async function deactivate() {
  const running = client;
  client = undefined;
  await running?.stop();
}

/** @param {string} module */
async function start(module) {
  const server = { module, transport: TransportKind.ipc };
  client = new LanguageClient(
    'spindle',
    'Spindle',
    { run: server, debug: server },
    {
      documentSelector: SELECTOR,
      initializationOptions: {
        inlayHints: vscode.workspace.getConfiguration('spindle').get('inlayHints'),
        isTrusted: vscode.workspace.isTrusted,
      },
    },
  );
  await client.start();
}

async function isSpindleProject() {
  const files = await vscode.workspace.findFiles('**/{package.json,spindle.config.*}', '**/node_modules/**', 50);
  for (const uri of files) {
    if (!uri.path.endsWith('/package.json')) return true;
    if (USES_SPINDLE.test(new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)))) return true;
  }
  return false;
}
