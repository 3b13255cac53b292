/** One playground: what happens when somebody edits, runs, stops, looks and shares. */
import type { EditorView } from '@codemirror/view';
import { compileInWorker } from './compile/compiler.js';
import type { Compiled } from './compile/result.js';
import { showDiagnostics } from './editor/diagnostics.js';
import { createSourceEditor, goToLine, replaceAll } from './editor/editor.js';
import { showCurrent } from './editor/highlights.js';
import { type Parts } from './layout.js';
import { Linking } from './linking.js';
import { ConsolePanel, type Counts } from './panels/console.js';
import { Tabs } from './panels/tabs.js';
import { ThreadsPanel } from './panels/threads.js';
import { ThrownPanel } from './panels/thrown.js';
import { TimelinePanel } from './panels/timeline.js';
import { showWhy } from './panels/why.js';
import { Run, type RunState } from './run.js';
import type { Breach } from './sandbox/guarded-port.js';
import type { LogEntry } from './protocol.js';
import type { InspectorWire, RunListener, RunMessage, Sandbox } from './sandbox/sandbox.js';

/** Time without an edit, after which the text is compiled. */
const COMPILE_AFTER_MS = 20;
/** Time without an edit, after which a scene that runs is run anew. */
const RUN_AFTER_MS = 250;

/** What a scene did that has got hold of what it talks to the page by. */
const BREACHES: Readonly<Record<Breach, string>> = {
  'too many': 'sent more than the page asked for',
  unknown: 'sent something that no scene sends',
};

export interface PlaygroundOptions {
  readonly root: ShadowRoot;
  readonly parts: Parts;
  readonly source: string;
  readonly sandbox: Sandbox;
  readonly isCompact: boolean;
  /** Is the text a program without the mark? */
  readonly isProgram: boolean;
  /** Does it run by itself, at first? A `FirstRun` if it does so already. */
  readonly runs: boolean | FirstRun;
  /** The text has changed. */
  readonly onEdit: (source: string) => void;
}

/** A run that has begun before the editor was there. */
export interface FirstRun {
  readonly wire: Promise<InspectorWire>;
  /** Gives what the run has said and says. */
  readonly listen: (listener: RunListener) => void;
}

export class Playground {
  readonly #parts: Parts;
  readonly #isCompact: boolean;
  readonly #sandbox: Sandbox;
  readonly #editor: EditorView;
  readonly #linking: Linking;
  readonly #console: ConsolePanel;
  readonly #thrown: ThrownPanel;
  readonly #threads: ThreadsPanel;
  readonly #timeline: TimelinePanel;
  readonly #tabs: Tabs;
  readonly #running: Run;
  #compiled: Compiled | null = null;
  #isProgram: boolean;
  #compileTimer = 0;
  #runTimer = 0;
  #explained: ((text: string) => void) | null = null;

  constructor({ root, parts, source, runs, sandbox, isCompact, isProgram, onEdit }: PlaygroundOptions) {
    this.#parts = parts;
    this.#isCompact = isCompact;
    this.#sandbox = sandbox;
    this.#running = new Run({
      source,
      isWanted: runs === true,
      onState: (state) => this.#showState(state),
      onBusy: (isBusy) => (parts.busy.hidden = !isBusy),
      ping: () => sandbox.ask({ kind: 'ping' }),
    });
    this.#isProgram = isProgram;
    void this.#compile(source);
    const go = (line: number): void => goToLine(this.#editor, line);
    this.#console = new ConsolePanel(parts.panels['console']!, go, (counts) => this.#count(counts));
    this.#thrown = new ThrownPanel(parts.panels['result']!, go);
    this.#threads = new ThreadsPanel(parts.panels['result']!, go);
    this.#timeline = new TimelinePanel(parts.panels['timeline']!, {
      go,
      sourceOf: () => this.#running.source,
      wireAnew: () => sandbox.inspect(),
    });
    this.#editor = createSourceEditor({
      parent: parts.editor,
      root,
      source,
      onEdit: () => {
        this.#edited();
        onEdit(this.source);
      },
      onPlace: (place, isCursor) => this.#linking.fromSource(place, isCursor),
      run: () => this.run(),
      stop: () => this.stop(),
      reportOf: () => this.#compiled?.report ?? null,
    });
    this.#linking = new Linking({ root, parts, source: this.#editor });
    this.#tabs = new Tabs(parts.tabs, (name) => this.#show(name));
    this.#tabs.select('result');
    parts.run.addEventListener('click', () => this.run());
    parts.stop.addEventListener('click', () => this.stop());
    this.#showState('idle');
    if (typeof runs === 'object') this.#takeOver(runs);
  }

  get source(): string {
    return this.#editor.state.doc.toString();
  }

  /** The source as another playground takes it, which knows no more than the text. */
  get shared(): string {
    return this.#isProgram ? `// @script\n${this.source}` : this.source;
  }

  /** Another scene takes the place of this one, and runs. */
  open(source: string): void {
    this.#running.isWanted = true;
    this.#isProgram = false;
    if (source === this.source) this.run();
    else replaceAll(this.#editor, source);
  }

  run(): void {
    this.#running.isWanted = true;
    clearTimeout(this.#compileTimer);
    if (this.#compiled?.source === this.source) this.#runCompiled();
    else void this.#compile(this.source);
  }

  stop(): void {
    this.#running.isWanted = false;
    clearTimeout(this.#runTimer);
    if (!this.#running.isOn) return;
    this.#sandbox.stop();
    this.#running.end();
    this.#tell('Stopped.');
  }

  /** What the threads do, as JSON for a bug report. Null if the scene does not run, or does not answer. */
  async explain(): Promise<string | null> {
    if (!this.#running.isOn) return null;
    return new Promise((resolve) => {
      this.#explained = resolve;
      this.#sandbox.ask({ kind: 'explain' });
      setTimeout(() => resolve(null), 400);
    });
  }

  dispose(): void {
    this.stop();
    clearTimeout(this.#compileTimer);
    this.#editor.destroy();
    this.#linking.dispose();
  }

  #edited(): void {
    clearTimeout(this.#compileTimer);
    clearTimeout(this.#runTimer);
    this.#compileTimer = window.setTimeout(() => void this.#compile(this.source), COMPILE_AFTER_MS);
  }

  async #compile(source: string): Promise<void> {
    const compiled = await compileInWorker(source, this.#isProgram);
    // A newer text is on its way.
    if (compiled.source !== this.source) return;
    this.#compiled = compiled;
    this.#markThrown();
    this.#console.showProblems(compiled.diagnostics);
    this.#linking.show(compiled);
    performance.mark('spindle:output');
    this.#showWhy();
    this.#showStatus(compiled);
    if (compiled.scene === null) return;
    if (this.#running.isWanted) this.#runCompiled();
    else if (this.#running.isOn && this.#running.source !== source)
      this.#runTimer = window.setTimeout(() => this.#runCompiled(), RUN_AFTER_MS);
  }

  #runCompiled(): void {
    const scene = this.#compiled?.scene ?? null;
    this.#running.isWanted = false;
    if (scene === null) return this.#tell('There are errors. The scene does not run.');
    this.#console.clear();
    this.#clearThrown();
    const isFirst = this.#running.isIdle;
    this.#running.begin(scene.source);
    // The views are there from now on, so that the tabs have their places.
    if (isFirst) this.#revealFor(scene.source);
    void this.#sandbox.run(scene, (message) => this.#hear(message)).then((wire) => this.#timeline.connect(wire));
  }

  /** An example in a page shows no more than it needs: the stage only if it acts on it. */
  #revealFor(source: string): void {
    const views = this.#parts.tabs.parentElement!;
    if (!this.#isCompact) return;
    const hasStage = /\b(?:player|glitches|Button[ABC]|stage|Actor|hud)\b/.test(source);
    views.classList.toggle('without-stage', !hasStage);
    if (!hasStage) this.#tabs.select('console');
  }

  #takeOver({ wire, listen }: FirstRun): void {
    const { source } = this.#running;
    this.#revealFor(source);
    this.#running.begin(source);
    listen((message) => this.#hear(message));
    void wire.then((port) => this.#timeline.connect(port));
  }

  #hear(message: RunMessage): void {
    this.#running.hear();
    if (message.kind === 'log') this.#write(message.entries, message.left);
    else if (message.kind === 'clear') this.#console.clear();
    else if (message.kind === 'explained') this.#explained?.(message.text);
    else if (message.kind === 'broken') this.#break(message.breach);
    else if (message.kind === 'now') {
      this.#threads.show(message.now);
      // The text may have changed since; then the lines are those of the one that runs.
      if (this.#compiled?.source === this.source) showCurrent(this.#editor, message.now.lines);
    }
  }

  #write(entries: readonly LogEntry[], left: number): void {
    this.#console.add(entries, left);
    const errors = this.#thrown.add(entries);
    if (errors.length === 0) return;
    this.#markThrown();
    const [{ text, line }] = errors as [LogEntry];
    this.#tell(line === null ? text : `${text}, line ${line}`);
  }

  #clearThrown(): void {
    this.#thrown.clear();
    this.#markThrown();
  }

  /** The lines are those of the text that runs. */
  #markThrown(): void {
    if (this.#compiled?.source !== this.source) return;
    const isOfText = this.#running.source === this.source;
    showDiagnostics(this.#editor, this.#compiled.diagnostics, isOfText ? this.#thrown.errors : []);
  }

  #break(breach: Breach): void {
    this.#running.end();
    const text = `The scene was ended, as it ${BREACHES[breach]}.`;
    this.#console.add([{ level: 'error', text, line: null, calls: [], isThrown: false }], 0);
    this.#tabs.select('console');
    this.#tell(text);
  }

  #showState(state: RunState): void {
    const { run, stop, stage } = this.#parts;
    stage.dataset['state'] = state;
    stage.parentElement!.dataset['state'] = state;
    run.setAttribute('aria-label', state === 'running' ? 'Run again' : 'Run');
    stop.disabled = state !== 'running';
    if (state === 'running') return;
    this.#threads.show(null);
    showCurrent(this.#editor, []);
  }

  #show(name: string): void {
    this.#parts.tabs.parentElement!.dataset['tab'] = name;
    for (const [each, panel] of Object.entries(this.#parts.panels)) panel.hidden = each !== name;
    if (name === 'timeline') void this.#timeline.open();
    else this.#timeline.close();
    this.#linking.refresh();
  }

  #showWhy(): void {
    const { report, source } = this.#compiled!;
    // The last good one stays while the text has an error.
    if (this.#compiled!.code === null && report === null) return;
    showWhy(this.#parts.panels['why']!, { report, source, go: (line) => goToLine(this.#editor, line) });
  }

  #showStatus({ diagnostics, tookMs }: Compiled): void {
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    const text =
      errors.length > 0
        ? `${count(errors.length, 'error')}, line ${errors[0]!.line}`
        : `Compiled in ${Math.ceil(tookMs)} ms`;
    this.#parts.status.textContent = text;
    this.#parts.status.classList.toggle('error', errors.length > 0);
  }

  #count({ errors, warnings }: Counts): void {
    const badge = this.#parts.count;
    badge.hidden = errors + warnings === 0;
    badge.textContent = String(errors + warnings);
    badge.classList.toggle('error', errors > 0);
    badge.setAttribute('aria-label', `${count(errors, 'error')}, ${count(warnings, 'warning')}`);
  }

  #tell(text: string): void {
    this.#parts.told.textContent = text;
  }
}

const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`;
