/** A room, its state and its script in one file, as a page shows them. It is compiled by `link.js`. */
import { schema, t } from '@colyseus/schema';
import { ScriptedRoom } from '@spindle/colyseus';

const Guest = schema({ name: t.string(), drinks: t.number().default(0) }, 'Guest');
const WholeState = schema({ round: t.number().default(0), guests: t.map(Guest) }, 'WholeState');

// @compile
function serve(room) {
  for (const guest of room.state.guests.values()) guest.drinks++;
  room.state.round++;
}

// @compile
function evening(room) {
  while (true) {
    const { key } = race({ clap: waitSignal('clap'), late: wait(400) });
    serve(room);
    room.broadcast('said', `round ${room.state.round}: ${key}`);
    wait(50);
  }
}

export class Whole extends ScriptedRoom {
  state = new WholeState();
  maxClients = 4;
  messages = { clap: (player, how) => this.signal('clap', how) };
  scripts() {
    evening(this);
  }
  onJoin(player) {
    this.state.guests.set(player.sessionId, new Guest({ name: player.sessionId }));
  }
  onMoved(report) {
    process.send({ kind: 'onMoved', report });
  }
}
