/** The scenes of the playground. Each shows one idea, in at most 60 lines. */
import alert from './alert.js?raw';
import boss from './boss.js?raw';
import buttons from './buttons.js?raw';
import cutscene from './cutscene.js?raw';
import follow from './follow.js?raw';
import glitches from './glitches.js?raw';
import guard from './guard.js?raw';
import pause from './pause.js?raw';
import rhythm from './rhythm.js?raw';
import robot from './robot.js?raw';
import tower from './tower.js?raw';
import walkers from './walkers.js?raw';

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
  {
    id: 'cutscene',
    title: 'A cutscene with skip',
    about: 'From top to bottom; one key plays the rest.',
    code: cutscene,
  },
  { id: 'guard', title: 'A guard', about: 'Patrols, sees, hears, chases, gives up.', code: guard },
  { id: 'boss', title: 'A boss', about: 'Each phase is one race, each bolt a script.', code: boss },
  { id: 'tower', title: 'A tower', about: 'Ice works beside the march.', code: tower },
  { id: 'robot', title: 'A robot for children', about: 'Three words, a pen, and STOP.', code: robot },
  { id: 'walkers', title: 'A thousand walkers', about: 'A thousand scripts, interrupted by one tap.', code: walkers },
  { id: 'pause', title: 'A pause menu', about: 'The world has a clock of its own.', code: pause },
  { id: 'alert', title: 'Three ways to wait', about: 'In turn, one by one, or the newest.', code: alert },
  { id: 'follow', title: 'Tap to walk', about: 'The newest order wins; a dog runs after it.', code: follow },
  { id: 'rhythm', title: 'A dance', about: 'Fifteen rhythms without drift.', code: rhythm },
];
