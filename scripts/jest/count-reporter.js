import { appendFileSync } from 'node:fs';

/** Adds one line `passed failed` to the file COUNT_FILE for each run of jest; a suite that did not start counts as failed. */
export default class CountReporter {
  onRunComplete(_contexts, results) {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    appendFileSync(process.env.COUNT_FILE, `${results.numPassedTests} ${failed}\n`);
  }
}
