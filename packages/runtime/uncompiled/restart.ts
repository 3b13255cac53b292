'use compile';

import { beginAgain, here, waitForThenable } from '../src/words/restarting.js';

/** What a save that is loaded puts in the place of a wait for a Promise, at its first pause: that begins again. */
export const restart: (begin: () => unknown, keeps: boolean) => unknown = (begin, keeps) => {
  here();
  return waitForThenable(beginAgain(begin, keeps), keeps);
};
