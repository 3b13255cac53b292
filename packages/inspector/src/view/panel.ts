/** The panes of a view, and what goes from one to the other. */
import type { TimelineQuestion } from '../timeline.js';
import { make, setFlag } from './panes/html.js';
import { LanePane } from './panes/lane-pane.js';
import { Lists } from './panes/lists.js';
import { PastBar } from './panes/past-bar.js';
import type { Model, ViewThread } from './game/model.js';
import { queuedThreads } from './game/queues.js';
import { Pace } from './pace.js';
import { numberWords, placeWords, STATE_WORDS } from './game/say.js';
import type { Session } from './game/session.js';
import { type Glow, SourcePane } from './panes/source-pane.js';
import { Toolbar } from './panes/toolbar.js';

export interface PanelHandlers {
  /** The text of a file; null if it is not to be had. */
  readonly load: (file: string) => Promise<string | null>;
  /** Somebody wants to see this line. */
  readonly source: (file: string, line: number) => void;
  /** The threads of the file that is shown, by their lines. */
  readonly lines: (file: string, threads: readonly ViewThread[]) => void;
  readonly close: () => void;
  /** It is to stand elsewhere. */
  readonly place: (place: string) => void;
}

/** To lay out the lists takes as long as all else. So often they follow a drag, and at once where it stops. */
const LISTS_MS = 400;
/** The lines of more threads are not read at once. */
const MOST_READ = 200;

export class Panel {
  readonly element: HTMLElement;
  readonly toolbar: Toolbar;
  readonly #past: PastBar = new PastBar(
    (frame) => (this.#wanted = frame),
    (frames) => this.#stepBy(frames),
    () => {
      this.#session.pauseOrResume();
      this.draw();
    },
  );
  readonly #session: Session;
  readonly #handlers: PanelHandlers;
  readonly #lanes: LanePane;
  readonly #lists: Lists;
  readonly #source: SourcePane;
  readonly #body: HTMLElement = make('div', { class: 'body' });
  readonly #empty: HTMLElement = make('div', { class: 'empty' }, make('b'), make('span'));
  #selected: number | null = null;
  /** The frame that somebody wants to see, with the next frame of the browser. */
  #wanted: number | null = null;
  #isGoing = false;
  #listedMs = 0;
  #isListDue = false;
  /** The thread whose line is to be shown, which is not known yet. */
  #opensLater: ViewThread | null = null;
  #letters = '';
  readonly #pace = new Pace();
  #isAlive = true;
  #drawn = '';

  constructor(session: Session, handlers: PanelHandlers) {
    this.#session = session;
    this.#handlers = handlers;
    this.toolbar = this.#makeToolbar();
    this.#lanes = new LanePane(session.model, {
      pick: (thread, span) => {
        this.#pick(thread);
        if (span?.file != null && span.line !== null) this.#openSource(span.file, span.line);
        else this.#openThread(thread);
        // Where there is no room for both, the source is in the place of the lists.
        if (span !== null && this.#lists.has('source')) this.#lists.show('source');
        this.#lists.threads.scrollTo(thread.id);
      },
    });
    this.#lists = new Lists({
      pick: (thread, opens) => this.#pickInList(thread, opens),
      pickId: (id) => this.#pickId(id),
      openLine: ({ id, file, line }) => {
        this.#pickId(id);
        this.#openSource(file, line);
      },
      tab: (name) => {
        this.#body.setAttribute('data-tab', name);
        if (this.element === undefined) return;
        this.draw();
        // While it was not seen, it could not be scrolled.
        this.#source.scroll();
      },
    });
    this.#source = new SourcePane({
      load: async (file) => handlers.load(file),
      toggleBreakpoint: (file, line, on) => session.setBreakpoint(file, line, on),
      runTo: (file, line) => session.runTo(file, line),
    });
    this.#lanes.element.append(this.#empty);
    this.#body.append(this.#lanes.element, this.#lists.element, this.#source.element);
    this.element = make('div', { class: 'frame' }, this.toolbar.element, this.#past.element, this.#body);
    this.element.addEventListener('keydown', (event) => this.#onKey(event));
    session.onBreak = ({ id, file, line }) => {
      this.#pickId(id);
      this.#openSource(file, line);
    };
    new ResizeObserver(() => this.draw()).observe(this.#body);
    this.#tick();
  }

  remove(): void {
    this.#isAlive = false;
    this.element.remove();
  }

  draw(): void {
    const { model, paused, isConnected } = this.#session;
    const selected = this.#thread(this.#selected);
    this.#drawn = this.#drawnNow();
    // The canvas comes first: to set its font makes the browser apply all styles that have changed.
    if (model.at !== null) this.#lanes.showFrame(model.at);
    if (this.#lanes.letters !== this.#letters) this.#lanes.letters = this.#letters;
    this.#lanes.update();
    this.toolbar.update({
      connected: isConnected,
      paused,
      selected: selected !== null && selected.ended === null && model.at === null,
      live: this.#lanes.isLive,
      status: statusOf(this.#session),
    });
    this.#past.update(this.#session, this.#wanted);
    setFlag(this.element, 'data-back', model.at !== null);
    this.#drawEmpty();
    const ms = performance.now();
    this.#isListDue = model.at !== null && ms - this.#listedMs < LISTS_MS;
    if (!this.#isListDue) {
      this.#listedMs = ms;
      this.#lists.update(model, this.#listed(), selected);
    }
    this.#drawGlow();
    if (this.#opensLater !== null) this.#openThread(this.#opensLater);
  }

  /** Each frame of the browser, so not while nobody sees it. */
  #tick(): void {
    if (!this.#isAlive) return;
    requestAnimationFrame((ms) => {
      this.#pace.frame(ms);
      if (this.#wanted !== null) this.#goTo(this.#wanted);
      else if (this.#isListDue && performance.now() - this.#listedMs >= LISTS_MS) this.draw();
      else if (this.#pace.isDue(ms) && this.#lanes.isSeen) {
        this.#pace.asked(ms);
        void this.#session.refresh(this.#question()).then(() => {
          if (this.#isAlive && this.#drawn !== this.#drawnNow()) this.draw();
        });
      }
      this.#tick();
    });
  }

  /** However far the slider is dragged meanwhile: one frame of the game is asked for at a time. */
  #goTo(frame: number): void {
    if (this.#isGoing) return;
    this.#isGoing = true;
    this.#wanted = null;
    void this.#session.goTo(frame, this.#question()).then(() => {
      this.#isGoing = false;
      if (this.#isAlive) this.draw();
    });
  }

  /** Frames that have been are shown again; behind them new ones are run. */
  #stepBy(frames: 1 | -1): void {
    const { past, model } = this.#session;
    const from = this.#wanted ?? model.at;
    if (past === null || (frames > 0 && (from ?? past.newest) >= past.newest)) return this.#session.step(null);
    this.#wanted = Math.max((from ?? past.newest) + frames, past.oldest);
  }

  /** Another text if something has changed. */
  #drawnNow(): string {
    const { connection, paused, problem, model, at, past } = this.#session;
    return [connection, paused, problem, model.version, at?.id, past?.newest, past?.whyNot].join();
  }

  /** What is seen, so that the game reads no more. */
  #question(): TimelineQuestion {
    const { model } = this.#session;
    const seen = this.#lanes.seen();
    const first = this.#lanes.firstFrame;
    const lanes = seen.flatMap((thread) => {
      const lane = model.missing(thread, first);
      thread.knownSince = Math.min(thread.knownSince, first);
      return lane ?? [];
    });
    if (model.at !== null) return { lanes };
    const asked = new Set<ViewThread>(seen);
    for (const thread of this.#lists.threads.seen()) asked.add(thread);
    for (const thread of queuedThreads(model).slice(0, MOST_READ)) asked.add(thread);
    const selected = this.#thread(this.#selected);
    if (selected !== null) asked.add(selected);
    for (const thread of model.threads.values()) {
      if (asked.size >= MOST_READ) break;
      asked.add(thread);
    }
    return { lanes, ids: [...asked].filter(({ ended }) => ended === null).map(({ id }) => id) };
  }

  #thread(id: number | null): ViewThread | null {
    return (id === null ? undefined : this.#session.model.threads.get(id)) ?? null;
  }

  #listed(): ViewThread[] {
    const letters = this.#letters.trim().toLowerCase();
    return [...this.#session.model.threads.values()].filter(
      ({ ended, name, owner }) => ended === null && `${owner ?? ''} ${name}`.toLowerCase().includes(letters),
    );
  }

  #drawEmpty(): void {
    const { connection, model } = this.#session;
    this.#empty.hidden = connection === 'connected' && model.threads.size > 0;
    const [title, text] = {
      none: ['Not connected', 'Call show(scheduler) for this page, or connect(wire) for another one.'],
      connecting: ['Connecting …', 'The game has not answered yet.'],
      connected: ['Connected, no script yet', 'A script shows here as soon as it waits.'],
      gone: ['The game has gone', 'Its wire was closed.'],
    }[connection] as [string, string];
    (this.#empty.firstElementChild as HTMLElement).textContent = title;
    (this.#empty.lastElementChild as HTMLElement).textContent = text;
  }

  #drawGlow(): void {
    const { threads } = this.#session.model;
    const files = new Set<string>();
    const glow = new Map<number, string[]>();
    const here: ViewThread[] = [];
    for (const thread of threads.values()) {
      const { info, ended } = thread;
      if (info?.file == null || info.line === null || ended !== null) continue;
      files.add(info.file);
      if (info.file !== this.#source.file) continue;
      here.push(thread);
      const names = glow.get(info.line);
      if (names === undefined) glow.set(info.line, [info.name]);
      else names.push(info.name);
    }
    this.#source.setFiles(files);
    this.#source.glow(glow satisfies Glow);
    if (this.#source.file !== null) this.#handlers.lines(this.#source.file, here);
  }

  #pick(thread: ViewThread): void {
    this.#selected = thread.id;
    this.#lanes.select(thread.id);
    this.draw();
  }

  #pickId(id: number): void {
    const thread = this.#thread(id);
    if (thread !== null) this.#pickInList(thread, true);
  }

  #pickInList(thread: ViewThread, opens: boolean): void {
    this.#pick(thread);
    this.#lanes.scrollTo(thread.id);
    if (opens) this.#openThread(thread);
  }

  /** Shows where it is, now or as soon as that is known. */
  #openThread(thread: ViewThread): void {
    this.#opensLater = thread;
    const { file = null, line = null } = thread.info ?? {};
    this.#openSource(file, line);
  }

  #openSource(file: string | null, line: number | null): void {
    if (file === null || line === null) return;
    this.#opensLater = null;
    this.#source.open(file, line);
    this.#handlers.source(file, line);
  }

  #makeToolbar(): Toolbar {
    const session = this.#session;
    const then = (does: () => void) => (): void => {
      does();
      this.draw();
    };
    return new Toolbar({
      pauseOrResume: then(() => session.pauseOrResume()),
      step: then(() => this.#stepBy(1)),
      stepThread: () => this.#stepThread(),
      slowMotion: (factor) => void session.ask('slowMotion', { factor }),
      zoom: (times) => this.#lanes.zoom(times),
      follow: then(() => this.#lanes.follow()),
      filter: (letters) => {
        this.#letters = letters;
        this.draw();
      },
      close: () => this.#handlers.close(),
      place: (place) => this.#handlers.place(place),
    });
  }

  #stepThread(): void {
    if (this.#selected !== null) this.#session.step(this.#selected);
  }

  #onKey(event: KeyboardEvent): void {
    const isText = (event.composedPath()[0] as HTMLElement).matches('input:not([type=range]), select');
    if (event.key === 'F8') this.#session.pauseOrResume();
    else if (isText) return;
    else if (event.key === '.') this.#stepBy(1);
    else if (event.key === 'b' && this.#session.past !== null) this.#stepBy(-1);
    else if (event.key === ',') this.#stepThread();
    else if (event.key === '/') this.toolbar.focusFilter();
    else return;
    event.preventDefault();
    this.draw();
  }
}

/** What stands beside the buttons. */
function statusOf({ connection, paused, at, problem, model, past }: Session): string {
  if (problem !== '') return problem;
  if (connection !== 'connected') return '';
  const frame = numberWords(model.frame);
  if (model.at !== null && model.at !== past?.newest)
    return `Back in frame ${numberWords(model.at)} of ${frame} · ${countsOf(model)}`;
  if (paused && at !== null)
    return `Paused in frame ${frame}: ${at.name} #${at.id} came to ${placeWords(at.file, at.line)}`;
  return `${paused ? 'Paused in frame' : 'Frame'} ${frame} · ${countsOf(model)}`;
}

const countsOf = ({ counts }: Model): string => counts.map((count, at) => `${count} ${STATE_WORDS[at]}`).join(' · ');
