/** The scenes of the playground. Each shows one idea, in at most 60 lines. */
import buttons from './buttons.js?raw';
import cutscene from './cutscene.js?raw';
import glitches from './glitches.js?raw';
import guard from './guard.js?raw';

export interface Scene {
  readonly id: string;
  readonly title: string;
  /** One sentence for the list of scenes. */
  readonly about: string;
  readonly code: string;
}

export const scenes: readonly Scene[] = [
  { id: 'buttons', title: 'Two buttons, one player', about: 'Orders queue, and are done in order.', code: buttons },
  { id: 'glitches', title: 'Three glitches', about: 'Who owns a call decides who waits.', code: glitches },
  { id: 'guard', title: 'A guard', about: 'Patrols, sees, hears, chases, gives up.', code: guard },
  {
    id: 'cutscene',
    title: 'A cutscene with skip',
    about: 'Two tracks that meet; one key plays the rest.',
    code: cutscene,
  },
];
