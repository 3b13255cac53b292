/** A scripted room on a server: two players join by Socket.io, and whoever answers first has the point. */
import { executorOf, Scheduler } from '@spindle/runtime';
import { drive } from '@spindle/runtime/host';

const QUESTIONS = ['2 + 2?', '3 × 3?'];

// @compile
class Player extends Executor {
  points = 0;

  constructor(socket) {
    super();
    this.socket = socket;
  }

  /** A socket is an emitter, so a script waits for what its client sends. */
  answer() {
    return this.waitForEvent(this.socket, 'answer');
  }
}

// @compile
function quiz(players, tell) {
  for (const question of QUESTIONS) {
    tell('question', question);
    const first = race({
      ...Object.fromEntries(players.map((player, i) => [i, () => player.answer()])),
      late: () => wait(5000),
    });
    if (first.key !== 'late') players[first.key].points++;
    tell('answered', first.key);
  }
  tell(
    'over',
    players.map(({ points }) => points),
  );
}

/** Each room has a scheduler of its own, which ends with it. Gives a function that closes all rooms. */
export function serveRooms(io, intervalMs = 50) {
  const rooms = new Map();
  const close = (name) => {
    rooms.get(name)?.scheduler.close('the room is empty');
    rooms.delete(name);
  };
  io.on('connection', (socket) =>
    socket.on('join', (name) => {
      if (!rooms.has(name)) rooms.set(name, { scheduler: new Scheduler(), players: [] });
      const { scheduler, players } = rooms.get(name);
      if (players.length === 2) return socket.emit('full');
      const player = new Player(socket);
      players.push(player);
      socket.join(name);
      socket.on('disconnect', () => {
        executorOf(player).close('the player has left');
        close(name);
      });
      if (players.length < 2) return;
      drive(scheduler, { driver: 'interval', intervalMs });
      scheduler.enter(() => quiz(players, (...message) => io.to(name).emit(...message)));
    }),
  );
  return () => [...rooms.keys()].forEach(close);
}
