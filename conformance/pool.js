/** Hands the files to processes, at most so many at a time, and starts one anew that hangs or has grown too big. */
import { fork } from 'node:child_process';
import path from 'node:path';

const hangMs = 120_000;
const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', '--stack-size=900'];

export function runAll(names, { workerCount, onResult, ...settings }) {
  const queue = [...names];
  let live = 0;
  return new Promise((resolve) => {
    for (let i = 0; i < workerCount; i++) startWorker();

    function startWorker() {
      live++;
      const child = fork(path.join(import.meta.dirname, 'worker.js'), [JSON.stringify(settings)], { execArgv: flags });
      let name;
      let timer;
      let reason = 'the process died';
      const next = () => {
        clearTimeout(timer);
        name = queue.shift();
        if (name === undefined) {
          child.kill();
          return;
        }
        timer = setTimeout(() => {
          reason = 'it hangs';
          child.kill('SIGKILL');
        }, hangMs);
        child.send(name);
      };
      child.on('message', ({ isReady, results, isFull }) => {
        if (!isReady) onResult(name, results);
        if (isFull) {
          clearTimeout(timer);
          name = undefined;
          child.kill();
        } else next();
      });
      child.on('exit', () => {
        clearTimeout(timer);
        live--;
        if (name !== undefined)
          onResult(
            name,
            settings.modes.map((mode) => ({ mode, isStrict: false, outcome: 'crashed', detail: reason })),
          );
        if (queue.length > 0) startWorker();
        else if (live === 0) resolve();
      });
    }
  });
}
