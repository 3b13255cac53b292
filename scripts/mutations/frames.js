/* oxlint-disable eslint/max-lines -- a list of what is broken, one rule after the other: it has no parts */
/**
 * Mutations of what the runtime does for `target: "frames"`: each replaces one piece of a file of packages/runtime/src. The tests of bodies that are
 * written by hand must notice it, unless `noticedBy` names others.
 */
const STEPS = 'packages/runtime/test/execution';
const inFile = (file, mutations) => mutations.map((one) => ({ file, noticedBy: STEPS, ...one }));

export const FRAMES_MUTATIONS = [
  ...inFile('execution/frame-code.ts', [
    {
      rule: 'frames: no entry runs a body while a pause is pending',
      find: 'if (pending.kind !== null || region !== null',
      replace: 'if (region !== null',
    },
    {
      rule: 'frames: no entry runs a body where calls stand deep',
      find: '|| depth >= freeDepth ',
      replace: '',
    },
    {
      rule: 'frames: no entry runs a body in plain code',
      find: 'if (thread === null) return false;',
      replace: 'if (thread === null) return true;',
    },
    {
      rule: 'frames: an entry runs a method of the own owner only',
      find: 'lock !== null && lock.owner === self',
      replace: 'lock !== null',
    },
    {
      rule: 'frames: an error that comes out of an entry is that with which the body was left',
      find: 'traced(takeLeft(error) ?? told(error), code, args, null)',
      replace: 'traced(told(error), code, args, null)',
    },
    {
      rule: 'frames: an error that comes out of an entry names no variables of the output',
      find: 'traced(takeLeft(error) ?? told(error), code, args, null)',
      replace: 'traced(takeLeft(error) ?? error, code, args, null)',
    },
    {
      rule: 'frames: a body that an entry has run stands on the native stack no more',
      find: 'turn.depth--;\n    if (pending.kind',
      replace: 'if (pending.kind',
    },
    {
      rule: 'frames: nor does one that has thrown',
      find: 'turn.depth--;\n    return passed',
      replace: 'return passed',
    },
    {
      rule: 'frames: a pause that comes out of an entry is that of its body',
      find: 'if (pending.kind !== null) this.#ranIntoPause(value, count);',
      replace: '',
    },
    {
      rule: 'frames: traces show what an entry was given',
      find: '    givenArguments.set(frame, argumentsFrom(frame.args, 0, count));\n',
      replace: '',
    },
    {
      rule: 'frames: traces show what a first run was given',
      find: '        if (!this.takesList && args.length !== this.length) givenArguments.set(pending.top as Frame, args);\n',
      replace: '',
    },
    {
      rule: 'frames: a pause that nobody passed on is noticed at the next call',
      find: 'value !== PAUSE && pending.kind === null && typeof value',
      replace: 'value !== PAUSE && typeof value',
    },
    {
      rule: 'frames: each call is a step of the turn',
      find: '++state.steps <= state.maxSteps',
      replace: '(state.steps += 0.5) <= state.maxSteps',
    },
    {
      rule: 'frames: and so is one that gives an object',
      find: '    turn.steps++;\n',
      replace: '    turn.steps += 0.5;\n',
    },
    {
      rule: 'frames: a pause that comes out of a first run is that of its body',
      find: 'value !== PAUSE || top === null || top.code !== this',
      replace: 'value !== PAUSE || top === null',
    },
    {
      rule: 'frames: a body that returns something else has lost its pause',
      find: 'value !== PAUSE || top === null || top.code !== this',
      replace: 'top === null || top.code !== this',
    },
    {
      rule: 'frames: a pause that is over is no pause',
      find: 'if (pending.kind === null) throw stalePause();',
      replace: '',
    },
    {
      rule: 'frames: what a call gives is waited for, if it is a Promise',
      find: "pending.kind === null && typeof value !== 'object' && ++",
      replace: 'pending.kind === null && ++',
    },
    {
      rule: 'frames: in a turn without an end no entry runs a body',
      find: '  turn.freeDepth = 0;\n',
      replace: '',
    },
    {
      rule: 'frames: the steps of another turn without an end do not count',
      find: '  if (steps <= lastSteps) tooMany.length = 0;\n',
      replace: '',
    },
    {
      rule: 'frames: nor do those of a body that has ended',
      find: '    if (tooMany.length > depth) tooMany.length = depth + 1;\n',
      replace: '',
    },
    {
      rule: 'frames: a body that catches the error of an endless turn is left with that',
      find: 'leaveWith(runaway(maxSteps));',
      replace: 'leaveWith(new Error());',
    },
    {
      rule: 'frames: the text of a function says whether it takes a list',
      find: "this.takesList = words.includes(' list');",
      replace: 'this.takesList = false;',
    },
    {
      rule: 'frames: the text of a function says whether it needs a receiver',
      find: "this.isBare = words.includes(' bare');",
      replace: 'this.isBare = true;',
    },
  ]),
  ...inFile('execution/frame-objects.ts', [
    {
      rule: 'frames: a list of places has the parameters first',
      find: 'frame.l1 === MANY ? (frame.l0 as unknown[])',
      replace: 'frame.l1 === null ? (frame.l0 as unknown[])',
    },
    {
      rule: 'frames: traces show a list of arguments',
      find: 'return code.takesList ? (places[0] as unknown[]) : places',
      replace: 'return places',
    },
    {
      rule: 'frames: traces show parameters only',
      find: 'places.slice(0, code.length)',
      replace: 'places',
    },
    {
      rule: 'frames: a body that was left gives its error, also behind a wait',
      file: 'execution/frame-code.ts',
      find: 'return takeLeft(error) ?? told(error);',
      replace: 'return told(error);',
    },
    {
      rule: 'frames: an error that came into a waiting body has its line',
      file: 'execution/thrown-calls.ts',
      find: 'notes?.site ?? layers.siteAt?.(code, pc) ?? null',
      replace: 'notes?.site ?? null',
    },
    {
      rule: 'frames: an error that comes out behind a wait names no variables of the output',
      file: 'execution/frame-code.ts',
      find: 'return takeLeft(error) ?? told(error);',
      replace: 'return takeLeft(error) ?? error;',
    },
    {
      rule: 'frames: a body that needs a receiver goes on with it',
      file: 'execution/frame-code.ts',
      find: 'this.isBare ? this.#own : withReceiver(this.#own)',
      replace: 'this.#own',
    },
    {
      rule: 'frames: a value that comes out over a pause has lost that',
      file: 'execution/pauses.ts',
      find: 'if (given !== PAUSE && pending.kind !== null) throw losePause',
      replace: 'if (given === undefined && pending.kind !== null) throw losePause',
    },
    {
      rule: 'frames: a loop that waits for its next frame has lost the pause of its last call',
      file: 'execution/pauses.ts',
      find: '  if (pending.kind !== null) return stepFrame(frame, losePause(`at the next yield of ${frame.code.label}`), 1);\n',
      replace: '',
    },
    {
      rule: 'frames: no loop waits for its next frame in a synchronous region',
      file: 'execution/pauses.ts',
      find: '  if (turn.region !== null) return stepFrame(frame, refusal(kinds.frame, turn.frame + 1, turn.region), 1);\n',
      replace: '',
    },
    {
      rule: 'frames: a wait whose line is known keeps it',
      file: 'execution/thrown-calls.ts',
      find: 'notes?.site ?? layers.siteAt?.(code, pc) ?? null',
      replace: 'layers.siteAt?.(code, pc) ?? notes?.site ?? null',
    },
    {
      rule: 'frames: a first wait in a `finally` begins the block of its frame',
      find: 'if (before === null) enterBlock(pending.top as FrameObject, held);',
      replace: '',
      noticedBy: 'fixtures/(fixtures|frames).test',
    },
  ]),
  ...inFile('execution/hot-frames.ts', [
    {
      rule: 'frames: an error of a hot turn is thrown',
      file: 'execution/resume-frames.ts',
      find: "    last.mode = 'thrown';\n    last.outcome = error;\n",
      replace: '    last.outcome = error;\n',
    },
    {
      rule: 'frames: a hot turn with a pause for its next frame is over',
      file: 'execution/resume-frames.ts',
      find: '    pending.kind = null;\n    return true;\n',
      replace: '    return true;\n',
    },
    {
      rule: 'frames: a pause of a call is none of the loop itself',
      file: 'execution/resume-frames.ts',
      find: ' && pending.leaf === null;',
      replace: ';',
    },
    {
      rule: 'frames: a pause for another frame is none for the next one',
      file: 'execution/resume-frames.ts',
      find: ' && pending.dueFrame === turn.frame + 1',
      replace: '',
    },
  ]),
  ...inFile('execution/frame-places.ts', [
    {
      rule: 'frames: framesOf: only what is read behind the wait',
      find: '...(live[frame.pc - 1] ?? [])',
      replace: '...live.flat()',
      noticedBy: 'fixtures/frames-of',
    },
    {
      rule: 'frames: framesOf: no variables of the output',
      find: 'if (/[:.]|^\\*|^arguments(?: |$)/.test(name)) continue;',
      replace: '',
      noticedBy: 'fixtures/frames-of',
    },
    {
      rule: 'frames: framesOf: what is in a box',
      find: "const isBox = name.startsWith('&');",
      replace: 'const isBox = false;',
      noticedBy: 'fixtures/frames-of',
    },
    {
      rule: 'frames: framesOf: nothing that has no value yet',
      find: 'if (held !== tdz) locals',
      replace: 'locals',
      noticedBy: 'fixtures/frames-of',
    },
    {
      rule: 'frames: framesOf: places in a list',
      find: 'names.some(({ place }) => place >= MOST)',
      replace: 'names.some(({ place }) => place < 0)',
      noticedBy: 'fixtures/frames-of',
    },
    {
      rule: 'frames: framesOf: more than 36 names',
      find: 'names.length > 36 ? 2 : 1',
      replace: '1',
      noticedBy: 'fixtures/frames-of',
    },
  ]),
  ...inFile('execution/frame-variables.ts', [
    {
      rule: 'frames: the rest of a pattern is without what stands before it',
      find: 'if (taken.has(key) || ',
      replace: 'if (',
      noticedBy: 'fixtures/(fixtures|frames).test',
    },
    {
      rule: 'frames: the rest of a pattern has symbols, too',
      find: "typeof key === 'symbol' ? key : String(key)",
      replace: 'String(key)',
    },
    {
      rule: 'frames: a variable without a value is an error',
      find: 'if (value === tdz || given.length === 0) throw',
      replace: 'if (given.length === 0) throw',
      noticedBy: 'fixtures/(fixtures|frames).test',
    },
    {
      rule: 'frames: a text of an error names `this`',
      find: "name === '$this' ? 'this' : '(intermediate value)'",
      replace: "'(intermediate value)'",
    },
    {
      rule: 'frames: an error that is frozen keeps its text',
      find: 'if (!(error instanceof TypeError)) return error;\n  try {',
      replace: 'if (!(error instanceof TypeError)) return error;\n  {',
    },
  ]),
  ...inFile('execution/methods.ts', [
    {
      rule: 'frames: what is no function is named as the source does',
      find: 'throw new TypeError(`${text} is not a ${what}`);',
      replace: '',
      noticedBy: 'fixtures/(fixtures|frames).test',
    },
    {
      rule: 'a tag that was read before is called on its object',
      find: 'applyOn(callable(method, text), self, args);',
      replace: 'applyOn(callable(method, text), undefined, args);',
      noticedBy: 'fixtures/(fixtures|frames).test',
    },
  ]),
  ...inFile('execution/cursor.ts', [
    {
      rule: 'frames: an array whose iterator a script has replaced goes by that',
      find: 'method === valuesOf && arrayIterators.next === nextOfArrays && Array',
      replace: 'Array',
    },
    {
      rule: 'frames: an iterator that throws is not closed',
      find: '    this.source = null;\n    const result: unknown = apply(next, iterator, []);',
      replace: '    const result: unknown = apply(next, iterator, []);',
    },
    {
      rule: 'frames: an array that has ended stays so',
      find: '    this.source = null;\n    return false;\n  }\n\n  /** Nothing is closed',
      replace: '    return false;\n  }\n\n  /** Nothing is closed',
    },
    {
      rule: 'frames: an iterator is closed once',
      find: '    if (source === null) return;\n    this.source = null;\n    // The iterators of arrays',
      replace: '    if (source === null) return;\n    // The iterators of arrays',
    },
    {
      rule: 'frames: a call that is unwound closes its iterators as a return does',
      find: '    if (error === CANCEL) return this.close();\n',
      replace: '',
    },
    {
      rule: 'frames: an error of the loop counts more than one of closing',
      find: '    try {\n      this.close();\n    } catch {',
      replace: '    this.close();\n    try {\n    } catch {',
    },
    {
      rule: 'frames: a key that is gone has no turn',
      find: '      if (!(key in object)) continue;\n',
      replace: '',
    },
    {
      rule: 'frames: what an iterator gives is an object',
      find: 'if (!isObject(result)) throw new TypeError(`Iterator result ${String(result)} is not an object`);\n    if ((result',
      replace: 'if ((result',
    },
  ]),
  ...inFile('execution/disposables.ts', [
    {
      rule: 'frames: using: the last one is disposed of first',
      find: 'for (let one = this.held.pop(); one !== undefined; one = this.held.pop()) {',
      replace: 'for (let one = this.held.shift(); one !== undefined; one = this.held.shift()) {',
      noticedBy: 'fixtures/(fixtures|frames).test',
    },
    {
      rule: 'frames: using: an error keeps the one that it comes upon',
      find: 'thrown === undefined ? error : suppressed(error, thrown.error)',
      replace: 'error',
    },
    {
      rule: 'frames: using: a call that is unwound disposes as a return does',
      find: 'error === CANCEL ? undefined : { error }',
      replace: '{ error }',
    },
  ]),
  ...inFile('execution/deep-calls.ts', [
    {
      rule: 'frames: where no call can be handed over, entries run bodies again',
      find: '  if (!may && turn.freeDepth !== 0) turn.freeDepth = depth + EACH;\n',
      replace: '',
    },
    {
      rule: 'frames: deep calls: `enter` stands between two calls',
      find: '    if (layers.isEnter?.(readStackLine(lines[at])[0]) === true) at++;\n',
      replace: '',
    },
    {
      rule: 'frames: deep calls: an entry stands between two calls',
      find: 'layers.isByEntry?.(lines[at + 1]) === true ||',
      replace: '',
    },
    {
      rule: 'frames: deep calls: a loop of the runtime steps a callback',
      find: ' || layers.passes?.(lines[at + 2]) === true',
      replace: '',
      noticedBy: 'fixtures/depth.test',
    },
  ]),
  ...inFile('dispatch/wrappers.ts', [
    {
      rule: 'frames: entries run bodies again when a turn without an end is over',
      find: '  if (turn.freeDepth !== MANY_CALLS) setFreeDepth();\n',
      replace: '',
    },
    {
      rule: 'frames: but not while stacks are noted',
      find: 'freeDepth === 0 ? layers.noteSite === null && steps <= maxSteps',
      replace: 'freeDepth === 0 ? steps <= maxSteps',
    },
    {
      rule: 'frames: and not before that turn is over',
      find: 'freeDepth === 0 ? layers.noteSite === null && steps <= maxSteps',
      replace: 'freeDepth === 0 ? layers.noteSite === null',
    },
    {
      rule: 'frames: nor below deep calls',
      find: ': depth < MANY_CALLS;',
      replace: ': true;',
    },
    {
      rule: 'frames: `new` is a construction, also by an entry',
      find: '  if (target !== undefined) return construct(code, self, target, args);\n  if (newTarget !== undefined) return call(code, self, args);\n  return isDirect',
      replace: '  if (newTarget !== undefined) return call(code, self, args);\n  return isDirect',
    },
    {
      rule: 'frames: an arrow that an entry passes on has the `this` of its creator',
      find: 'return isDirect(code, self) ? execute(code, code.receiver(self), args)',
      replace: 'return isDirect(code, self) ? execute(code, self, args)',
    },
  ]),
  ...inFile('execution/own-lines.ts', [
    {
      rule: 'frames: stackOf: a call has one line, without that of its entry',
      find: '    if (isOverEntry) at++;\n',
      replace: '',
      noticedBy: 'step-stacks|fixtures/stacks',
    },
    {
      rule: 'frames: stackOf: lines of the runtime are left out',
      find: 'isStep(line) || ADDED.test(line) || isRuntime(line) || ',
      replace: 'isStep(line) || ADDED.test(line) || ',
      noticedBy: 'step-stacks|fixtures/stacks',
    },
    {
      rule: 'frames: stackOf: an entry that has called `enter` has no line',
      find: ' || isEnter(lines[at - 1])) continue;',
      replace: ') continue;',
      noticedBy: 'step-stacks|fixtures/stacks',
    },
    {
      rule: 'frames: stackOf: the body of a function that has called another of its name is no entry',
      find: 'return end === at + 1 || (end - at) % 2 === 0;',
      replace: 'return true;',
      noticedBy: 'step-stacks|fixtures/stacks',
    },
    {
      rule: 'frames: stackOf: a line tells the class of the receiver',
      find: "name !== '' && whole.endsWith(`.${name}`) ? whole : name",
      replace: 'name',
      noticedBy: 'step-stacks|fixtures/stacks',
    },
    {
      rule: 'frames: stackOf: a stack that is cut off is shown to its end',
      find: 'outermost < 0 || isCut ? lines.length',
      replace: 'outermost < 0 ? lines.length',
      noticedBy: 'step-stacks|fixtures/stacks',
    },
    {
      rule: 'frames: stackOf: an entry of another file is none',
      find: "partsOf(lines[at + 1] ?? '').file !== file || ",
      replace: '',
      noticedBy: 'step-stacks|fixtures/stacks',
    },
  ]),
];
