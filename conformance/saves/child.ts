/** A fresh process: goes on from the saves that it is sent, and answers with what is wrong of each. */
import { goOnFromAll, type Job } from './go-on.js';

process.once('message', (job: Job) => {
  void goOnFromAll(job).then((wrong) =>
    process.send!(
      wrong.map((one) => one ?? null),
      () => process.exit(),
    ),
  );
});
