/** What is in a save: what scripts do is there by itself; here is what they act on. */
import { scheduler } from '@spindle/runtime';
import { saves, type Saves } from '@spindle/runtime/saves';
import type { Night } from './night';
import type { Shown, Ui } from './ui';

/** Of the data below. It grows when that has changed. */
export const BUILD = 1;

/** Fields of what stands on the stage: how it looks, and what it knows. */
const FIELDS = 'x y scaleX scaleY rotation alpha visible strides isAwake hasHeard hasOil isLit strength'.split(' ');

type Fields = Record<string, unknown>;

interface State {
  readonly ui: Shown;
  readonly stage: readonly (readonly [id: string, fields: Fields])[];
}

export interface Events {
  /** A script has come to a good place. The text is for the autosave. */
  readonly onAutosave: (text: string) => void;
  readonly onRefused: (error: unknown) => void;
}

export function savesOf(night: Night, ui: Ui, { onAutosave, onRefused }: Events): Saves {
  const game = saves(scheduler, {
    objects: { idOf: (object) => night.stage.idOf(object), find: (id) => night.stage.byId.get(id) },
    state: {
      save: (): State => ({ ui: ui.save(), stage: saveStage(night) }),
      load: (state: State) => loadState(state, night, ui),
    },
    onCheckpoint: (title) => game.saveSoon(headOfSave(title)),
    onSaved: onAutosave,
    onRefused,
  });
  return game;
}

export const headOfSave = (title: string) => ({ title, at: Date.now(), build: BUILD });

const saveStage = ({ stage }: Night): State['stage'] =>
  Array.from(stage.byId, ([id, thing]) => [
    id,
    Object.fromEntries(
      FIELDS.filter((name) => isData((thing as Fields)[name])).map((name) => [name, (thing as Fields)[name]]),
    ),
  ]);

const isData = (value: unknown): boolean => typeof value === 'number' || typeof value === 'boolean';

function loadState(state: State, { stage }: Night, ui: Ui): void {
  for (const [id, fields] of state.stage) Object.assign(stage.byId.get(id)!, fields);
  ui.load(state.ui);
}
