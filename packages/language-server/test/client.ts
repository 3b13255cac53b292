/** A client of the server over stdio, as an editor is one. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import {
  type CodeAction,
  type CompletionItem,
  createProtocolConnection,
  type Diagnostic,
  type Hover,
  type InitializeParams,
  type InitializeResult,
  type InlayHint,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
  type TextDocumentContentChangeEvent,
  type TextEdit,
} from 'vscode-languageserver-protocol/node';
import { TextDocument } from 'vscode-languageserver-textdocument';

const SERVER = fileURLToPath(new URL('../bin/spindle-language-server.js', import.meta.url));

const CAPABILITIES = {
  textDocument: {
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix'] } } },
    publishDiagnostics: { relatedInformation: true, versionSupport: true },
  },
  workspace: { workspaceEdit: { documentChanges: true } },
};

export class Client {
  readonly connection: ProtocolConnection;
  readonly #server: ChildProcess;
  readonly #published = new Map<string, PublishDiagnosticsParams>();
  readonly #listeners = new Set<() => void>();
  readonly ended: Promise<number | null>;
  /** How often something was published. */
  publishedCount = 0;

  private constructor(args: readonly string[]) {
    this.#server = spawn(process.execPath, [SERVER, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.ended = new Promise((resolve) => void this.#server.once('exit', resolve));
    this.connection = createProtocolConnection(
      new StreamMessageReader(this.#server.stdout!),
      new StreamMessageWriter(this.#server.stdin!),
    );
    this.connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
      this.publishedCount++;
      this.#published.set(params.uri, params);
      for (const tell of this.#listeners) tell();
    });
    this.connection.listen();
  }

  static async start(
    params: Partial<InitializeParams> = {},
    args: readonly string[] = ['--stdio'],
  ): Promise<{ client: Client; result: InitializeResult }> {
    const client = new Client(args);
    const result: InitializeResult = await client.connection.sendRequest('initialize', {
      processId: process.pid,
      rootUri: null,
      capabilities: CAPABILITIES,
      ...params,
    });
    await client.connection.sendNotification('initialized', {});
    return { client, result };
  }

  /** As an editor that has crashed. */
  leave(): void {
    this.connection.dispose();
    this.#server.stdin!.destroy();
  }

  async stop(): Promise<number | null> {
    await this.connection.sendRequest('shutdown');
    await this.connection.sendNotification('exit');
    const code = await this.ended;
    this.connection.dispose();
    return code;
  }

  open(text: string, uri = 'untitled:scene.js'): Promise<Editor> {
    return Editor.open(this, text, uri);
  }

  /** Waits until something is published. */
  nextPublished(): Promise<void> {
    return new Promise((resolve) => {
      const go = (): void => {
        this.#listeners.delete(go);
        resolve();
      };
      this.#listeners.add(go);
    });
  }

  /** Waits until the diagnostics of a version are there; without one, until any are. */
  async diagnostics(uri: string, version?: number): Promise<Diagnostic[]> {
    for (;;) {
      const last = this.#published.get(uri);
      if (last && (version === undefined || last.version === version)) return last.diagnostics;
      await this.nextPublished();
    }
  }
}

/** An open document. */
export class Editor {
  readonly #client: Client;
  document: TextDocument;

  private constructor(client: Client, document: TextDocument) {
    this.#client = client;
    this.document = document;
  }

  static async open(client: Client, text: string, uri: string): Promise<Editor> {
    const languageId = uri.endsWith('.tsx') ? 'typescriptreact' : uri.endsWith('.ts') ? 'typescript' : 'javascript';
    const editor = new Editor(client, TextDocument.create(uri, languageId, 1, text));
    await client.connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId, version: 1, text },
    });
    return editor;
  }

  get #id(): { textDocument: { uri: string } } {
    return { textDocument: { uri: this.document.uri } };
  }

  /** Types: the first `old` becomes `text`, as an incremental change. */
  async replace(old: string, text: string): Promise<void> {
    const start = this.document.getText().indexOf(old);
    if (start < 0) throw new Error(`there is no ${old}`);
    const range = {
      start: this.document.positionAt(start),
      end: this.document.positionAt(start + old.length),
    };
    await this.change([{ range, text }]);
  }

  async change(contentChanges: TextDocumentContentChangeEvent[]): Promise<void> {
    const version = this.document.version + 1;
    TextDocument.update(this.document, contentChanges, version);
    await this.#client.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri: this.document.uri, version },
      contentChanges,
    });
  }

  async close(): Promise<void> {
    await this.#client.connection.sendNotification('textDocument/didClose', this.#id);
  }

  diagnostics(): Promise<Diagnostic[]> {
    return this.#client.diagnostics(this.document.uri, this.document.version);
  }

  /** The codes, with the text that each is about. */
  async codes(): Promise<[string, string][]> {
    const diagnostics = await this.diagnostics();
    return diagnostics.map(({ code, range }) => [String(code), this.document.getText(range)]);
  }

  async hints(): Promise<InlayHint[]> {
    const end = this.document.positionAt(Infinity);
    return this.#client.connection.sendRequest('textDocument/inlayHint', {
      ...this.#id,
      range: { start: { line: 0, character: 0 }, end },
    });
  }

  /** The text with the hints in it. */
  async annotated(): Promise<string> {
    let text = this.document.getText();
    for (const { position, label } of (await this.hints()).toReversed()) {
      const at = this.document.offsetAt(position);
      text = `${text.slice(0, at)}‹${label as string}›${text.slice(at)}`;
    }
    return text;
  }

  /** At the middle of the first `text`. */
  async hover(text: string): Promise<string | undefined> {
    const at = this.document.getText().indexOf(text) + (text.length >> 1);
    const hover: Hover | null = await this.#client.connection.sendRequest('textDocument/hover', {
      ...this.#id,
      position: this.document.positionAt(at),
    });
    return hover === null ? undefined : (hover.contents as { value: string }).value;
  }

  /** Behind the first `text`. */
  async completions(text: string): Promise<CompletionItem[]> {
    const at = this.document.getText().indexOf(text) + text.length;
    return this.#client.connection.sendRequest('textDocument/completion', {
      ...this.#id,
      position: this.document.positionAt(at),
    });
  }

  async fixes(code: string): Promise<CodeAction[]> {
    const diagnostics = (await this.diagnostics()).filter((one) => one.code === code);
    return this.#client.connection.sendRequest('textDocument/codeAction', {
      ...this.#id,
      range: diagnostics[0]!.range,
      context: { diagnostics },
    });
  }

  /** The text after an action, without changing the document. */
  after({ edit }: CodeAction): string {
    const changes = edit?.documentChanges?.flatMap((one) => ('edits' in one ? one.edits : [])) as
      | TextEdit[]
      | undefined;
    const edits = changes ?? edit?.changes?.[this.document.uri] ?? [];
    return TextDocument.applyEdits(this.document, edits);
  }
}
