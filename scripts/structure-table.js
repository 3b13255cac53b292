/**
 * The rooms of each package, lowest first: a folder of `src`, with the file of its name, or a file that stands in none. A file imports, values and types, from its own
 * room, from lower layers and from other rooms of its layer; neither files nor rooms may import each other in a cycle. A new room needs its place here.
 * The folders of `test` have the names of rooms.
 */
export const packages = [
  {
    folder: 'packages/runtime',
    // The rooms are stages of a call and of a pulse, and none has a limit of files. A tree of kernel, owners, channels and so on was planned, with 15
    // files in a room and 30 lines in a file: but merging files does not shorten the way through them, and a small file is a leaf that a bundle may
    // lack. `npm run ways` counts that way.
    // There are 17 entries (7 were planned): to merge some saves no bytes, as a bundle has what it imports of one, and breaks imports. `abi`,
    // `globals-guard`, `host`, `hot`, `overlay`, `own-waits` and `stacks` are also written by the compiler and the plugin for bundlers.
    layers: [
      ['messages', 'realm'],
      ['arguments', 'collections'],
      ['time'],
      ['execution'],
      ['threads'],
      ['ownership'],
      ['waits'],
      ['scheduling'],
      ['dispatch', 'overlay'],
      ['words', 'builtins'],
      [
        'host',
        'hot',
        'natives',
        'observe',
        'own-waits',
        'public',
        'replay',
        'saves',
        'scenes',
        'schema',
        'stacks',
        'testing',
        'texts',
      ],
      ['abi'],
      ['index'],
      ['globals', 'globals-guard'],
    ],
    // What every program needs imports no layer: one fills its points of `layers` by `addLayer`.
    kernel: { files: ['dispatch/wrappers', 'scheduling/scheduler'], layers: 'execution/layers', isLayerBy: 'addLayer' },
    // The rules of the runtime again, as a slow and simple model.
    alsoTested: ['model'],
    dependencies: 'none',
    // The build puts it into the file.
    bundled: { 'overlay/source-map': '@jridgewell/trace-mapping' },
    // Where Node's types are installed, those of its emitters tell what an event gives.
    typesFrom: ['node:events'],
    onlyIn: [
      {
        file: 'execution/generator-frames',
        calls: ['next', 'throw', 'return'],
        names: ['Generator'],
        because: 'one file steps generators',
      },
      {
        file: 'threads/current',
        // They set it, and put it back.
        also: [
          'execution/frame-code',
          'execution/turn-state',
          'scheduling/borrowed',
          'scheduling/due-turns',
          'scheduling/first-turn',
          'scheduling/turn-context',
          'threads/flags',
          'waits/predicate',
        ],
        names: ['inTurn'],
        because: 'everybody else asks `runningThread()`',
      },
      {
        file: 'time/drivers',
        // Serializes dates. It does not read the time.
        also: ['replay/codec', 'saves/values', 'saves/value-makers', 'saves/change-content', 'saves/marks/contents'],
        names: ['Date', 'performance', 'setTimeout', 'setInterval', 'setImmediate', 'requestAnimationFrame'],
        because: 'real time enters in the drivers only',
      },
    ],
  },
  {
    folder: 'packages/babel-plugin-threads',
    layers: [
      ['messages', 'public', 'vocabulary'],
      ['babel'],
      ['plan'],
      ['options'],
      ['context'],
      ['language'],
      ['marks'],
      ['analyse/facts', 'wrap-program'],
      ['analyse/names'],
      ['analyse/classes'],
      ['analyse/calls', 'analyse/loops'],
      ['analyse/functions', 'analyse/waiting', 'analyse/questions'],
      ['analyse'],
      ['validate/javascript', 'validate/waits', 'validate/words'],
      ['validate/marks', 'validate/orders'],
      ['validate'],
      ['write'],
      ['write/calls', 'write/statements'],
      ['write/functions'],
      ['write/passes'],
      ['lower/read'],
      ['lower/plan'],
      ['lower/simplify'],
      ['lower/emit'],
      ['lower/emit/dispatch'],
      ['lower/emit/expressions'],
      ['lower/emit/statements'],
      ['lower'],
      ['saves'],
      ['finish'],
      ['report', 'too-deep'],
      ['plugin'],
      ['index'],
    ],
    dependencies: 'types only',
    never: ['@spindle/runtime', '@spindle/cli'],
  },
  {
    folder: 'packages/compiler',
    layers: [
      ['code-frame', 'default-of', 'plugin'],
      ['compile-error', 'types'],
      [
        'generate',
        'accept-hot-updates',
        'marks',
        'parse',
        'parse-error',
        'plain-words',
        'rename-dollars',
        'source-file',
      ],
      ['find-uncompiled-wait'],
      ['transform'],
      ['index'],
    ],
    // All that it imports is bundled into it.
    dependencies: 'bundled',
    never: ['@spindle/runtime', '@spindle/cli', '@babel/core'],
  },
  {
    folder: 'packages/engines',
    // An engine hands its objects over: none is imported.
    layers: [['driver'], ['words'], ['excalibur', 'kaplay', 'phaser', 'pixi', 'three']],
  },
  {
    folder: 'packages/page',
    layers: [['page-compiler'], ['compiler', 'scripts'], ['words'], ['begin'], ['classic', 'module']],
  },
  {
    folder: 'packages/inspector',
    layers: [
      ['lines', 'place'],
      ['mailbox', 'shapes', 'snapshot'],
      ['explain', 'inspect', 'timeline'],
      ['control', 'serve-options', 'spans'],
      ['chrome-trace', 'commands', 'devtools'],
      ['connect', 'serve', 'source-maps'],
      ['index', 'serve-panel', 'view/game'],
      ['view/panes'],
      ['view'],
      ['chrome-panel'],
    ],
  },
  {
    folder: 'packages/rooms',
    layers: [
      ['closed', 'entries', 'packed', 'store'],
      ['ledger', 'messages', 'options', 'scripted-game'],
      ['client', 'client-message', 'outbox'],
      ['journal'],
      ['links', 'replay'],
      ['live-room'],
      ['arrivals', 'departure', 'stopping'],
      ['server'],
      ['sockets'],
      ['development', 'index', 'redis', 'ws', 'ws-client'],
    ],
    onlyIn: [
      {
        file: 'sockets/host',
        also: ['development', 'sockets/connection'],
        // What runs the others gives them the time and whatever is random.
        names: ['Date', 'performance', 'setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'],
        because: 'time, randomness and messages are given by who runs it',
      },
    ],
  },
  {
    folder: 'packages/colyseus',
    layers: [
      ['private', 'wire'],
      [
        'batches',
        'client',
        'driver',
        'lost-fields',
        'player',
        'read-to-room',
        'serializer',
        'schema-state',
        'tickets',
        'views',
        'waiting',
      ],
      ['saved-classes', 'state-hash'],
      ['room-scripts'],
      ['scripted-room'],
      ['channel', 'links', 'patches', 'places', 'room-game', 'seats'],
      ['host'],
      ['moving'],
      ['index'],
    ],
  },
  {
    folder: 'packages/cli',
    layers: [
      ['files', 'version'],
      ['errors'],
      ['config', 'outputs', 'report'],
      ['compile'],
      ['explain', 'init', 'inspect', 'precompile', 'run', 'saves'],
      ['commands'],
      ['main'],
      ['index'],
    ],
    never: ['@spindle/runtime'],
  },
  {
    folder: 'packages/unplugin',
    layers: [
      ['unmarked'],
      ['compile-script', 'component', 'ignore-list', 'inline-map', 'options', 'session', 'source-name'],
      ['ignore-in-bundles', 'tell'],
      ['compile-any-file', 'dev-lines'],
      ['hot'],
      ['compile', 'vite-hooks'],
      ['jest', 'node', 'plugin'],
      ['loader', 'register'],
      ['babel', 'bun', 'esbuild', 'farm', 'rolldown', 'rollup', 'rspack', 'turbopack', 'vite', 'webpack'],
      ['next'],
    ],
    // They read the code in their own time.
    never: ['@spindle/runtime', '@spindle/cli', '@babel/core'],
  },
  {
    folder: 'packages/eslint-plugin',
    layers: [['rule-table', 'vocabulary'], ['analyse'], ['rules'], ['index']],
    // It runs in Oxlint, too: types of ESLint would be a dependency.
    never: ['@spindle/runtime', '@spindle/cli', '@babel/core', 'eslint'],
  },
  {
    folder: 'packages/language-server',
    layers: [
      ['addresses', 'mark-text', 'marks', 'positions', 'settings'],
      ['inspection'],
      ['callee-in-view', 'documents', 'explanations'],
      ['completion', 'diagnostics', 'hover', 'inlay-hints', 'quick-fixes'],
      ['server'],
      ['index'],
    ],
    never: ['@spindle/runtime', '@babel/core'],
  },
  {
    folder: 'packages/create-spindle',
    layers: [['project'], ['main'], ['index']],
    never: ['@spindle/runtime', '@spindle/cli', '@babel/core'],
  },
];

/** The folders around the packages. A folder without layers may have no cycle of files and no cycle of rooms. */
export const folders = [
  {
    folder: 'conformance',
    source: '.',
    ignore: /^(?:test262\/own|saves\/kept)\//,
    layers: [['shared'], ['crash', 'edits', 'programs', 'real', 'soak', 'test262'], ['saves']],
  },
  { folder: 'scripts', source: '.' },
  { folder: 'bench', source: '.', ignore: /^node_modules\// },
  // Programs in its folders are compiled, not imported.
  { folder: 'fixtures', source: '.', ignore: /\// },
  { folder: 'examples', source: '.' },
  { folder: 'editors', source: '.', ignore: /(^|\/)(node_modules|dist)\// },
  { folder: 'e2e', source: '.', ignore: /(^|\/)node_modules\// },
];
