/** What is in a save: what scripts do is there by itself; here is what they act on. */
import { scheduler } from '@spindle/runtime';
import { saves, type Saves } from '@spindle/runtime/saves';
import type { Night } from './night';
import type { Looks } from './stage';
import { NOTHING, type Shown, type Ui } from './ui';

/** Of the data below. It grows when that has changed. */
export const BUILD = 1;

interface State extends Shown {
  readonly stage: Looks;
}

export interface Events {
  /** A script has come to a good place. The text is for the autosave. */
  readonly onAutosave: (text: string) => void;
  readonly onRefused: (error: unknown) => void;
}

export function savesOf(night: Night, ui: Ui, { onAutosave, onRefused }: Events): Saves {
  const game = saves(scheduler, {
    objects: {
      idOf: (object) => night.stage.idOf(object),
      find: (id) => night.stage.byId.get(id),
      all: () => night.stage.byId.values(),
    },
    state: {
      defaults: (): State => ({ ...NOTHING, stage: {} }),
      save: (): State => ({ ...ui.save(), stage: night.stage.looks() }),
      load: (state: State) => loadState(state, night, ui),
    },
    onCheckpoint: (title) => game.saveSoon(headOfSave(title)),
    onSaved: onAutosave,
    onRefused,
  });
  return game;
}

export const headOfSave = (title: string) => ({ title, at: Date.now(), build: BUILD });

/** What is new on the stage since the save is as it was at first. */
function loadState(state: State, { stage }: Night, ui: Ui): void {
  for (const [id, thing] of stage.byId) Object.assign(thing, stage.first[id], state.stage[id]);
  ui.load(state);
}
