/** Says nothing of tests that pass. */
export default class FailuresOnly {
  onTestResult(_test, { failureMessage }) {
    if (failureMessage) process.stderr.write(`${failureMessage}\n`);
  }
}
