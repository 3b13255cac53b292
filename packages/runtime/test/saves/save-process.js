/**
 * A game on a build of the runtime, in a process of its own: it answers `{ script, load, pulses }` with what was logged in so many pulses, with a save
 * of then, and with what is logged to the end. `script` is compiled; without `load` it begins with `play()`.
 */
const [folder = ''] = process.argv.slice(2);
const names = ['index', 'abi', 'saves', 'scenes', 'scheduling/current-scheduler'];
const [words, abi, saving, scenes, current] = await Promise.all(
  names.map((name) => import(`../../dist/${folder}${name}.js`)),
);
const modules = {
  '@spindle/runtime': words,
  '@spindle/runtime/abi': abi,
  '@spindle/runtime/saves': saving,
  '@spindle/runtime/scenes': scenes,
};

process.on('message', (job) => {
  try {
    process.send(play(job));
  } catch (error) {
    process.send({ error: `${error.name}: ${error.message}` });
  }
  process.disconnect();
});

function play({ script, load, pulses }) {
  const lines = [];
  const log = (text) => void lines.push(`${words.clock.frame} ${text}`);
  const scheduler = new words.Scheduler({ warnings: false, onError: (error) => log(`uncaught: ${error.message}`) });
  current.setDefaultScheduler(scheduler);
  const module = { exports: {} };
  // oxlint-disable-next-line typescript/no-implied-eval -- the program is text that the test has compiled
  new Function('require', 'module', 'exports', 'log', script)((name) => modules[name], module, module.exports, log);
  const game = saving.saves(scheduler, { functions: { log } });
  const { play: begin } = module.exports;
  if (load === undefined) begin();
  else game.load(load);
  for (let i = 0; i < pulses; i++) scheduler.pulse(10);
  const before = lines.splice(0);
  const text = scheduler.threads.length > 0 ? game.save() : undefined;
  for (let i = 0; i < 200 && scheduler.threads.length > 0; i++) scheduler.pulse(10);
  return { before, text, after: lines };
}
