import { scheduler } from '@spindle/runtime';
import { at, log, runToEnd } from '@spindle/runtime/testing';

export const screen = { answers: [] };
export const player = { x: 0 };

// @compile
class Actor extends Executor {
  constructor(name) {
    super();
    this.name = name;
  }

  say(line) {
    log(`${this.name}: ${line}`);
    this.race(wait(line.length * 40), waitSignal('next'));
  }

  nag() {
    while (true) {
      this.wait(1200);
      this.say('Come on, say something!');
    }
  }
}

// @compile
function choose(answers, limitMs, companion) {
  screen.answers = answers;
  log('shown:', answers.join(' | '));
  try {
    const { key, value } = race({
      answer: waitSignal('choice'),
      silence: wait(limitMs),
      nag: companion.nag(),
    });
    return key === 'answer' ? answers[value] : null;
  } finally {
    screen.answers = [];
  }
}

// @compile
function conversation(maya, rex) {
  waitFor(maya.say('Nobody has come here for years.'));
  rex.say('Until today!');
  const answer = choose(['Who are you?', 'Let us pass.'], 4000, rex);
  if (answer === null) {
    maya.say('You are a quiet one.');
    rex.say('Always was.');
    waitFor(rex);
  } else if (answer === 'Who are you?') {
    waitFor(maya.say('I am the keeper of this bridge, and of all that lies beyond it.'));
    waitFor(rex.say('That does not sound good.'));
  } else {
    waitFor(maya.say('Then pay.'));
  }
  log('the conversation is over');
}

// @compile
function meet(maya, rex) {
  const { key } = race({
    talk: conversation(maya, rex),
    away: waitUntil(() => player.x > 5),
  });
  if (key === 'away') waitFor(maya.say('How rude.'));
}

export const maya = new Actor('Maya');
export const rex = new Actor('Rex');
at(0, () => meet(maya, rex));
at(30, () => scheduler.signal('next'));
at(150, () => scheduler.signal('choice', 0));
at(180, () => (player.x = 6));
runToEnd(scheduler);
