/** The open documents, each with what the compiler last said of it. */
import { type CancellationToken, LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Inspection } from './inspection.js';

/** A change waits for the next one; for a text that takes long, longer. */
const SHORTEST_DELAY_MS = 60;
const LONGEST_DELAY_MS = 1000;
/** So that the server is busy for half of the time at most. */
const DELAY_PER_INSPECTION = 1;

export interface Host {
  /** Asks the compiler. Null: the text does not concern Spindle. */
  inspect(document: TextDocument, last: Inspection | undefined): Promise<Inspection | null>;
  /** Called once for each version that was inspected and is still that of the document. */
  onInspected(document: TextDocument, inspection: Inspection | null): void;
}

interface Entry {
  document: TextDocument;
  timer: NodeJS.Timeout | undefined;
  /** The version that `inspection` is of; undefined if none was inspected. */
  version: number | undefined;
  inspection: Inspection | null;
  tookMs: number;
  /** Who waits for the present version. */
  readonly waiting: Set<() => void>;
}

/** One inspection at a time, and none of a text that has already changed again. */
export class Documents {
  readonly #host: Host;
  readonly #entries = new Map<string, Entry>();

  constructor(host: Host) {
    this.#host = host;
  }

  changed(document: TextDocument): void {
    const known = this.#entries.get(document.uri);
    const entry = known ?? newEntry(document);
    entry.document = document;
    this.#entries.set(document.uri, entry);
    const delayMs = known ? Math.min(LONGEST_DELAY_MS, SHORTEST_DELAY_MS + DELAY_PER_INSPECTION * entry.tookMs) : 0;
    this.#schedule(entry, delayMs);
  }

  closed({ uri }: TextDocument): void {
    const entry = this.#entries.get(uri);
    this.#entries.delete(uri);
    clearTimeout(entry?.timer);
    release(entry);
  }

  /** Something else than the texts has changed: a configuration. */
  refresh(): void {
    for (const entry of this.#entries.values()) {
      entry.version = undefined;
      this.#schedule(entry, 0);
    }
  }

  stop(): void {
    for (const { document } of this.#entries.values()) this.closed(document);
  }

  /** What was last known, of whatever version. */
  last(uri: string): Inspection | undefined {
    return this.#entries.get(uri)?.inspection ?? undefined;
  }

  /**
   * Waits for the inspection of the present text. Undefined: it does not concern Spindle, or is closed.
   *
   * @throws {ResponseError} If nobody waits for the answer any more.
   */
  async present(uri: string, token: CancellationToken): Promise<Inspection | undefined> {
    const entry = this.#entries.get(uri);
    if (entry === undefined) return undefined;
    while (entry.version !== entry.document.version && !token.isCancellationRequested && this.#isOpen(entry))
      await untilReleased(entry, token);
    if (token.isCancellationRequested) throw new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled');
    return entry.inspection ?? undefined;
  }

  #isOpen(entry: Entry): boolean {
    return this.#entries.get(entry.document.uri) === entry;
  }

  #schedule(entry: Entry, delayMs: number): void {
    clearTimeout(entry.timer);
    entry.timer = setTimeout(() => void this.#inspect(entry), delayMs);
  }

  async #inspect(entry: Entry): Promise<void> {
    const { document } = entry;
    const { version } = document;
    const last = entry.inspection ?? undefined;
    const startMs = performance.now();
    const inspection = await this.#host.inspect(document, last);
    // Meanwhile it was changed or closed: another inspection comes, or none.
    if (document.version !== version || entry.document !== document || !this.#isOpen(entry)) return;
    entry.tookMs = performance.now() - startMs;
    entry.version = version;
    entry.inspection = inspection;
    this.#host.onInspected(document, inspection);
    release(entry);
  }
}

const newEntry = (document: TextDocument): Entry => ({
  document,
  timer: undefined,
  version: undefined,
  inspection: null,
  tookMs: 0,
  waiting: new Set(),
});

function release(entry: Entry | undefined): void {
  const waiting = [...(entry?.waiting ?? [])];
  entry?.waiting.clear();
  for (const go of waiting) go();
}

function untilReleased({ waiting }: Entry, token: CancellationToken): Promise<void> {
  return new Promise((resolve) => {
    const cancellation = token.onCancellationRequested(() => go());
    const go = (): void => {
      waiting.delete(go);
      cancellation.dispose();
      resolve();
    };
    waiting.add(go);
  });
}
