// @compile the whole file
/** A cutscene that waits in several ways, whose actors are objects of the room's state. It is compiled by `link.js`. */

function walk(room, hero, steps) {
  for (let i = 0; i < steps; i++) {
    wait(100);
    hero.x++;
  }
  room.broadcast('said', hero.name + ' is at ' + hero.x);
  return hero.x;
}

function say(room, hero, words) {
  hero.says = words;
  room.broadcast('said', hero.name + ': ' + words);
  wait(60);
}

export function intro(room, anna, ben) {
  const claps = new Map();
  let round = 0;
  try {
    while (true) {
      round++;
      room.state.round = round;
      const { key, value } = race({ clap: waitSignal('clap'), late: wait(250 + random() * 100) });
      if (key === 'clap') claps.set(value, (claps.get(value) ?? 0) + 1);
      const [to, on] = all([walk(room, anna, 2), walk(room, ben, 1 + (round % 3))]);
      room.state.leader = to > on ? anna : ben;
      say(room, ben, 'round ' + round + ', ' + [...claps].map(([who, n]) => who + ' ' + n).join(', '));
      say(room, anna, 'we are at ' + to + ' and ' + on);
      try {
        withTimeout(120, () => waitSignal('boo'));
        room.broadcast('said', 'somebody booed');
      } catch (error) {
        room.broadcast('said', 'nobody booed: ' + error.name);
      } finally {
        room.broadcast('said', 'end of round ' + round);
      }
      room.change(round);
      for (const player of room.players) player.send('said', 'only for ' + player.sessionId + ' in round ' + round);
    }
  } finally {
    room.broadcast('said', 'the curtain falls');
  }
}

/** In each pulse. */
export function drum(room) {
  for (let beat = 1; ; beat++) {
    wait(50);
    room.broadcast('said', 'beat ' + beat);
  }
}

/** Who it is told of, and the card, may be gone when it goes on. */
export function remember(room, player, card) {
  room.broadcast('said', player.sessionId + ' is remembered');
  waitSignal('recall');
  room.broadcast('said', player.userData.joined + ' (' + player.auth.login + ') had the ' + card.face);
}
