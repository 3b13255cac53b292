import { Project } from '../project.js';

const guard = `import { far } from './far.js';

// @compile
export class Guard {
  x = 0;

  patrol(posts) {
    for (const post of posts) {
      this.walk(far(post));
      wait(100);
    }
    posts.map((post) => this.walk(post));
  }

  walk(n) {
    while (this.x < n) this.x++;
  }

  where() {
    return this.x;
  }

  // @native
  plain() { return '<1>'; }
}
`;

let project = new Project({});
const start = (files: Record<string, string>): Project => (project = new Project(files));
afterEach(() => project.remove());

const inspect = (...args: string[]) => project.spindle(['inspect', ...args], { columns: 110 });

test('a function stands beside what it became, with a reason at each call and loop', async () => {
  start({ 'guard.js': guard });
  expect(await inspect('guard.js', '--function', 'walk')).toEqual({
    code: 0,
    text: '',
    out: `Guard.walk: suspendable. It may wait. The mark is on its class, in line 4.

   15    walk(n) {                                           *walk(n) {
   16      while (this.x < n) this.x++;                        while (this.x < n) {
           ^ waits: a frame each iteration
                                                                 this.x++;
                                                                 yield nextFrame;
                                                               }
   17    }                                                   }
`,
  });
  expect(project.list()).toEqual(['guard.js']);
});

test('the exit code is 1 if nothing of what is shown is compiled', async () => {
  start({ 'guard.js': guard, 'dice.js': '/* @compile all */\nexport function* dice() {}\n' });
  expect(await inspect('dice.js')).toMatchObject({ code: 1, out: expect.stringMatching(/^dice: left out\. /) });
  expect((await inspect('guard.js', '--function', 'plain')).code).toBe(1);
  expect((await inspect('guard.js', '--function', 'where')).code).toBe(0);
});

test('all functions are shown, those inside of others with them, and those that stay as they are with the reason', async () => {
  start({ 'guard.js': guard });
  const { out } = await inspect('guard.js');
  expect(out.match(/^Guard\S*: [^.]+\./gm)).toEqual([
    'Guard.patrol: suspendable.',
    'Guard.patrol>arrow~posts.map: suspendable.',
    'Guard.walk: suspendable.',
    'Guard.where: wrapped.',
    'Guard.plain: left out (@native).',
  ]);
  expect(out).toContain(
    '\n             ^ may wait: unknown callee this.walk\n                       ^ may wait: unknown callee far\n',
  );
  expect(out).toContain('It never waits, but other code can call it');
  expect(out).not.toContain("return '<1>'");
});

test('a program stands beside what it became', async () => {
  start({ 'square.js': '// @script\nwait(20);\n' });
  const { code, out } = await inspect('square.js');
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/^program: suspendable\.[^]* 2 {2}wait\(20\); +yield wait\(20\);/),
  ]);
});

test('each line of the source is there once, in its order', async () => {
  start({ 'guard.js': guard });
  const { out } = await inspect('guard.js');
  const lines = [...out.matchAll(/^ {0,4}(\d+) {2}/gm)].map(([, line]) => Number(line));
  expect(lines).toEqual([7, 8, 9, 10, 11, 12, 13, 15, 16, 17, 19, 20, 21]);
});

test.each([
  ['Guard.patrol', 2],
  ['patrol', 2],
  ['Guard.where', 1],
])('--function %s', async (name, count) => {
  start({ 'guard.js': guard });
  const { out } = await inspect('guard.js', '--function', name);
  expect(out.match(/^Guard\S*: /gm)).toHaveLength(count);
});

test('TypeScript and the options count, and warnings are printed', async () => {
  start({
    'a.ts': '// @compile\nexport function roll(n: number): number {\n  wait(n);\n  return Math.random();\n}\n',
    'spindle.config.json': '{ "runtime": { "global": "CK.code" } }',
  });
  const { out, text } = await inspect('a.ts');
  expect(out).toContain('yield CK.code.wait(n);');
  expect(text).toMatch(/^a\.ts:4:10: warning: .*\[SPN603\]\n/);
  project.write('frames.json', '{ "target": "frames" }');
  expect((await inspect('a.ts', '--config', 'frames.json')).out).not.toContain('CK.code');
});

test.each([
  [['gone.js'], '`gone.js` cannot be read: no such file.'],
  [
    ['plain.js'],
    'Nothing in `plain.js` is marked, so it is not compiled. Put `// @compile` above a function. [SPN430]\n',
  ],
  [['bad.js'], 'bad.js:2:5: Unexpected token. [SPN422]\n'],
  [['walk.js', '--function', 'run'], '`walk.js` has no function `run` that a mark covers. It has `walk`. [SPN429]\n'],
])('%j is answered', async (args, message) => {
  start({
    'plain.js': 'let a;\n',
    'bad.js': '// @compile\nx = ;\n',
    'walk.js': '// @compile\nfunction walk() { wait(1); }\n',
  });
  const { code, text, out } = await inspect(...args);
  expect([code, out]).toEqual([1, '']);
  expect(text).toContain(message);
});

test('with the other target, what stays a generator says why', async () => {
  start({ 'told.js': '// @compile\nexport function told(text) {\n  wait(100);\n  return eval(text);\n}\n' });
  const { out } = await inspect('told.js', '--target', 'frames');
  expect(out).toMatch(/in line 2\. It stays a generator: It uses `eval`\.\s/);
});

const loops = `// @compile
export class Guard {
  patrol(posts) {
    for (const post of posts) {
      this.walk(post, posts.length);
    }
  }

  walk(n, speed) {
    // One step a frame.
    while (this.x < n) this.x += speed;
    if (n > 3) {
      wait(100);
    }
  }
}
`;

test('with the other target, each line of the source stands beside the first line that comes from it, and no table or entry is shown', async () => {
  start({ 'loops.js': loops });
  const { out } = await inspect('loops.js', '--target', 'frames');
  expect(out).toBe(`Guard.patrol: suspendable. It may wait. The mark is on its class, in line 2.

    3    patrol(posts) {                                     patrol($f, $v, $m, $this, posts) {
                                                               let $c = $v,
                                                                 post,
                                                                 $cursor0;
                                                               if ($f !== null) {
                                                                 $c = $f.code;
                                                                 $this = $f.self;
                                                                 posts = $f.l0;
                                                                 $cursor0 = $f.l1;
                                                               }
    4      for (const post of posts) {                         if ($f === null) $cursor0 = $cursor(posts);
                                                               try {
                                                                 if ($m !== 0) throw $v;
                                                                 while ($cursor0.more()) {
                                                                   post = $cursor0.value;
    5        this.walk(post, posts.length);                        if ($c.waits($v = $this.walk(post,
             ^ may wait: unknown callee this.walk                      posts.length))) return $keep2($f, $c,
                                                                       $this, 1, posts, $cursor0);
                                                                 }
                                                                 $cursor0.close();
                                                               } catch ($e) {
                                                                 $cursor0.fail($e);
                                                                 throw $e;
    6      }                                                   }
    7    }                                                   }
                                                           Left out: $entry0, which calls go through

Guard.walk: suspendable. It may wait. The mark is on its class, in line 2.

    9    walk(n, speed) {                                    walk($f, $v, $m, $this, n, speed) {
                                                               let $c = $v,
                                                                 $pc = 0;
                                                               if ($f !== null) {
                                                                 $pc = $f.pc;
                                                                 $c = $f.code;
                                                                 $this = $f.self;
                                                                 n = $f.l0;
                                                                 speed = $f.l1;
                                                               }
                                                               switch ($pc) {
                                                                 case 0:
                                                                 case 1:
   10      // One step a frame.
   11      while (this.x < n) this.x += speed;                     $pc = 0;
           ^ waits: a frame each iteration
                                                                   while ($this.x < n) {
                                                                     $this.x += speed;
                                                                     return $f === null ? $next2($f, $c,
                                                                         $this, 1, n, speed) : nextFrame;
                                                                   }
                                                                 case 2:
   12      if (n > 3) {                                            if ($pc !== 0 || n > 3) {
   13        wait(100);                                              if ($pc === 0 && $c.waits($v =
             ^ waits: wait                                               wait(100))) return $keep2($f, $c,
                                                                         $this, 2, n, speed);
                                                                   }
                                                               }
   14      }
   15    }                                                   }
                                                           Left out: $entry1, which calls go through
`);
});

test('a line that is too long for its column goes on below, with its notes where they belong', async () => {
  start({
    'long.js': `// @compile
export function long(first, second) {
  return first.find((one) => second.includes(one)) ?? second.find((one) => wait(one)) ?? "${'a'.repeat(60)}";
}
`,
  });
  const { out } = await inspect('long.js');
  expect(out.split('\n').slice(5)).toEqual([
    '    3    return first.find((one) => second.includes(one))    return (yield pausing(first, "find",',
    '                ^ may wait: unknown callee first.find            $arrow(function* (one) {',
    '                                    ^ may wait: unknown callee second.includes',
    '             ?? second.find((one) => wait(one)) ??',
    '                ^ may wait: unknown callee second.find',
    '                                     ^ waits: wait',
    `             "${'a'.repeat(43)}`,
    `             ${'a'.repeat(17)}";`,
    '                                                               return yield second.includes(one);',
    '                                                             }, $meta(1), this))) ?? (yield pausing(second,',
    '                                                                 "find", $arrow(function* (one) {',
    '                                                               return yield wait(one);',
    '                                                             }, $meta(2), this))) ??',
    `                                                                 "${'a'.repeat(43)}`,
    `                                                                 ${'a'.repeat(17)}";`,
    '    4  }                                                   }',
    '',
  ]);
});
