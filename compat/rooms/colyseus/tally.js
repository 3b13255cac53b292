/** A room with fields of its own. As it is here its class is not compiled; `link.js` compiles it, too. */
import { ScriptedRoom } from '@spindle/colyseus';

// @compile
function begin(room) {
  room.log.push('begins');
}

export class Tally extends ScriptedRoom {
  maxClients = 4;
  claps = 0;
  log = [];
  messages = {
    clap: () => {
      this.claps++;
      this.broadcast('said', `${this.log}: ${this.claps}`);
    },
  };
  scripts() {
    begin(this);
  }
}
