import { Project } from './project.js';

const main = `import { Scheduler } from '@spindle/runtime';
import { ping } from './a.js';

const scheduler = new Scheduler();
scheduler.enter(() => ping(3));
for (let frame = 0; frame < 6; frame++) scheduler.pulse(16);
`;

const a = `import pong, { PLACE } from './b.js';

// @compile
export function ping(n) {
  console.log('ping', n);
  if (n > 0) {
    wait(16);
    pong(n - 1);
  }
  return describe(n);
}

// @compile
function describe(n) {
  console.log('described', n, PLACE);
  return \`ping \${n}\`;
}
`;

/** Is evaluated before the module above, which imports it. */
const b = `import { ping } from './a.js';

export var PLACE = 'hall';

// @compile
export default function pong(n) {
  const text = ping(n - 1);
  wait(16);
  console.log('pong', n, text);
}

// The functions of the other module exist already, although it has not been evaluated yet.
console.log('early', ping(0), typeof pong, ping.name, ping.length);
`;

let project = new Project({});
afterEach(() => project.remove());

test('two compiled files that import each other call each other, also before one of them has begun', async () => {
  project = new Project({ 'scripts/main.js': main, 'scripts/a.js': a, 'scripts/b.js': b });
  await project.spindle(['precompile', 'scripts/*.js']);
  expect(project.run('dist/main.js')).toBe(`ping 0
described 0 hall
early ping 0 function ping 1
ping 3
ping 1
ping -1
described -1 hall
pong 0 ping -1
described 1 hall
pong 2 ping 1
described 3 hall
`);
});
