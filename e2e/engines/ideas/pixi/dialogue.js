// A question with two answers and a time limit. Click on one.
import { waitForPointer } from '@spindle/engines/pixi';
import { figure, play } from './stage.js';

/** The name of the answer that was clicked on, or `silence`. However it ends, the answers go. */
// @compile
function choose(scene, limitMs) {
  const yes = figure(scene, 400, '#33aa55');
  const no = figure(scene, 480, '#cc3344');
  try {
    const { key } = race({ yes: waitForPointer(yes), no: waitForPointer(no), silence: wait(limitMs) });
    return key;
  } finally {
    yes.destroy({ children: true });
    no.destroy({ children: true });
  }
}

// @compile
function story(scene) {
  const guard = figure(scene, 120, '#cc6633');
  waitFor(guard.say('Will you help us?'));
  const answer = choose(scene, 3000);
  waitFor(guard.say(answer === 'yes' ? 'I knew it.' : 'Then go.'));
  console.log('the end');
}

await play(story);
