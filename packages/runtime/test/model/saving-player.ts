/** Plays a program that is compiled for saves, which another instance can go on with: also one in another process. */
import { SaveError, saves, type Saves } from '../../src/saves.js';
import { $saves, savedFiles } from '../../src/saves/registry.js';
import type { Queue, Scheduler } from '../../src/index.js';
import type { Refusal } from '../../src/saves.js';
import type { Thread } from '../../src/threads/thread.js';
import { verify } from '../../src/testing.js';
import type { Emitted } from './build.js';
import { maxFrames } from './compare.js';
import { free, Player, settled } from './drive.js';
import type { Program } from './program.js';
import { Happening } from './sources.js';

/** After the pulse of a frame, and what plain code did then. */
export interface SavedFrame {
  readonly pulse: number;
  readonly text: string;
  /** How many lines there were before it. */
  readonly lines: number;
  /** Where the music was. */
  readonly songMs: number;
}

/** What plain code has, which the save keeps with its threads. */
interface Kept {
  labels: Map<Thread, string>;
  queues: Map<Thread, Queue[]>;
  slots: Player['slots'];
  stopped: unknown[];
  shared: unknown[];
  numbers: number[];
}

export class SavingPlayer extends Player {
  /** Of each frame after which something could be saved; and why it could not. */
  readonly saved: SavedFrame[] = [];
  readonly refused: Refusal[][] = [];
  protected readonly saves: Saves;
  readonly #kept: Kept = {
    labels: new Map(),
    queues: new Map(),
    slots: [],
    stopped: [],
    shared: [],
    numbers: [],
  };
  #savesAll = false;

  /** `code`: the text of the program. `scheduler`: one that records or replays. `songFromMs`: where a game that loads starts its music. */
  constructor(
    program: Program,
    code: string,
    songFromMs: number = 0,
    scheduler?: Scheduler,
    isChecked: boolean = true,
  ) {
    (savedFiles() as Map<string, unknown>).clear();
    super(program, null, {
      build: { name: 'saved', load: () => evaluate(code) },
      songFromMs,
      isChecked,
      ...(scheduler && { scheduler }),
    });
    const [, slow, below, song] = this.clocks;
    const constants = { kept: this.#kept, slow, below };
    const getters = Object.entries(constants).map(([name, value]) => [name, [() => value]]);
    $saves('player.js', { variables: Object.fromEntries(getters) as Record<string, [() => unknown]> });
    const ids = idsOf(this);
    const byId = new Map(Array.from(ids, ([object, id]) => [id, object]));
    const functions = [...this.functions, ...this.hooked, this.ask as () => unknown];
    this.saves = saves(this.scheduler, {
      objects: { idOf: (object) => ids.get(object), find: (id: string) => byId.get(id) },
      clocks: { song: song! },
      classes: {
        Happening: {
          of: Happening,
          save: (event) => (event as Happening).number,
          load: (number) => new Happening(number as number | undefined),
        },
      },
      functions: Object.fromEntries(functions.map((fn, n) => [`f${n}`, fn])),
    });
  }

  /** Plays it, saved after each frame. */
  async playAndSave(): Promise<void> {
    this.#savesAll = true;
    await this.run(maxFrames);
  }

  /** Loads a save, after the lines that there were before it. Gives its text if it is saved again. */
  async load({ text, pulse, lines }: SavedFrame, before: readonly string[]): Promise<string> {
    this.lines.push(...before.slice(0, lines));
    this.saves.load(text);
    verify(this.scheduler);
    const { labels, queues, slots, stopped, shared, numbers } = this.#kept;
    for (const [thread, label] of labels) this.labels.set(thread, label);
    for (const [thread, own] of queues) this.queues.set(thread, own);
    this.slots.splice(0, Infinity, ...slots);
    this.stopped.push(...(stopped as Player['stopped']));
    [this.count, this.toldCount] = numbers as [number, number];
    (shared as Player['shared'][number]['settledBy'][]).forEach(
      (by, at) => by && this.shared[at]!.settle(by.id, by.rejects),
    );
    await settled();
    return this.saves.save({ pulse });
  }

  /** From the frame behind a save to the end. */
  async goOn({ pulse }: SavedFrame): Promise<void> {
    if (!this.isOver(pulse)) await this.runFrames(pulse + 1, maxFrames);
    await this.pulse();
  }

  /** What plain code has, and how it gets that back. */
  protected take(): () => void {
    const { labels, queues, slots, stopped, open, lines, count, toldCount } = this;
    const maps = [new Map(labels), new Map(Array.from(queues, ([thread, own]) => [thread, own.slice()] as const))];
    const lists = [slots, stopped, lines].map((list) => [list as unknown[], list.slice()] as const);
    return () => {
      [labels, queues].forEach((map, at) => {
        map.clear();
        // A list of queues grows, and is needed once more.
        maps[at]!.forEach((one, thread) => (map as Map<unknown, unknown>).set(thread, one.slice()));
      });
      for (const [list, before] of lists) list.splice(0, Infinity, ...before);
      Object.assign(this, { open, count, toldCount });
    };
  }

  protected override async endFrame(frame: number): Promise<void> {
    await super.endFrame(frame);
    if (this.#savesAll && this.scheduler.live.size > 0) this.#save(frame);
  }

  #save(pulse: number): void {
    const live = (thread: Thread): boolean => !thread.ended;
    Object.assign(this.#kept, {
      labels: new Map([...this.labels].filter(([thread]) => live(thread))),
      queues: new Map([...this.queues].filter(([thread]) => live(thread))),
      slots: [...this.slots],
      stopped: [...this.stopped],
      shared: this.shared.map(({ settledBy }) => settledBy),
      numbers: [this.count, this.toldCount],
    });
    try {
      const text = this.saves.save({ pulse });
      // Timers without a thread, and Promises of plain code, are in no save.
      const [, , , , , leftOut] = JSON.parse(text.split('\n')[1]!) as unknown[][];
      if (leftOut!.length === 0)
        this.saved.push({ pulse, text, lines: this.lines.length, songMs: this.clocks[3]!.now });
      else this.refused.push([{ code: 'left out', text: String(leftOut![0]), mend: '' }]);
    } catch (error) {
      if (!(error instanceof SaveError)) throw error;
      this.refused.push([...error.refusals]);
    }
  }
}

/** What the program gets from outside, by where it has it from. */
function idsOf(player: Player): Map<object, string> {
  const ids = new Map<object, string>([
    [player, 'p'],
    [free, '$'],
  ]);
  const add = (name: string, value: unknown): void => {
    if ((typeof value === 'object' || typeof value === 'function') && value !== null && !ids.has(value))
      ids.set(value, name);
  };
  for (const list of ['actors', 'sources'] as const) player[list].forEach((one, at) => add(`${list} ${at}`, one));
  player.shared.forEach(({ promise }, at) => add(`shared ${at}`, promise));
  if (player.library !== globalThis) add('library', player.library);
  for (const [name, value] of Object.entries(player)) if (typeof value === 'function') add(`p.${name}`, value);
  add('p.ask', player.ask);
  add('p.host', player.host);
  return ids;
}

// oxlint-disable-next-line typescript/no-implied-eval -- the program was generated here
const evaluate = (code: string): Emitted => new Function('$', 'p', `"use strict";${code}`) as Emitted;
