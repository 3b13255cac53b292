/**
 * Compiled code finds in the runtime all that the plugin can write: as exports, and as properties of what it gets. `npm run build` has to have run.
 */
import type * as abi from '../packages/runtime/src/abi.js';
import type * as runtime from '../packages/runtime/src/index.js';
import type * as stacks from '../packages/runtime/src/stacks.js';
import {
  HELPERS,
  MEMBERS,
  namesInRuntime,
  VOCABULARY,
  WORDS_OF_SCENES,
} from '../packages/babel-plugin-threads/src/vocabulary.js';
import { shortNames } from './internal-names.js';

const dist = `${import.meta.dirname}/../packages/runtime/dist`;

test('the production build shortens none of the names', () => {
  const short: Map<string, string> = shortNames(dist);
  expect([...namesInRuntime()].filter((name) => short.has(name))).toEqual([]);
});

describe.each([
  ['development', dist],
  ['production', `${dist}/production`],
])('the build for %s', (_name, folder) => {
  let words: typeof runtime;
  let helpers: typeof abi;
  let ofStacks: typeof stacks;
  beforeAll(async () => {
    words = (await import(`${folder}/index.js`)) as typeof runtime;
    helpers = (await import(`${folder}/abi.js`)) as typeof abi;
    ofStacks = (await import(`${folder}/stacks.js`)) as typeof stacks;
  });

  test('exports each helper and each word', () => {
    expect([...HELPERS].filter((name) => !(name in helpers))).toEqual([]);
    expect([...WORDS_OF_SCENES].filter((name) => !(name in helpers))).toEqual([]);
    expect([...VOCABULARY].filter((name) => !WORDS_OF_SCENES.has(name) && !(name in words))).toEqual([]);
  });

  test('gives objects with each property that is read of them, and reads each that it is given', () => {
    const samples: Record<keyof typeof MEMBERS, object> = samplesOf({ ...helpers, ...ofStacks, ...words });
    for (const [kind, names] of Object.entries(MEMBERS)) {
      const sample = samples[kind as keyof typeof MEMBERS];
      expect([kind, names.filter((name) => !(name in sample))]).toEqual([kind, []]);
    }
  });
});

/** One of each kind. Of what emitted code makes: the properties that the runtime has read. */
function samplesOf(rt: typeof runtime & typeof abi & typeof stacks): Record<keyof typeof MEMBERS, object> {
  const read = { thrown: {}, box: {} };
  const recording = (of: Record<PropertyKey, true>): object =>
    new Proxy({}, { get: (_, name) => void (of[name] = true) });
  const own: { code?: object; frame?: object } = {};
  /** As the plugin writes it. */
  const step = (frame: object | null, code: Code, _mode: number, self: unknown): unknown => {
    if (frame === null) {
      own.code = code;
      if (code.waits(rt.wait(10))) return rt.$keep8(null, code, self, 1, recording(read.box));
    }
    own.frame = frame!;
    rt.$enterBlock(frame, recording(read.thrown) as never);
    return undefined;
  };
  const script = rt.$thread(step, 'script(0) frames bare 1:0:aaaa;&n;0');
  const scheduler = new rt.Scheduler({ warnings: false });
  const thread = scheduler.spawn(() => script());
  scheduler.pulse(16);
  rt.framesOf(thread);
  scheduler.pulse(16);
  return {
    clock: rt.clock,
    cursor: rt.$cursor([]),
    keys: rt.$keysOf({}),
    disposables: rt.$disposables(),
    ...(own as { code: object; frame: object }),
    ...read,
  };
}

interface Code {
  waits(value: unknown): boolean;
}
