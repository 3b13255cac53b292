import { spawn } from 'node:child_process';

/** Of `node --test`: one file after the other. None takes half an hour, however busy the machine is: then something hangs. */
export const TEST_OPTIONS = ['--test-concurrency=1', '--test-reporter=spec', '--test-timeout=1800000'];

/**
 * Runs the steps `{ name, run: [command, ...args] }` in order. The steps of an inner list run at the same time, and the output of each is printed when it
 * has ended. How long each took is told. After a failure it stops: it prints the name of the step and the command that runs it alone, and the exit code is 1.
 */
export async function runSteps(steps) {
  for (const step of steps) {
    const group = Array.isArray(step) ? step : [step];
    const isAlone = group.length === 1;
    const hasPassed = await Promise.all(group.map((each) => runStep(each, isAlone)));
    const failed = group.filter((_, index) => !hasPassed[index]);
    for (const { name, run } of failed) console.error(`\n"${name}" failed. Run it alone with \`${run.join(' ')}\`.`);
    if (failed.length > 0) {
      process.exitCode = 1;
      return;
    }
  }
}

/** Gives whether the step has passed. */
function runStep({ name, run: [command, ...args] }, isAlone) {
  const title = `\n> ${name}`;
  if (isAlone) console.log(title);
  const startedMs = performance.now();
  const child = spawn(command, args, { stdio: isAlone ? 'inherit' : ['ignore', 'pipe', 'pipe'] });
  const printed = [];
  child.stdout?.on('data', (data) => printed.push(data));
  child.stderr?.on('data', (data) => printed.push(data));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => {
      if (!isAlone) console.log(`${title}\n${Buffer.concat(printed).toString()}`.trimEnd());
      console.log(`  "${name}" took ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
      resolve(status === 0);
    });
  });
}
