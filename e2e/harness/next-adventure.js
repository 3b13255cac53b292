/** The adventure as its authors may have changed it since a player saved it: `node e2e/harness/next-adventure.js` builds it. */
import path from 'node:path';
import { buildCopy } from './copy-of-game.js';
import { built } from './stage.js';

export const nextAdventure = path.join(built, 'next-adventure');

const SCENES = 'scripts/scenes.ts';
const LAST = "  waitFor(mira.say('She will not see the rocks. Father has to light it!'));";
const EDITS = [
  [SCENES, '  waitFor(eye.panTo(ship.x, 1400));', "  ui.caption('It is late.');\n  waitFor(eye.panTo(ship.x, 1400));"],
  [SCENES, 'A ship! And the lamp is dark.', 'Look, a ship! And our lamp is dark.'],
  [SCENES, LAST, `${LAST}\n  waitFor(mira.say('Run!'));`],
];

if (import.meta.filename === process.argv[1]) buildCopy('adventure', nextAdventure, EDITS);
