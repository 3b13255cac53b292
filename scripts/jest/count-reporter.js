import { appendFileSync } from 'node:fs';

/** Appends a line `passed failed` to the file COUNT_FILE after each run of jest. A test file that could not start counts as one failure. */
export default class CountReporter {
  onRunComplete(_contexts, results) {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    appendFileSync(process.env.COUNT_FILE, `${results.numPassedTests} ${failed}\n`);
  }
}
