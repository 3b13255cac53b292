// A server with three rooms. In each of them the players play in turn, until one has three points.
import { Scheduler, executorOf } from '@spindle/runtime';

// @compile
class Player extends Executor {
  points = 0;
  isHere = true;

  constructor(name) {
    super();
    this.name = name;
  }

  /** Gives what the player has rolled. Who does not answer in two seconds has rolled 0. */
  roll() {
    const { key } = this.race({ rolled: waitSignal(`roll of ${this.name}`), late: wait(2000) });
    this.wait(200); // the dice roll
    return key === 'late' ? 0 : 1 + Math.floor(random() * 6);
  }
}

export class Room {
  log = [];
  winner = null;
  savedPoints = null;
  scheduler = new Scheduler({ seed: 1 });

  constructor(name, players) {
    this.name = name;
    this.players = players.map((player) => new Player(player));
  }

  // @compile
  play() {
    try {
      while (this.winner === null) {
        for (const player of this.players) this.turn(player);
      }
      this.log.push(`The winner: ${String(this.winner)}`);
    } finally {
      wait(32); // the database
      this.savedPoints = this.players.map(({ name, points }) => `${name} ${points}`).join(', ');
    }
  }

  // @compile
  turn(player) {
    if (this.winner !== null || !player.isHere) return;
    try {
      if (player.roll() > 3) player.points++;
      if (player.points === 3) this.winner = player.name;
    } catch (error) {
      this.log.push(error.message);
    }
    if (this.players.every(({ isHere }) => !isHere)) this.winner = 'nobody';
  }

  open() {
    this.scheduler.enter(() => this.play());
  }

  leave(name) {
    const player = this.players.find((each) => each.name === name);
    player.isHere = false;
    executorOf(player).close(`${name} has left`);
  }

  close(reason) {
    this.scheduler.close(reason);
  }
}
