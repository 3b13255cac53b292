'use compile';

/** What is said on the way. The whole file is marked, in the way that stays where tools strip comments. */
export function chat(log) {
  wait(5);
  log.push('A heron!');
}
