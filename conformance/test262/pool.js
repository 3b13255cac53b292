/** Distributes the files to a number of processes. A process that hangs or has become too big is replaced. */
import { fork } from 'node:child_process';
import path from 'node:path';

const hangMs = 60_000;
const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', '--stack-size=900'];

/**
 * No more files are started after `untilMs`.
 *
 * If a process ends while it judges a file, the file is judged again with one mode at a time, so that one mode does not hide the others. If it ends again,
 * only the plain runs of that mode are made, with `died`: they show whether the compiled code is the cause.
 */
export function runAll(names, { workerCount, onResult, untilMs, ...settings }) {
  const queue = names.map((name) => ({ name, modes: settings.modes }));
  let live = 0;
  return new Promise((resolve) => {
    for (let i = 0; i < workerCount; i++) startWorker();

    function startWorker() {
      live++;
      const child = fork(path.join(import.meta.dirname, 'worker.js'), [JSON.stringify(settings)], { execArgv: flags });
      let job;
      let timer;
      let reason = 'the process died';
      const next = () => {
        clearTimeout(timer);
        if (Date.now() > untilMs) queue.length = 0;
        job = queue.shift();
        if (job === undefined) {
          child.kill();
          return;
        }
        timer = setTimeout(() => {
          reason = 'it hangs';
          child.kill('SIGKILL');
        }, hangMs);
        child.send(job);
      };
      child.on('message', ({ isReady, results, isFull }) => {
        if (!isReady) onResult(job.name, results);
        if (isFull) {
          clearTimeout(timer);
          job = undefined;
          child.kill();
        } else next();
      });
      child.on('exit', () => {
        clearTimeout(timer);
        live--;
        if (job !== undefined) giveUp(job, reason);
        if (queue.length > 0) startWorker();
        else if (live === 0) resolve();
      });
    }
  });

  function giveUp({ name, modes, died }, reason) {
    if (modes.length > 1) queue.unshift(...modes.map((mode) => ({ name, modes: [mode] })));
    else if (died === undefined) queue.unshift({ name, modes, died: reason });
    else onResult(name, [{ mode: modes[0], isStrict: false, outcome: 'failsPlain' }]);
  }
}
