import { scheduler } from '@spindle/runtime';
import { follow } from '@spindle/runtime/scenes';
import { at, log, runToEnd } from '@spindle/runtime/testing';

// The music begins after 200 ms, and is 1 % slower than our frames.
const audio = {
  get currentTime() {
    return (Math.max(0, scheduler.clock.now - 200) / 1000) * 0.99;
  },
};
export const song = follow(scheduler.clock, () => audio.currentTime * 1000);

const beatMs = 400;
const perfectMs = 30;
const goodMs = 90;
export const score = { points: 0, combo: 0, beats: 0 };

// @compile
function metronome() {
  while (true) {
    const beat = every(beatMs);
    score.beats++;
    log('beat', beat, 'off by', Math.round(clock.now - score.beats * beatMs));
  }
}

// @compile
function judge(notes) {
  const hits = listen('hit');
  for (const note of notes) {
    const { key, value } = race({ hit: hits.next(), late: waitUntilTime(note + goodMs) });
    if (key === 'late') {
      score.combo = 0;
      log(note, 'missed');
      continue;
    }
    const off = Math.round(value - note);
    if (Math.abs(off) > goodMs) {
      score.combo = 0;
      log(note, 'bad', off);
      continue;
    }
    score.combo++;
    score.points += (Math.abs(off) <= perfectMs ? 100 : 50) * score.combo;
    log(note, Math.abs(off) <= perfectMs ? 'perfect' : 'good', off);
  }
}

// @compile
function level() {
  withClock(song, () => race(judge([400, 800, 1200, 1600, 2000]), metronome()));
  song.unfollow();
  log('the song is over:', score.points, 'points');
}

// The handler of the key: `agoMs` is performance.now() - event.timeStamp.
function press(agoMs) {
  scheduler.signal('hit', audio.currentTime * 1000 - agoMs);
}

at(0, () => level());
at(38, () => press(2));
at(65, () => press(12));
at(92, () => press(0));
at(117, () => press(4));
runToEnd(scheduler);
