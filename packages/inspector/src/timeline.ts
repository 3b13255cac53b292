/**
 * The lives of the threads, frame by frame, as the lanes of a view show them. They are kept in the game: a view asks for what
 * it shows, so that ten thousand threads do not go over its wire. One class: each event of a thread changes its life, the trace and the news for the
 * view together.
 */
import type { Scheduler, Thread } from '@spindle/runtime';
import { type Look, lookAt, observe } from '@spindle/runtime/observe';
import { type Place, placeOf, type PlaceOptions } from './place.js';
import { infoOf, ownerOf, type State, stateOf, type ThreadInfo } from './snapshot.js';

/** In the order of their numbers on the wire. A thread that goes on in each frame is `running`. */
export const LANE_STATES: readonly State[] = ['running', 'sleeping', 'waiting', 'queued'];
const RUNNING = 0;
const NUMBERS: Readonly<Record<State, number>> = {
  running: 0,
  ready: 0,
  ended: 0,
  sleeping: 1,
  waiting: 2,
  queued: 3,
};

/** A stretch of a life in one state. `to` is null while it lasts. */
export interface LaneSpan {
  readonly state: number;
  readonly from: number;
  readonly to: number | null;
  /** What it waited for and where; null if that was not read, such as of a thread that nobody looked at. */
  readonly text: string | null;
  readonly file: string | null;
  readonly line: number | null;
}

/** A thread that has waited at least once. */
export interface LaneThread {
  readonly id: number;
  readonly name: string;
  /** The same number for the same owner; 0 for none. */
  readonly ownerId: number;
  readonly owner: string | null;
  readonly parent: number | null;
  readonly since: number;
}

export interface TraceLine {
  readonly frame: number;
  readonly id: number;
  readonly event: 'started' | 'waits' | 'queued' | 'ended';
  readonly text: string;
  readonly file: string | null;
  readonly line: number | null;
}

export interface LaneEnd {
  readonly id: number;
  readonly frame: number;
  readonly status: string;
}

/** What has happened since a view last asked. */
export interface TimelineAnswer {
  readonly frame: number;
  readonly now: number;
  readonly started: readonly LaneThread[];
  readonly ended: readonly LaneEnd[];
  /** `id, state, since` of each thread whose state has changed. */
  readonly states: readonly number[];
  /** Of the threads that were asked for. */
  readonly spans: readonly { readonly id: number; readonly spans: readonly LaneSpan[] }[];
  readonly infos: readonly ThreadInfo[];
  readonly trace: readonly TraceLine[];
  /** So many lines are not in the trace, as there were too many. */
  readonly missed: number;
}

export interface LaneQuestion {
  readonly id: number;
  readonly from: number;
  readonly to?: number;
}

export interface TimelineQuestion {
  /** The threads whose spans it shows, and from which frame each, up to which. */
  readonly lanes?: readonly LaneQuestion[];
  /** The threads of which it wants to know what they wait for. */
  readonly ids?: readonly number[];
}

interface Span {
  state: number;
  from: number;
  to: number | null;
  said: Said | null;
}

/** What a thread waited for. The source map of its file may come later. */
interface Said {
  readonly text: string;
  readonly look: Look;
  place: Place;
}

/** The last spans of a thread, and of the present one when it began. */
interface Life {
  readonly thread: Thread;
  readonly spans: Span[];
  now: Span;
  /** The wait that lasts, which is no span yet: it may be over with the next frame. -1 for none. */
  waitState: number;
  waitFrom: number;
  said: Said | null;
  /** Its last wait was over with the next frame. */
  isSteady: boolean;
  /** Its state has changed since the view asked. */
  isNews: boolean;
  /** A view shows it. */
  isSeen: boolean;
}

/** Of a thread at least, and of all: a minute of a hundred threads. */
const MOST_SPANS = 200;
const MOST_SPANS_OF_ALL = 2e5;
/** So long a thread is remembered after its end, in frames, and so many. */
const MEMORY_FRAMES = 3600;
const MOST_ENDED = 2000;
/** To read what a thread waits for takes some microseconds. So many are read in a frame of those that nobody looks at. */
const READ_EACH_FRAME = 16;
const MOST_READ_AT_ONCE = 500;
const MOST_TRACE = 400;
/** So many ends are kept for a view that does not ask, besides those of threads that it knows. */
const MOST_NEWS = 4000;
const NOWHERE: Place = { file: null, line: null };

export class Timeline {
  readonly #scheduler: Scheduler;
  readonly #places: PlaceOptions;
  readonly #onFrame: () => void;
  readonly stop: () => void;
  readonly #lives = new Map<Thread, Life>();
  readonly #byId = new Map<number, Life>();
  readonly #ended: LaneEnd[] = [];
  #newlyEnded: LaneEnd[] = [];
  readonly #started = new Set<Life>();
  #trace: TraceLine[] = [];
  #missed = 0;
  #frame = -1;
  #readCount = 0;

  /** `onFrame` is called before the first event of each frame. */
  constructor(scheduler: Scheduler, places: PlaceOptions = {}, onFrame: () => void = () => {}) {
    this.#scheduler = scheduler;
    this.#places = places;
    this.#onFrame = onFrame;
    const { frame } = scheduler.clock;
    const { threads } = scheduler;
    for (const thread of threads) {
      const since = threads.length <= MOST_READ_AT_ONCE ? lookAt(thread).since : null;
      this.#begin(thread, since ?? frame);
    }
    this.stop = observe(scheduler, {
      waits: this.#waits,
      queued: this.#waits,
      goesOn: this.#goesOn,
      ended: this.#ends,
    });
  }

  /** What is new since the last time, and what is asked for. */
  read({ lanes = [], ids = [] }: TimelineQuestion): TimelineAnswer {
    const { frame, now } = this.#scheduler.clock;
    const states: number[] = [];
    for (const life of this.#byId.values()) life.isSeen = false;
    for (const life of this.#lives.values()) {
      this.#settle(life, frame);
      if (!life.isNews) continue;
      life.isNews = false;
      states.push(life.thread.id, life.now.state, life.now.from);
    }
    const infos = ids.flatMap((id) => {
      const life = this.#byId.get(id);
      return life === undefined || life.thread.ended ? [] : [infoOf(life.thread, this.#places)];
    });
    const answer = {
      frame,
      now,
      started: Array.from(this.#started, laneThreadOf),
      ended: this.#newlyEnded,
      states,
      spans: lanes.flatMap((lane) => this.#spansOf(lane)),
      infos,
      trace: this.#trace.sort((a, b) => a.frame - b.frame),
      missed: this.#missed,
    };
    this.#started.clear();
    this.#newlyEnded = [];
    this.#trace = [];
    this.#missed = 0;
    this.#forget(frame);
    return answer;
  }

  // Called for each thread in each frame.
  readonly #waits = (thread: Thread, frame: number): void => {
    if (frame !== this.#frame) this.#beginFrame(frame);
    const life = this.#lives.get(thread);
    if (life === undefined) return this.#begin(thread, frame);
    life.waitState = NUMBERS[stateOf(thread)];
    life.waitFrom = frame;
    life.said = null;
    if (!life.isSteady || life.waitState === NUMBERS.queued) this.#say(life);
  };

  readonly #goesOn = (thread: Thread, frame: number): void => {
    if (frame !== this.#frame) this.#beginFrame(frame);
    const life = this.#lives.get(thread);
    if (life === undefined || life.waitState < 0) return;
    life.isSteady = frame - life.waitFrom <= 1;
    if (!life.isSteady) {
      this.#settle(life, frame);
      this.#turnTo(life, RUNNING, frame, null);
    }
    life.waitState = -1;
  };

  #begin(thread: Thread, frame: number): void {
    const now: Span = { state: RUNNING, from: frame, to: null, said: null };
    const life: Life = {
      thread,
      spans: [now],
      now,
      waitState: NUMBERS[stateOf(thread)],
      waitFrom: frame,
      said: null,
      isSteady: false,
      isNews: true,
      isSeen: false,
    };
    this.#lives.set(thread, life);
    this.#byId.set(thread.id, life);
    this.#started.add(life);
    this.#say(life);
    if (life.said === null) this.#missed++;
    else this.#note(life, 'started', frame, life.said, '');
  }

  readonly #ends = (thread: Thread, frame: number): void => {
    const life = this.#lives.get(thread);
    if (life === undefined) return;
    if (life.waitState >= 0) this.#settle(life, frame);
    life.now.to = frame;
    if (life.now.from === frame && life.spans.length > 1) life.spans.pop();
    this.#lives.delete(thread);
    const { id, status } = thread;
    // The view has not asked for long: it is not told of those that have begun and ended since.
    if (this.#newlyEnded.length >= MOST_NEWS && this.#started.delete(life)) this.#byId.delete(id);
    else {
      const end = { id, frame, status };
      this.#ended.push(end);
      this.#newlyEnded.push(end);
    }
    this.#note(life, 'ended', frame, null, status);
  };

  /** A wait that has lasted more than a frame is a span. */
  #settle(life: Life, frame: number): void {
    const { waitState, waitFrom, now } = life;
    if (waitState < 0 || frame - waitFrom <= 1 || (now.from === waitFrom && now.state === waitState)) return;
    // It still waits for the same, unless it goes on just now.
    if (life.said === null && life.thread.status !== 'running') this.#say(life);
    const event = waitState === NUMBERS.queued ? 'queued' : 'waits';
    if (life.said !== null) this.#note(life, event, waitFrom, life.said);
    else if (life.isSeen || this.#mayRead()) this.#note(life, event, waitFrom, null, `for ${frame - waitFrom} frames`);
    else this.#missed++;
    this.#turnTo(life, waitState, waitFrom, life.said);
  }

  #turnTo(life: Life, state: number, from: number, said: Said | null): void {
    const { spans, now } = life;
    life.isNews = true;
    now.to = from;
    // It has begun and ended in one frame, so there is nothing to see of it.
    if (now.from === from) spans.pop();
    life.now = { state, from, to: null, said };
    spans.push(life.now);
    if (spans.length > Math.max(MOST_SPANS, MOST_SPANS_OF_ALL / this.#lives.size)) spans.splice(0, MOST_SPANS / 2);
  }

  #say(life: Life): void {
    if (!life.isSeen && !this.#mayRead()) return;
    const look = lookAt(life.thread);
    life.said = { text: look.waitsFor, look, place: placeOf(look, this.#places) };
  }

  #placeOf(said: Said | null): Place {
    if (said === null) return NOWHERE;
    if (said.place.file === null) said.place = placeOf(said.look, this.#places);
    return said.place;
  }

  #laneSpanOf({ state, from, to, said }: Span): LaneSpan {
    return { state, from, to, text: said?.text ?? null, ...this.#placeOf(said) };
  }

  #mayRead(): boolean {
    return ++this.#readCount <= READ_EACH_FRAME;
  }

  #beginFrame(frame: number): void {
    this.#frame = frame;
    this.#readCount = 0;
    this.#onFrame();
  }

  #note(life: Life, event: TraceLine['event'], frame: number, said: Said | null, text = said?.text ?? ''): void {
    if (this.#trace.length >= MOST_TRACE) this.#missed++;
    else this.#trace.push({ frame, id: life.thread.id, event, text, ...this.#placeOf(said) });
  }

  #spansOf({ id, from: first, to: last = Infinity }: LaneQuestion): TimelineAnswer['spans'] {
    const life = this.#byId.get(id);
    // Once, however often it was asked for.
    if (life === undefined || life.isSeen) return [];
    life.isSeen = true;
    const spans = life.spans.filter(({ from, to }) => from <= last && (to ?? first) >= first);
    return [{ id, spans: spans.map((span) => this.#laneSpanOf(span)) }];
  }

  #forget(frame: number): void {
    const ended = this.#ended;
    while (ended[0] !== undefined && (ended.length > MOST_ENDED || frame - ended[0].frame > MEMORY_FRAMES))
      this.#byId.delete((ended.shift() as LaneEnd).id);
  }
}

function laneThreadOf({ thread, now, spans }: Life): LaneThread {
  const owner = ownerOf(thread);
  return {
    id: thread.id,
    name: thread.name,
    ownerId: owner.id,
    owner: owner.name,
    parent: thread.parent?.id ?? null,
    since: (spans[0] ?? now).from,
  };
}
