// @compile the whole file
/** What a script of the load does: three waits and a race in turns, as the row "room" of the bench. */
export function live(guard) {
  for (;;) {
    guard.turns++;
    wait(50);
    wait(100);
    race(wait(100), waitSignal('never'));
    wait(50);
  }
}
