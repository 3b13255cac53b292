/* oxlint-disable eslint/max-lines -- a list of what is broken, one rule after the other: it has no parts */
/**
 * Mutations of saves: each replaces one piece of a file, of packages/runtime/src in the first list and of packages/babel-plugin-threads/src in the second. The
 * tests of one file notice it, or the fixtures with `saves: true`.
 */
const inFile = (file, tests, mutations) =>
  mutations.map(({ rule, ...one }) => ({
    rule: `saves: ${rule}`,
    file,
    noticedBy: `test/saves/${tests}.test`,
    ...one,
  }));

export const SAVES_MUTATIONS = [
  ...inFile('saves/load.ts', 'load-order', [
    {
      rule: 'a load reads and checks all before it calls the game',
      find: 'const built = tryToRead(scheduler, given, save, options);',
      replace: 'const built = undefined as Built | undefined;',
    },
    {
      rule: '`onLoad` is called before the waits for events begin',
      find: `  asGame(() => given.onLoad?.());
  const events = asGame(() => beginEvents(state.events, from.events));`,
      replace: `  const events = asGame(() => beginEvents(state.events, from.events));
  asGame(() => given.onLoad?.());`,
    },
  ]),
  ...inFile('saves/marks/history.ts', 'history', [
    {
      rule: 'a history takes a mark before a pulse behind a call',
      find: '|| this.#isChanged || last.pulses.length >= everyFrames)',
      replace: '|| last.pulses.length >= everyFrames)',
    },
    {
      rule: 'a history goes from an older stretch by way of the present',
      find: 'if (isOlder) this.#marks.rewind(',
      replace: 'if (isOlder && shown === null) this.#marks.rewind(',
    },
    {
      rule: 'the present of a history has threads that have ended',
      find: 'for (const thread of this.#stretches.ended()) walk.own(thread);',
      replace: 'this.#stretches.ended();',
    },
    {
      rule: 'a history sends sticky signals as they were',
      find: '{ sticky: isSticky }',
      replace: '{ sticky: isSticky && false }',
    },
    {
      rule: 'what is read again in a history is data of its own',
      find: 'return copyOf(again.value) as T;',
      replace: 'return again.value as T;',
    },
    {
      rule: 'a history forgets what came behind the frame that goes on',
      find: '      stretches.cutBehind(this.frame);',
      replace: '',
    },
    {
      rule: 'a history is in the present again if a step throws',
      find: '        this.#isPlaying = false;\n        this.#goToPresent();',
      replace: '',
    },
    {
      rule: 'a history keeps no signal with an object',
      find: ' && Object(value) !== value;',
      replace: ';',
    },
    {
      rule: 'the step before the first pulse of a history is in its mark',
      find: 'if (at > 0) before?.(',
      replace: 'before?.(',
    },
    {
      rule: 'what had come before one looks back is there again',
      find: '    this.#signals = signals;\n',
      replace: '    void signals;\n',
    },
  ]),
  ...inFile('saves/marks/stretches.ts', 'history', [
    {
      rule: 'a history keeps so many marks',
      find: 'this.#all.length > marks || ',
      replace: '',
    },
    {
      rule: 'a history keeps so many seconds',
      find: ' || this.#ms - msOf(this.#all[0]!) >= ms',
      replace: '',
    },
  ]),
  ...inFile('saves/load.ts', 'saves', [
    {
      rule: 'a load that fails puts the old world back',
      find: '    world.discard();\n',
      replace: '',
    },
    {
      rule: 'variables have what the save has',
      find: 'from.changes.push(() => set(value));',
      replace: '{}',
    },
    {
      rule: 'the files of the save have to be loaded',
      find: 'if (missing.length > 0)\n',
      replace: 'if (missing.length < 0)\n',
    },
  ]),
  ...inFile('saves/load.ts', 'events', [
    {
      rule: 'waits that have begun are taken off where `commit` throws',
      find: '    events.undo();\n',
      replace: '',
    },
  ]),
  ...inFile('saves/load.ts', 'older-saves', [
    {
      rule: 'a variable that is new since the save has its first value',
      find: 'if (hasFirst) from.changes.push(() => set(given.firstValues[name]));',
      replace: '',
    },
    {
      rule: 'parts of the state that an older save has not are as at the beginning',
      find: 'data: { ...first, ...parts }',
      replace: 'data: parts',
    },
  ]),
  ...inFile('saves/events.ts', 'events', [
    {
      rule: 'waits that have begun are taken off where a later one throws',
      find: '    undo();\n    throw error;',
      replace: '    throw error;',
    },
    {
      rule: 'what comes while a wait begins again wakes nobody',
      find: 'Object.assign(subscription, { channel, waiting: false, buffered: null, queue: null });',
      replace: 'Object.assign(subscription, { channel, buffered: null, queue: null });',
    },
    {
      rule: 'a defined wait that is over does not begin again',
      find: 'channel.source instanceof DefinedWait && !waiting',
      replace: 'channel.source instanceof DefinedWait && waiting === null',
    },
  ]),
  ...inFile('saves/place-state.ts', 'saves', [
    {
      rule: 'threads of old scripts are gone',
      find: "Object.defineProperty(thread, 'status', { value: 'gone', configurable: true });",
      replace: '',
    },
  ]),
  ...inFile('saves/place-state.ts', 'events', [
    {
      rule: 'a defined wait is told that a load undoes it',
      find: "if (channel.source instanceof DefinedWait) channel.source.undoCause = 'load';",
      replace: '',
    },
  ]),
  ...inFile('saves/decoder.ts', 'saves', [
    {
      rule: 'owners and the clock that are in use change only when all is built',
      find: "const isLive = row.tag === 'Lock' || made === this.scheduler.clock;",
      replace: 'const isLive = false;',
    },
  ]),
  ...inFile('saves/value-makers.ts', 'saves', [
    {
      rule: 'what is frozen is frozen when it has its contents',
      find: 'from.afterFill(() => void LEVELS[first as number]?.(made))',
      replace: 'from.afterFill(() => undefined)',
    },
    {
      rule: 'a property called `__proto__` is a property',
      find: 'if (!isHidden && !(key in made))',
      replace: 'if (!isHidden)',
    },
  ]),
  ...inFile('saves/text.ts', 'hostile', [
    {
      rule: 'a save of another format is refused',
      find: 'if (version !== VERSION)',
      replace: "if (typeof version !== 'number')",
    },
    {
      rule: 'a save that was cut is refused',
      find: 'rest.length !== length || ',
      replace: '',
    },
    {
      rule: 'a field that this build does not know is refused',
      find: 'if (unknown >= 0)',
      replace: 'if (unknown > 1e9)',
    },
  ]),
  ...inFile('saves/fields.ts', 'hostile', [
    {
      rule: 'a field has the type that its row says',
      find: 'if (typeof given !== type) from.damaged(',
      replace: "if (typeof given !== type && type === '') from.damaged(",
    },
    {
      rule: 'a thread of a list is one of this save',
      find: "return from.threads.has(given) ? given : from.damaged('no thread where one should be');",
      replace: 'return given;',
    },
  ]),
  ...inFile('saves/read-state.ts', 'hostile', [
    {
      rule: 'a thread waits in one list',
      find: "if (new Set(listed).size !== listed.length) from.damaged('a thread that waits twice');",
      replace: '',
    },
  ]),
  ...inFile('saves/save.ts', 'saves', [
    {
      rule: 'an id counts only if `find` gives the same object for it',
      find: ' && objects.find(id) === object',
      replace: '',
    },
  ]),
  ...inFile('saves/save.ts', 'evaluating', [
    {
      rule: 'nothing is saved before a file has given its variables first values',
      find: 'if (why)',
      replace: "if (why && why === ('' as unknown))",
    },
  ]),
  ...inFile('saves/load.ts', 'shared-modules', [
    {
      rule: 'a save loads only with the setting of `modules` that it was made with',
      find: 'if (modules !== given.modules)',
      replace: "if (modules === '')",
    },
  ]),
  ...inFile('saves/registry.ts', 'edits', [
    {
      rule: 'a function that factories make is found by the name that it had',
      find: '/^(?:[>:]|$)/',
      replace: '/^(?:>|$)/',
    },
  ]),
  ...inFile('saves/load.ts', 'evaluating', [
    {
      rule: 'nothing is loaded before a file has given its variables first values',
      find: 'if (why) throw',
      replace: "if (why && why === ('' as unknown)) throw",
    },
  ]),
  ...inFile('saves/load.ts', 'recording', [
    {
      rule: 'while a log is followed a load is refused',
      find: 'if (inbox.isFollowing) throw',
      replace: "if (inbox.isFollowing && text === '') throw",
    },
  ]),
  ...inFile('words/events.ts', 'recording', [
    {
      rule: 'a load in a recorded run hears its sources anew',
      find: '  hubs.delete(scheduler);\n',
      replace: '',
    },
    {
      rule: 'a load in a recorded run that fails leaves the listeners',
      find: 'if (before !== undefined) hubs.set(scheduler, before);\n',
      replace: '',
    },
  ]),
  ...inFile('replay/recorder.ts', 'recording', [
    {
      rule: 'a load in a recorded run that fails leaves the log',
      find: '      this.#recorded = before;\n',
      replace: '',
    },
  ]),
  ...inFile('replay.ts', 'recording', [
    {
      rule: 'what a program does before the save of its log is loaded is not compared',
      find: 'this.#scheduler.isOutside || !this.#hasBegun) return;',
      replace: 'this.#scheduler.isOutside) return;',
    },
    {
      rule: 'the links of a log with a save begin with the load',
      find: 'return load();\n    this.#forgetLinks();',
      replace: 'return load();',
    },
  ]),
  ...inFile('saves/encoder.ts', 'facts', [
    {
      rule: 'what is left out after all leaves nothing in the table',
      find: '    this.objects.length = length;\n',
      replace: '',
    },
    {
      rule: 'what is read no more is saved as a text where it cannot be saved',
      find: '    json.push(...textOf(given));\n',
      replace: '',
    },
  ]),
  ...inFile('saves/encoder.ts', 'refusals', [
    {
      rule: 'a refusal names the variable and the way from there',
      find: '      way.unshift(this.#keys[at]!);\n',
      replace: '',
    },
  ]),
  ...inFile('saves/cursors.ts', 'cursors', [
    {
      rule: 'a loop over a Map or a Set goes on at its place',
      find: '    for (let i = 0; i < place; i++) apply(next, this.source, []);\n',
      replace: '',
    },
    {
      rule: 'a loop over a Map or a Set that is over stays over',
      find: 'if (source === null) return -1;',
      replace: 'if (source === null) return 0;',
    },
    {
      rule: 'two units of a text that are one character are one',
      find: "typeof over === 'string' && isPair(over, at) ? 2 : 1",
      replace: '1',
    },
    {
      rule: 'a collection with a method of its own is gone through as it says',
      find: 'Object.hasOwn(over, key) || builtin.prototype[key] !== builtin.methods[key]',
      replace: 'builtin.prototype[key] === null',
    },
  ]),
  ...inFile('saves/private-fields.ts', 'code', [
    {
      rule: 'no initializer runs in a load',
      find: '  isLoading = true;\n',
      replace: '',
    },
  ]),
  ...inFile('saves/names.ts', 'edits', [
    {
      rule: 'a function with `@was` is found by the name that it had',
      find: 'isOfFile ? nameNow(name) : name',
      replace: 'isOfFile ? name : name',
    },
  ]),
  ...inFile('saves/names.ts', 'constants', [
    {
      rule: 'what a frozen constant holds has a name',
      find: 'if (isNew && this.#readNow(() => Object.isFrozen(value)) === true)',
      replace: 'if (isNew && value === null)',
    },
  ]),
  ...inFile('saves/names.ts', 'names', [
    {
      rule: 'names are read again when files have other ones',
      find: '([get, value]) => readOf(get) === value',
      replace: '() => true',
    },
  ]),
  ...inFile('saves/closed-owners.ts', 'closed-owners', [
    {
      rule: 'owners that were closed since the save are open',
      find: 'for (const lock of closedOwners(scheduler)) lock.closed = null;',
      replace: '',
    },
  ]),
  ...inFile('saves/restarts.ts', 'restarts', [
    {
      rule: 'a script calls `restart` as soon as it goes on',
      find: '    settling.listen();\n',
      replace: '',
    },
  ]),
  ...inFile('saves/found-fields.ts', 'found-fields', [
    {
      rule: 'a field that is new since the save stays and is told',
      find: 'for (const key of added) from.kept.add(fieldOf(made, key));',
      replace: '',
    },
  ]),
  ...inFile('saves/saves-of.ts', 'saves', [
    {
      rule: 'no save is written in a pulse',
      find: "if (!this.scheduler.isOutside)\n      throw notHere('save'",
      replace: "if (false)\n      throw notHere('save'",
    },
    {
      rule: '`saveSoon` waits for the end of the pulse',
      find: 'if (this.scheduler.isOutside) this.writeSoon();',
      replace: 'this.writeSoon();',
    },
    {
      rule: '`saveSoon` writes one save',
      find: '    this.#soon = null;\n',
      replace: '',
    },
  ]),
  ...inFile('saves/edits/map-pauses.ts', 'map-pauses', [
    {
      rule: 'rule 6, another callee is refused',
      find: 'if (renames.renamed(old.callee) !== now.callee) return',
      replace: "if (now.callee === '\\0') return",
    },
    {
      rule: 'rule 4, a loop around a pause has to be the same',
      find: "if (sameConstructs(old, now, versions) === 'other') return otherConstruct(old, now);",
      replace: '',
    },
    {
      rule: 'rule 7, an edited statement is told',
      find: "if (!isSameWords) surprises.push({ kind: 'edited' });",
      replace: '',
    },
    {
      rule: 'rule 7, another order is told',
      find: "    surprises.push({ kind: 'order' });\n",
      replace: '    {}\n',
    },
    {
      rule: 'rule 7, more or fewer statements of the same words are told',
      find: "surprises.push({ kind: 'equal' });",
      replace: '{}',
    },
    {
      rule: 'rule 7, the edited head of a loop is told',
      find: "for (const { kind } of editedHeads(old, now)) surprises.push({ kind: 'head', construct: kind });",
      replace: '',
    },
    {
      rule: 'rule 7, a renamed or new variable is told',
      find: "for (const change of changes) surprises.push({ kind: 'variable', change });",
      replace: '',
    },
  ]),
  ...inFile('saves/edits/map-pauses.ts', 'edits', [
    {
      rule: 'a checkpoint in another block may not have been passed',
      find: 'constructs.every((one, depth) => isSameConstruct(one, old.constructs[depth]))',
      replace: 'constructs.length >= 0',
    },
  ]),
  ...inFile('saves/edits/align.ts', 'map-pauses', [
    {
      rule: 'rule 2, the longest common subsequence counts, not the first equal one',
      find: 'best[at] = Math.max(taken, best[at + width]!, best[at + 1]!);',
      replace: 'best[at] = taken || Math.max(best[at + width]!, best[at + 1]!);',
    },
    {
      rule: 'rule 2, a mark wins',
      find: '    return MARKED;\n',
      replace: '    return 1;\n',
    },
    {
      rule: 'rule 2, the only ones of their words are the same ones, wherever they stand',
      find: '  for (const [from, to] of movedPairs(versions, pairs, taken)) pair(from, to);\n',
      replace: '',
    },
    {
      rule: 'rule 2, of several of the same words that are left none was moved',
      find: 'if (to === undefined || found.length > 1) return [];',
      replace: 'if (to === undefined) return [];',
    },
    {
      rule: 'rule 3, the one that is left between two neighbours was edited',
      find: '  for (const [from, to] of editedPairs(versions, inOrder, { pairs, taken })) pair(from, to);\n',
      replace: '',
    },
  ]),
  ...inFile('saves/edits/edited-pairs.ts', 'map-pauses', [
    {
      rule: 'rule 3, edited ones stand in the same order',
      find: '    .filter(([from, to]) => found.every(([other, at]) => other < from === at < to))\n',
      replace: '',
    },
    {
      rule: 'rule 3, no other one is nearly as like one that was edited',
      find: 'value * 2 < own',
      replace: 'value < own',
    },
    {
      rule: 'rule 3, one that was edited says the same in half of its words',
      find: 'own >= 1 / 4',
      replace: 'own > 0',
    },
    {
      rule: 'rule 3, one with another mark is another one',
      find: '    (old.mark ?? now.mark) === (now.mark ?? old.mark) &&\n',
      replace: '',
    },
    {
      rule: 'rule 3, one that stands elsewhere word for word was not edited',
      find: '    !after.pauses.some((other, at) => !taken.has(at) && isEqual(other, old)) &&\n',
      replace: '',
    },
  ]),
  ...inFile('saves/edits/constructs.ts', 'map-pauses', [
    {
      rule: 'rule 4, a loop that stands elsewhere is another one',
      find: "if (one.hash !== other.hash && (has(after, one) || has(before, other))) return 'other';",
      replace: '',
    },
  ]),
  ...inFile('saves/edits/pauses.ts', 'map-pauses', [
    {
      rule: 'rule 4, a `finally` has a state',
      find: "'for', 'try'])",
      replace: "'for', 'try', 'finally'])",
    },
  ]),
  ...inFile('saves/edits/map-names.ts', 'map-pauses', [
    {
      rule: 'rule 5, of several variables that are missing none is guessed',
      find: 'if (missing.length > 1 || found.length !== 1) continue;',
      replace: 'if (found.length === 0) continue;',
    },
    {
      rule: 'rule 5, a new variable that could be a renamed one is refused',
      find: "if (first === undefined || (first.isChanged && name !== '' && isUnknown)) continue;",
      replace: 'if (first === undefined) continue;',
    },
    {
      rule: 'rule 5, one that begins with another literal was not renamed',
      find: 'return (first === undefined) === (firstBefore === undefined) && first?.value === firstBefore?.value;',
      replace: 'return true;',
    },
  ]),
  ...inFile('saves/edits/renames.ts', 'map-pauses', [
    {
      rule: 'rule 5, a variable was renamed to one',
      find: 'if (found.length === 1 && ![...by.values()]',
      replace: 'if (found.length > 0 && ![...by.values()]',
    },
  ]),
  ...inFile('saves/edits/known-functions.ts', 'edits', [
    {
      rule: 'rule 1, what a formatter writes does not count',
      find: 'if (isSame && shapeOf(before) === shapeOf(after)) return null;',
      replace: '',
    },
  ]),
  ...inFile('saves/edits/saved-functions.ts', 'edits', [
    {
      rule: 'rule 1, lines do not count',
      find: "meta.replaceAll(/ \\d+:\\d+:(\\w+)(?::\\d+)?/g, ' $1')",
      replace: 'meta',
    },
  ]),
  ...inFile('saves/edits/factories.ts', 'edits', [
    {
      rule: 'a value that was captured becomes no box',
      find: 'if (found.some(({ wasBox, isBox }) => isBox && !wasBox)) return undefined;',
      replace: '',
    },
    {
      rule: 'a function that may be another one of the same text is told',
      find: 'was && count && was !== count',
      replace: 'was && count && was === -1',
    },
    {
      rule: 'an edited function is the only one that has come for the only one that is gone',
      find: 'if (found.length !== 1 || !isOnly) return undefined;',
      replace: 'if (found.length === 0) return undefined;',
    },
  ]),
  ...inFile('saves/edits/frame-values.ts', 'edits', [
    {
      rule: 'a variable that stands in a box now gets one',
      find: '    if (isBox(name)) return { v: given };\n',
      replace: '',
    },
  ]),
  ...inFile('saves/edits/go-back.ts', 'edits', [
    {
      rule: 'a thread begins again with what it began with, or not at all',
      find: 'return args.concat(root.self).some((one) => one instanceof Gone) ? undefined : args;',
      replace: 'return args;',
    },
  ]),
  ...inFile('saves/edits/act.ts', 'edits', [
    {
      rule: 'what a dropped thread waits for ends without its `finally` blocks',
      find: 'cancelThreads(children, WHY, true);',
      replace: 'cancelThreads(children, WHY, false);',
    },
    {
      rule: 'a dropped thread runs no `finally` block',
      find: 'return cancelThreads([thread], WHY, true);',
      replace: 'return cancelThreads([thread], WHY, false);',
    },
  ]),
  ...inFile('saves/edits/plan.ts', 'edits', [
    {
      rule: 'an option of the compiler that is another one is named first',
      find: '  from.refuseFirst([...others.values()]);\n',
      replace: '',
    },
    {
      rule: 'a thread that is in its `finally` blocks does not begin again',
      find: "if (what === 'restart' && !thread.unwinding)",
      replace: "if (what === 'restart')",
    },
    {
      rule: 'a checkpoint that was passed comes before `onEdit`',
      find: 'if (!thread.unwinding && goBack(plan, given, around, outer)) return [];',
      replace: '',
    },
  ]),
  ...inFile('saves/edits/migrations.ts', 'edits', [
    {
      rule: 'a migration without `locals` gives what has the same name, or refuses',
      find: "mapped.missing.filter((label) => locals === undefined || nameIn(label) === '')",
      replace: "mapped.missing.filter((label) => nameIn(label) === '')",
    },
    {
      rule: 'a migration may leave out the number of the first pause of a name',
      find: 'given === id || `${given}.0` === id',
      replace: 'given === id',
    },
  ]),
  ...inFile('saves/save.ts', 'code', [
    {
      rule: 'a method that a script has replaced is refused',
      find: 'if (Object.getOwnPropertyDescriptor(of, key)?.value !== fn)',
      replace: 'if (Object.getOwnPropertyDescriptor(of, key)?.value === null)',
    },
  ]),
  ...inFile('saves/frame-rows.ts', 'hostile', [
    {
      rule: 'what was read no more, and is read now, refuses',
      find: 'return isRead[at]! ? tellGone(name, from) : shownAs(one);',
      replace: 'return shownAs(one);',
    },
  ]),
  ...inFile('saves/adopt.ts', 'code', [
    {
      rule: 'what the function of a constant has captured is put back in place',
      find: '    places.push(at);\n',
      replace: '',
    },
  ]),
  ...inFile('saves/edits/edited-pairs.ts', 'edits', [
    {
      rule: 'rule 3, several of one statement have the same calls in the same order',
      find: 'calls.every((callee, nth) => callee === now[nth]!.callee)',
      replace: 'calls.length > 0',
    },
  ]),
  ...inFile('saves/edits/renames.ts', 'edits', [
    {
      rule: 'rule 5, parameters are renamed only to parameters',
      find: 'before.parameters.has(from) === after.parameters.has(to)',
      replace: 'before.parameters.size >= 0 || after.parameters.has(to)',
    },
  ]),
];

const ofPlugin = (file, noticedBy, mutations) =>
  mutations.map(({ rule, ...one }) => ({ rule: `saves: ${rule}`, file, noticedBy, ...one }));

export const SAVES_PLUGIN_MUTATIONS = [
  ...ofPlugin('plugin.ts', 'fixtures/saves-off', [
    {
      rule: 'without the option the output has nothing of them',
      find: 'const saving = options.saves ?',
      replace: "const saving = options.target === 'frames' ?",
    },
  ]),
  ...ofPlugin('lower/emit/expressions/patterns.ts', 'fixtures/saves-off', [
    {
      rule: 'without the option a loop has the cursor that it had',
      find: "tools.saving ? '$cursorOver' : '$cursor'",
      replace: "tools === undefined ? '$cursor' : '$cursorOver'",
    },
  ]),
  ...ofPlugin('saves/factories.ts', 'fixtures/fixtures', [
    {
      rule: 'the id of a factory says which captured names are boxes',
      find: 'boxes.has(name) ? `&${name}` : ',
      replace: '',
    },
  ]),
  ...ofPlugin('saves/function-facts.ts', 'test/saves/facts.test', [
    {
      rule: 'the head of a loop that is evaluated once is not in the loop',
      find: "return key === 'init' || key === 'right' ? undefined : loop;",
      replace: 'return loop;',
    },
    {
      rule: 'what stands behind a `using` is in it',
      find: "return parent.body.slice(0, Number(key)).some(isUsing) ? 'using' : undefined;",
      replace: 'return undefined;',
    },
  ]),
  ...ofPlugin('saves/given-arguments.ts', 'test/saves/facts.test', [
    {
      rule: 'a call that is given more than literals and variables cannot be made anew',
      find: 'return all.includes(undefined) ? undefined : (all as Argument[]);',
      replace: 'return all.filter((one) => one !== undefined) as Argument[];',
    },
  ]),
  ...ofPlugin('saves/factories.ts', 'test/saves/factories', [
    {
      rule: 'no factory reads `this` before `super`',
      find: '(readsThis && this.#isBeforeSuper)',
      replace: 'false',
    },
  ]),
  ...ofPlugin('lower/box-variables.ts', 'test/saves/factories', [
    {
      rule: 'what is made as a key waits in an `async` function keeps the variables of its iteration',
      find: '  if (scope.isInLoop)\n',
      replace: "  if (scope.isInLoop && kind === ('' as unknown))\n",
    },
  ]),
  ...ofPlugin('saves/captures.ts', 'test/saves/factories', [
    {
      rule: 'what changes is captured as a box',
      find: "return formOf(variable, NO_PAUSES, this.#origins).as !== 'box';",
      replace: 'return variable !== undefined;',
    },
  ]),
];
