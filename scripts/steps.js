import { spawnSync } from 'node:child_process';

/**
 * Runs the steps `{ name, run: [command, ...args] }` in order and stops at the first that fails: it is named, with the
 * command that runs it alone, and the exit code is 1.
 */
export function runSteps(steps) {
  const failed = steps.find(({ name, run: [command, ...args] }) => {
    console.log(`\n> ${name}`);
    return spawnSync(command, args, { stdio: 'inherit' }).status !== 0;
  });
  if (!failed) return;
  console.error(`\n"${failed.name}" failed. Run it alone with \`${failed.run.join(' ')}\`.`);
  process.exitCode = 1;
}
