/**
 * What people of other tools write where a script says something else: the coroutines of Unity, Godot and Phaser, the
 * event commands of RPG Maker, `sleep` and `delay` of many languages. They are looked up without case and `_`.
 */
import { VOCABULARY } from '../vocabulary.js';

/**
 * The word, and what becomes of what it is given: `same`, `seconds`, or `nothing`. A `hint` shows how it is written where no
 * call is that easily put in the place of another.
 */
export interface OtherWord {
  readonly word: string;
  readonly given?: 'same' | 'seconds' | 'nothing';
  readonly hint?: string;
}

const TABLE: readonly (readonly [names: string, OtherWord])[] = [
  ['sleep delay', { word: 'wait', given: 'same' }],
  ['waitforseconds waitforsecondsrealtime waitseconds createtimer', { word: 'wait', given: 'seconds' }],
  ['waitforendofframe waitforfixedupdate waitfornextframe waitframe nextframe', { word: 'wait', given: 'nothing' }],
  ['waitforframes', { word: 'waitFrames', given: 'same' }],
  ['waitforsignal', { word: 'waitSignal', given: 'same' }],
  ['waitwhile', { word: 'waitUntil', hint: 'waitUntil(() => !…)' }],
  ['setwaitmode', { word: 'waitFor', hint: 'waitFor(…)' }],
  ['startcoroutine', { word: 'start', given: 'same' }],
  ['stopcoroutine', { word: 'cancel', hint: 'const thread = start(() => …)` and `thread.cancel()' }],
  ['stopallcoroutines', { word: 'cancelAll', hint: 'executorOf(…).cancelAll()' }],
  ['delayedcall', { word: 'start', hint: 'start(() => { wait(…); … })' }],
  ['invokerepeating', { word: 'every', hint: 'while (true) { every(…); … }' }],
  ['gettree', { word: 'wait', hint: 'wait(…)' }],
  ['createtween', { word: 'tween', hint: 'tween(…, (t) => …)' }],
  ['emitsignal', { word: 'signal', given: 'same' }],
];

const OTHER_WORDS: ReadonlyMap<string, OtherWord> = new Map(
  TABLE.flatMap(([names, row]) => names.split(' ').map((name): [string, OtherWord] => [name, row])),
);

/** What is meant by a name that is none of scripts: `Wait`, `wait_for` and `WaitUntil` are words in other clothes. */
export function otherWord(name: string): OtherWord | undefined {
  const bare = name.replaceAll('_', '').toLowerCase();
  const word = bare.startsWith('wait') ? [...VOCABULARY].find((one) => one.toLowerCase() === bare) : undefined;
  if (word !== undefined) return word === name ? undefined : { word, given: 'same' };
  return OTHER_WORDS.get(bare);
}
