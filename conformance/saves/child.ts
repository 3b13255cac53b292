/** A fresh process: goes on from the saves that it is sent, and answers with what is wrong of each. */
import { goOnFromAll, type Job } from './go-on.js';

process.once('message', (jobs: Job[]) => {
  void goOnFromAll(jobs).then((answers) =>
    process.send!(
      answers.map((wrong) => wrong.map((one) => one ?? null)),
      () => process.exit(),
    ),
  );
});
