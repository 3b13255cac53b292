/** A room whose `digest` throws, that sends what it should not, and that throws again what it is told. */
import { ScriptedRoom } from '@spindle/colyseus';

export class Faulty extends ScriptedRoom {
  messages = {
    clap() {
      this.broadcast('said', 'a clap');
    },
    list() {
      const list = [1, undefined];
      this.broadcast('list', list);
      list.push(2);
    },
    loop() {
      const list = [];
      list.push(list);
      this.broadcast('list', list);
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
