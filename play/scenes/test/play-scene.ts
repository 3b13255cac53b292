/** Plays a scene as the playground does, on virtual time and without a canvas. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as runtime from '@spindle/runtime';
import * as abi from '@spindle/runtime/abi';
import { verify } from '@spindle/runtime/testing';
import { transform } from '@spindle/compiler';
import type { Actor } from '../../stage/actor.js';
import { createStage } from '../../stage/index.js';
import { world } from '../../stage/world.js';

const FRAME_MS = 1000 / 60;
/** The stage is that large, so that a square has 100 pixels and none is left over at the sides. */
const [WIDTH, HEIGHT] = [1670, 970];

export interface Scene {
  /** What it has logged. */
  readonly lines: string[];
  /** What is in no error handler. */
  readonly errors: unknown[];
  readonly code: string;
  /** Of the compiler. */
  readonly warnings: string[];
  /** What the runtime warns of in development. */
  readonly told: string[];
  /** Where everybody stands, and what can be read. */
  readonly picture: () => unknown;
  // oxlint-disable-next-line typescript/no-explicit-any -- what a script sees has no types there either
  readonly globals: Record<string, any>;
  readonly actor: (name: string) => Actor;
  readonly actors: () => Actor[];
  /** How many lines have been drawn. */
  readonly lineCount: () => number;
  readonly frames: (count: number) => void;
  /** Plays until it is true, and gives the frame. */
  readonly until: (isTrue: () => unknown, maxFrames?: number) => number;
  readonly press: (...keys: string[]) => void;
  readonly hold: (key: string) => void;
  readonly release: (key: string) => void;
  readonly tap: (x: number, y: number) => void;
}

export const readScene = (id: string): string => readFileSync(path.join(import.meta.dirname, `../${id}.js`), 'utf8');

interface PlayOptions {
  readonly seed?: number;
  readonly target?: 'generators' | 'frames';
}

export function playScene(code: string, { seed = 7, target = 'generators' }: PlayOptions = {}): Scene {
  const lines: string[] = [];
  const errors: unknown[] = [];
  const told: string[] = [];
  console.warn = (text: string) => void told.push(text);
  const scheduler = new runtime.Scheduler({ seed, onError: (error) => void errors.push(error) });
  const log = (...values: unknown[]): void => void lines.push(values.join(' '));
  const stage = createStage({ canvas: null, width: WIDTH, height: HEIGHT, scheduler, log });
  const compiled = transform(code, { filename: 'scene.js', runtime: { global: 'spindle' }, target });
  const globals = { ...stage.globals } as Scene['globals'];
  const names = Object.keys(globals);
  // oxlint-disable-next-line typescript/no-implied-eval -- the scene is text that we compiled
  const script = new Function('spindle', ...names, `"use strict";${compiled?.code}`);
  scheduler.enter(() => script({ ...runtime, ...abi }, ...names.map((name) => globals[name])));

  const frames = (count: number): void => {
    for (let i = 0; i < count; i++) {
      scheduler.pulse(FRAME_MS);
      // It looks at each thread, which takes its time.
      if (scheduler.threads.length < 100) verify(scheduler);
      stage.draw();
    }
  };
  return {
    lines,
    errors,
    told,
    code: compiled?.code ?? '',
    warnings: (compiled?.report.diagnostics ?? []).map(({ message }) => message),
    globals,
    picture: () => JSON.stringify([[...world().figures].map(({ x, y, words, lift }) => [x, y, words, lift])]),
    actors: () => [...world().figures] as Actor[],
    lineCount: () => world().lines.length,
    actor: (name) => [...world().figures].find((one) => one.name === name) as Actor,
    frames,
    until(isTrue, maxFrames = 3000) {
      for (let i = 0; i < maxFrames && !isTrue(); i++) frames(1);
      if (!isTrue()) throw new Error(`It has not come after ${maxFrames} frames. It logged:\n${lines.join('\n')}`);
      return scheduler.clock.frame;
    },
    press(...keys) {
      for (const key of keys) {
        stage.key(key, true);
        stage.key(key, false);
      }
    },
    hold: (key) => stage.key(key, true),
    release: (key) => stage.key(key, false),
    tap(x, y) {
      const at = [(x + 0.85) * 100, (y + 0.85) * 100] as const;
      stage.pointer(...at, true);
      stage.pointer(...at, false);
    },
  };
}
