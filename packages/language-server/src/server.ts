/** The server: what it can, and how each message of the client is answered. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  CodeActionKind,
  type Connection,
  type Diagnostic,
  DiagnosticSeverity,
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  DocumentDiagnosticReportKind,
  type InitializeParams,
  type InitializeResult,
  TextDocuments,
  TextDocumentSyncKind,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { EDITOR_PAGE } from './addresses.js';
import { completionsAt } from './completion.js';
import { diagnosticsOf } from './diagnostics.js';
import { Documents } from './documents.js';
import { hoverAt } from './hover.js';
import { type HintsWanted, hintsOf } from './inlay-hints.js';
import { type Inspection, inspectText, isOfInterest, isOfOptions } from './inspection.js';
import { Lines } from './positions.js';
import { quickFixesOf } from './quick-fixes.js';
import { foldersAround, type Settings, SettingsReader } from './settings.js';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** What a client may set: as `initializationOptions`, or in its settings under `spindle`. */
interface ClientSettings {
  readonly inlayHints?: HintsWanted;
  /** Default true. False: `spindle.config.js` is not run, and one in JSON is read. */
  readonly isTrusted?: boolean;
}

interface Client {
  settings: ClientSettings;
  roots: readonly string[];
  capabilities: InitializeParams['capabilities'];
}

/** Answers a client until it says `exit`. */
export function startServer(connection: Connection): void {
  const client: Client = { settings: {}, roots: [], capabilities: {} };
  const settings = new SettingsReader();
  const texts = new TextDocuments(TextDocument);
  const problems = new Problems(connection);
  const onFault = (error: unknown): void =>
    connection.console.error(`A bug of Spindle, please report it: ${(error as Error).stack ?? String(error)}`);
  const documents = new Documents({
    inspect: (document, last) =>
      inspectDocument(document, { last, client, settings, problems, onFault }).catch((error: unknown) => {
        // Such as a folder that may not be read. The server goes on.
        onFault(error);
        return null;
      }),
    onInspected: (document, inspection) => publish(connection, client, document, inspection),
  });
  connection.onInitialize((params) => {
    readClient(client, params);
    return answer(params);
  });
  connection.onShutdown(() => documents.stop());
  texts.onDidChangeContent(({ document }) => documents.changed(document));
  texts.onDidClose(({ document }) => {
    documents.closed(document);
    void connection.sendDiagnostics({ uri: document.uri, diagnostics: [] });
  });
  watchSettings(connection, { client, settings, documents });
  answerRequests(connection, { client, texts, documents });
  texts.listen(connection);
  connection.listen();
}

interface Watching {
  readonly client: Client;
  readonly settings: SettingsReader;
  readonly documents: Documents;
}

/** Configurations of the compiler, and the settings of the editor. */
function watchSettings(connection: Connection, { client, settings, documents }: Watching): void {
  connection.onInitialized(() => {
    const { workspace } = client.capabilities;
    if (workspace?.didChangeWatchedFiles?.dynamicRegistration)
      void connection.client.register(DidChangeWatchedFilesNotification.type, {
        watchers: [{ globPattern: '**/{spindle.config.*,package.json}' }],
      });
    if (workspace?.didChangeConfiguration?.dynamicRegistration)
      void connection.client.register(DidChangeConfigurationNotification.type, { section: 'spindle' });
    if (workspace?.configuration) void readSettings();
  });
  connection.onDidChangeWatchedFiles(() => {
    settings.forget();
    documents.refresh();
    refreshHints();
    if (client.capabilities.workspace?.diagnostics?.refreshSupport) void connection.languages.diagnostics.refresh();
  });
  connection.onDidChangeConfiguration(({ settings: given }) => {
    const { spindle } = (given ?? {}) as { spindle?: ClientSettings };
    if (spindle) client.settings = { ...client.settings, ...spindle };
    if (client.capabilities.workspace?.configuration) void readSettings();
  });

  async function readSettings(): Promise<void> {
    const given = (await connection.workspace.getConfiguration('spindle')) as ClientSettings | null;
    client.settings = { ...client.settings, ...given };
    refreshHints();
  }
  function refreshHints(): void {
    if (client.capabilities.workspace?.inlayHint?.refreshSupport) void connection.languages.inlayHint.refresh();
  }
}

function readClient(
  client: Client,
  { initializationOptions, workspaceFolders, rootUri, capabilities }: InitializeParams,
): void {
  client.settings = (initializationOptions ?? {}) as ClientSettings;
  const uris = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri ? [rootUri] : []);
  // Without a slash at the end.
  client.roots = uris.flatMap((uri) => pathOf(uri) ?? []).map((folder) => path.resolve(folder));
  client.capabilities = capabilities;
}

function answer({ capabilities }: InitializeParams): InitializeResult {
  return {
    serverInfo: { name: 'spindle', version },
    capabilities: {
      textDocumentSync: TextDocumentSyncKind.Incremental,
      hoverProvider: true,
      inlayHintProvider: true,
      completionProvider: { triggerCharacters: ['@'] },
      ...(capabilities.textDocument?.diagnostic && {
        diagnosticProvider: { identifier: 'spindle', interFileDependencies: false, workspaceDiagnostics: false },
      }),
      // Without literals a client takes commands alone, of which there are none.
      ...(capabilities.textDocument?.codeAction?.codeActionLiteralSupport && {
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
      }),
    },
  };
}

interface Running {
  readonly client: Client;
  readonly texts: TextDocuments<TextDocument>;
  readonly documents: Documents;
}

function answerRequests(connection: Connection, { client, texts, documents }: Running): void {
  connection.languages.inlayHint.on(async ({ textDocument: { uri }, range }, token) => {
    const inspection = await documents.present(uri, token);
    return inspection ? hintsOf(inspection, range, client.settings.inlayHints ?? 'all') : [];
  });
  connection.languages.diagnostics.on(async ({ textDocument: { uri } }, token) => {
    const inspection = await documents.present(uri, token);
    return {
      kind: DocumentDiagnosticReportKind.Full,
      items: inspection ? diagnosticsFor(client, uri, inspection) : [],
    };
  });
  connection.onHover(async ({ textDocument: { uri }, position }, token) => {
    const inspection = await documents.present(uri, token);
    return inspection ? hoverAt(inspection, position) : null;
  });
  connection.onCompletion(({ textDocument: { uri }, position }) => {
    const document = texts.get(uri);
    if (document === undefined) return [];
    return completionsAt({ lines: new Lines(document.getText()), position, inspection: documents.last(uri) });
  });
  connection.onCodeAction(async ({ textDocument: { uri }, range, context }, token) => {
    const { only, diagnostics: shown } = context;
    if (only && !only.some((kind) => CodeActionKind.QuickFix.startsWith(kind))) return [];
    const inspection = await documents.present(uri, token);
    const document = texts.get(uri);
    if (inspection === undefined || document === undefined) return [];
    const fixes = quickFixesOf(inspection, { uri, version: document.version, range, shown });
    if (client.capabilities.workspace?.workspaceEdit?.documentChanges) return fixes;
    return fixes.map((fix) => ({ ...fix, edit: { changes: { [uri]: fix.edit!.documentChanges!.flatMap(editsOf) } } }));
  });
}

const editsOf = (change: object): [] => ('edits' in change ? change.edits : []) as [];

interface Around {
  readonly last: Inspection | undefined;
  readonly client: Client;
  readonly settings: SettingsReader;
  readonly problems: Problems;
  readonly onFault: (error: unknown) => void;
}

async function inspectDocument(document: TextDocument, around: Around): Promise<Inspection | null> {
  const { last, client, settings, problems } = around;
  const text = document.getText();
  const file = pathOf(document.uri);
  const { isTrusted = true } = client.settings;
  const read: Settings =
    file === undefined
      ? { options: {}, isProject: true, file: undefined, problem: undefined }
      : await settings.of({ folders: foldersAround(file, client.roots), isTrusted });
  const { isProject } = read;
  const isConfiguration = file !== undefined && file === read.file;
  // What is no longer of interest while it is typed has a last version that was. With the option `script`, a configuration is no program all the same.
  if (last === undefined && (!isOfInterest(text, read.options) || isConfiguration)) return null;
  const filename = file ?? nameOf(document);
  const asked = { text, isProject, last, onFault: around.onFault };
  const tell = (message: string | undefined): void =>
    problems.tell(document.uri, message && read.file ? { file: read.file, message } : undefined);
  try {
    const inspection = inspectText({ ...asked, options: { ...read.options, filename } });
    tell(read.problem);
    return inspection;
  } catch (error) {
    if (!isOfOptions(error)) throw error;
    // The options of the configuration are none of the compiler.
    tell(error.message);
    return inspectText({ ...asked, options: { filename } });
  }
}

/** The language of a document that has no file. */
function nameOf({ languageId }: TextDocument): string {
  const extensions: Record<string, string> = { typescript: 'ts', typescriptreact: 'tsx' };
  return `untitled.${extensions[languageId] ?? 'js'}`;
}

function pathOf(uri: string): string | undefined {
  return uri.startsWith('file:') ? fileURLToPath(uri) : undefined;
}

function diagnosticsFor(client: Client, uri: string, inspection: Inspection): Diagnostic[] {
  const { publishDiagnostics, diagnostic } = client.capabilities.textDocument ?? {};
  const { relatedInformation = false } = { ...publishDiagnostics, ...diagnostic };
  return diagnosticsOf(inspection, { uri, hasRelated: relatedInformation });
}

function publish(
  connection: Connection,
  client: Client,
  { uri, version: of }: TextDocument,
  inspection: Inspection | null,
): void {
  const { publishDiagnostics, diagnostic } = client.capabilities.textDocument ?? {};
  // It asks for them, and would show them twice.
  if (diagnostic) return;
  const diagnostics = inspection === null ? [] : diagnosticsFor(client, uri, inspection);
  void connection.sendDiagnostics({ uri, diagnostics, ...(publishDiagnostics?.versionSupport && { version: of }) });
}

/** What is wrong with configurations, as a diagnostic at the head of their files. */
class Problems {
  readonly #connection: Connection;
  /** By document, the file of its configuration and what was told of it. */
  readonly #told = new Map<string, { readonly file: string; readonly message: string }>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  tell(uri: string, problem: { readonly file: string; readonly message: string } | undefined): void {
    const before = this.#told.get(uri);
    if (before?.file === problem?.file && before?.message === problem?.message) return;
    if (problem) this.#told.set(uri, problem);
    else this.#told.delete(uri);
    for (const file of new Set([before?.file, problem?.file])) if (file !== undefined) this.#publish(file);
  }

  #publish(file: string): void {
    const messages = new Set([...this.#told.values()].filter((one) => one.file === file).map(({ message }) => message));
    const start = { line: 0, character: 0 };
    const diagnostics = [...messages].map((message) => ({
      source: 'spindle',
      severity: DiagnosticSeverity.Error,
      message,
      range: { start, end: start },
      codeDescription: { href: EDITOR_PAGE },
    }));
    void this.#connection.sendDiagnostics({ uri: pathToFileURL(file).href, diagnostics });
  }
}
