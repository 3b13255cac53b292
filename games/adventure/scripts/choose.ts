import type { Figure } from './figure';
import type { Ui } from './stage';

/** Somebody asks, and waits for the answer of the player: its number. Nothing of it ever stays on the screen. */
// @compile
export function choose(ui: Ui, who: Figure, question: string, answers: readonly string[]): number {
  ui.caption(question, who);
  ui.choices(answers);
  try {
    return waitSignal('choice');
  } finally {
    ui.choices([]);
    ui.caption(null);
  }
}
