/**
 * The layers of each package, lowest first. A file imports only from the layers before its own, or from files of its own
 * layer, never in a circle. Names are files of `src` without their ending. A new file needs its place here.
 */
export const packages = [
  {
    folder: 'packages/runtime',
    layers: [
      ['errors', 'inbox', 'labels', 'random'],
      ['wheel'],
      ['clock'],
      ['frames'],
      ['thread'],
      ['traces', 'verify'],
      ['waits'],
      ['executor'],
      ['deadlock'],
      ['turn'],
      ['drivers', 'time'],
      ['scheduler'],
      ['compiled', 'script'],
      ['clock-steps', 'native-steps'],
      ['native-versions', 'with-clock'],
      ['natives'],
      ['events'],
      ['entity'],
      ['values'],
      ['recorder'],
      ['index', 'replay', 'schema', 'stacks', 'testing'],
      ['globals'],
    ],
    dependencies: 'none',
    onlyIn: [
      { file: 'frames', calls: ['next', 'throw', 'return'], because: 'one file steps generators' },
      {
        file: 'drivers',
        // Writes dates down and makes them again; it asks for no time.
        also: ['values'],
        names: ['Date', 'performance', 'setTimeout', 'setInterval', 'setImmediate', 'requestAnimationFrame'],
        because: 'time comes in by the drivers',
      },
    ],
  },
  {
    folder: 'packages/babel-plugin-threads',
    layers: [
      ['errors', 'plan', 'vocabulary'],
      ['options'],
      ['compilation'],
      ['tree'],
      ['builtins', 'holders', 'names'],
      ['marks'],
      // judge: facts for the Plan
      ['calls', 'chains', 'handlers', 'loops', 'natives', 'places'],
      ['captures', 'functions', 'handed-over'],
      ['parameters', 'schema'],
      ['waiting'],
      ['forms'],
      ['analyse'],
      // write: nothing above knows how the output looks
      ['emit'],
      ['heads', 'rewrite-calls', 'rewrite-loops', 'rewrite-places'],
      ['rewrite-chains'],
      ['rewrite'],
      ['declarations', 'methods'],
      ['wrap'],
      ['import'],
      ['index'],
    ],
    dependencies: 'types only',
    never: ['@spindle/runtime', '@spindle/cli'],
  },
  {
    folder: 'packages/cli',
    layers: [
      ['errors', 'files'],
      ['config', 'inputs', 'report'],
      ['outputs'],
      ['compile'],
      ['precompile'],
      ['main'],
      ['index'],
    ],
    never: ['@spindle/runtime'],
  },
];
