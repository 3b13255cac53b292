/** A room whose `digest` throws, and that throws again what it is told. */
import { ScriptedRoom } from '@spindle/colyseus';

export class Faulty extends ScriptedRoom {
  messages = {
    clap() {
      this.broadcast('said', 'a clap');
    },
  };
  digest() {
    throw new Error('no digest');
  }
  onUncaughtException(error) {
    process.send({ kind: 'uncaught', text: error.message });
    throw error;
  }
}
