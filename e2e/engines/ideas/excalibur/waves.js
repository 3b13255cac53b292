// Three waves of robbers. Click on them: who is destroyed walks no further. The next wave comes when one is over.
import { waitForPointer } from '@spindle/engines/excalibur';
import { figure, play } from './stage.js';

/** True if he was hit, false if he came through. */
// @compile
function rob(scene, delayMs) {
  wait(delayMs);
  const robber = figure(scene, 300, '#cc3344');
  const { key } = race({ hit: waitForPointer(robber), through: robber.walkTo(560) });
  robber.kill();
  return key === 'hit';
}

// @compile
function story(scene) {
  for (let size = 1; size <= 3; size++) {
    const delays = Array.from({ length: size }, (_, i) => i * 400);
    const hits = all(delays.map((delayMs) => rob(scene, delayMs))).filter((isHit) => isHit).length;
    waitFor(figure(scene, 40 * size, '#3366cc').say(`Wave ${size}: ${hits} of ${size}.`));
  }
  console.log('the end');
}

await play(story);
