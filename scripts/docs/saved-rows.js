/** The rows of the tables of docs/saves.md: how each begins, and the tests that show it, `file: title`. */
export const SAVED_ROWS = [
  [
    'threads: suspended, ready,',
    [
      'runtime/test/saves/saves.test.ts: a program that is saved in the middle goes on the same in a fresh instance',
      'runtime/test/saves/rows.test.ts: what can be saved goes on the same',
    ],
  ],
  [
    'waits for time,',
    [
      'runtime/test/saves/saves.test.ts: a program that is saved in the middle goes on the same in a fresh instance',
      'runtime/test/saves/rows.test.ts: what can be saved goes on the same',
    ],
  ],
  ['a `for…of` over an array,', ['runtime/test/saves/cursors.test.ts: a loop over %s goes on from where it was']],
  ['a parameter or', ['runtime/test/saves/facts.test.ts: what is read no more never refuses a save']],
  [
    'functions, classes and',
    [
      'runtime/test/saves/saves.test.ts: what a factory has made is made again, with what it had captured',
      'runtime/test/saves/code.test.ts: each save goes on the same in a fresh instance',
    ],
  ],
  ['properties of functions,', ['runtime/test/saves/code.test.ts: each save goes on the same in a fresh instance']],
  ['functions that module', ['runtime/test/saves/code.test.ts: each save goes on the same in a fresh instance']],
  ['objects whose prototype', ['runtime/test/saves/code.test.ts: each save goes on the same in a fresh instance']],
  [
    '`withClock` and `tween`:',
    ['runtime/test/saves/saves.test.ts: a program that is saved in the middle goes on the same in a fresh instance'],
  ],
  [
    'natives whose callback',
    [
      'runtime/test/saves/natives.test.ts: a native whose callback waits goes on behind the element at which it was saved',
    ],
  ],
  [
    'a `scope` with',
    [
      'runtime/test/saves/open-words.test.ts: what is open when a program is saved is open in a fresh instance',
      'runtime/test/saves/open-words.test.ts: a queue of events of a source with an id',
    ],
  ],
  [
    'owners that were',
    [
      'runtime/test/saves/closed-owners.test.ts: they are closed in a fresh instance, by their ids, their names and their places in the save',
    ],
  ],
  [
    'clocks of scripts',
    [
      'runtime/test/saves/clocks.test.ts: are paused as they were',
      'runtime/test/saves/saves.test.ts: a program that is saved in the middle goes on the same in a fresh instance',
      'runtime/test/saves/rows.test.ts: what can be saved goes on the same',
    ],
  ],
  [
    'variables at module',
    [
      'runtime/test/saves/saves.test.ts: puts back variables, and the contents of constants in place',
      'runtime/test/saves/rows.test.ts: what can be saved goes on the same',
    ],
  ],
  [
    'a `const` at',
    ['runtime/test/saves/constants.test.ts: %s is found by the name of its constant, and what it holds is told'],
  ],
  [
    'primitives, plain objects,',
    [
      'runtime/test/saves/saves.test.ts: values come back as they were, with cycles and what is shared',
      'runtime/test/saves/rows.test.ts: what can be saved goes on the same',
    ],
  ],
  [
    'objects of compiled',
    [
      'runtime/test/saves/saves.test.ts: values come back as they were, with cycles and what is shared',
      'runtime/test/saves/code.test.ts: each save goes on the same in a fresh instance',
    ],
  ],
  [
    'objects that the',
    [
      'runtime/test/saves/saves.test.ts: objects are found by their ids',
      'runtime/test/saves/found-fields.test.ts: objects that the game keeps',
    ],
  ],
  [
    'objects of other',
    [
      'runtime/test/saves/saves.test.ts: a class loads itself from data',
      'runtime/test/saves/rows.test.ts: what can be saved goes on the same',
    ],
  ],
  [
    'functions at module',
    [
      'runtime/test/saves/saves.test.ts: a program that is saved in the middle goes on the same in a fresh instance',
      'runtime/test/saves/rows.test.ts: what can be saved goes on the same',
    ],
  ],
  [
    'a wait for an event whose',
    [
      'runtime/test/saves/events.test.ts: a wait for an event of a source with an id goes on, and its listener is put on once',
      'runtime/test/saves/events.test.ts: a source is found by the name of its constant, also one that `eventSource` has made, or by that of the platform',
      'runtime/test/saves/rows.test.ts: what can be saved goes on the same',
    ],
  ],
  [
    'a wait for a Promise that says',
    ['runtime/test/saves/restarts.test.ts: the script begins it again as soon as it goes on'],
  ],
  [
    'a wait that',
    ['runtime/test/saves/events.test.ts: a defined wait begins again by its kind and its arguments, in order'],
  ],
  ['`after(ms, fn)`, `await', ['runtime/test/saves/refusals.test.ts: what plain code waits for is left out, and told']],
  [
    'a function or class',
    [
      'runtime/test/saves/refusals.test.ts: what no save can have is refused by its code',
      'runtime/test/saves/rows.test.ts: what cannot be saved is refused, with what it is, where, and what to do',
    ],
  ],
  [
    'a class that',
    [
      'runtime/test/saves/code.test.ts: a load runs no code of a class, and loses nothing that a script has changed in it',
    ],
  ],
  [
    'a method of',
    [
      'runtime/test/saves/code.test.ts: a load runs no code of a class, and loses nothing that a script has changed in it',
    ],
  ],
  ['a pause of', ['runtime/test/saves/refusals.test.ts: a pause of which a function says nothing is refused']],
  [
    'a wait for a Promise that does',
    ['runtime/test/saves/refusals.test.ts: what no save can have is refused by its code'],
  ],
  [
    'a wait for an event of',
    [
      'runtime/test/saves/refusals.test.ts: what no save can have is refused by its code',
      'runtime/test/saves/rows.test.ts: what cannot be saved is refused, with what it is, where, and what to do',
    ],
  ],
  ['a function that', ['runtime/test/saves/refusals.test.ts: what no save can have is refused by its code']],
  [
    'a `for…of` over an iterator',
    [
      'runtime/test/saves/refusals.test.ts: what no save can have is refused by its code',
      'runtime/test/saves/rows.test.ts: what cannot be saved is refused, with what it is, where, and what to do',
    ],
  ],
  ['a class with', ['runtime/test/saves/refusals.test.ts: what no save can have is refused by its code']],
  [
    'an object whose',
    [
      'runtime/test/saves/refusals.test.ts: what no save can have is refused by its code',
      'runtime/test/saves/rows.test.ts: what cannot be saved is refused, with what it is, where, and what to do',
    ],
  ],
  [
    'an accessor with',
    [
      'runtime/test/saves/refusals.test.ts: what no save can have is refused by its code',
      'runtime/test/saves/rows.test.ts: what cannot be saved is refused, with what it is, where, and what to do',
    ],
  ],
  [
    'a symbol of',
    [
      'runtime/test/saves/refusals.test.ts: what no save can have is refused by its code',
      'runtime/test/saves/rows.test.ts: what cannot be saved is refused, with what it is, where, and what to do',
    ],
  ],
  ['a clock of `follow`', ['runtime/test/saves/refusals.test.ts: what no save can have is refused by its code']],
  ['a call in', ['runtime/test/saves/refusals.test.ts: what no save can have is refused by its code']],
  ['a variable of a file', ['runtime/test/saves/evaluating.test.ts: a save is refused']],
];
