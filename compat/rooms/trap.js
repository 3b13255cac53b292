/**
 * What goes wrong in a process exactly at a step of a move. All that it sends to Redis, to other processes and to clients goes through here; the shipped code
 * knows nothing of it.
 */
import { WebSocket } from 'ws';

/** In the order of a move, with whose step it is. `saved`: Redis has not got it yet; `fenced`: it has, and the room belongs to the other one. */
export const STEPS = {
  asks: 'owner',
  asked: 'target',
  'can load': 'target',
  saved: 'owner',
  fenced: 'owner',
  gives: 'owner',
  given: 'target',
  'has loaded': 'target',
  'has written': 'target',
  'tells that it has it': 'target',
  'hears that the other has it': 'owner',
  'has told one client': 'owner',
};

const SENT = { warm: 'asks', warmed: 'can load', load: 'gives', loaded: 'tells that it has it' };
const HEARD = { warm: 'asked', load: 'given', loaded: 'hears that the other has it' };

export class Trap {
  /** By room. */
  #armed = new Map();
  #cutUntilMs = 0;
  #clients = new Set();
  #redis;
  #tell;

  /** `tell` hears what has happened, before it does. */
  constructor(redis, tell) {
    this.#redis = redis;
    this.#tell = tell;
  }

  /** `{ room, step, action, ms }`. Without a step nothing happens to the room any more. */
  arm(trap) {
    if (trap.step === undefined) this.#armed.delete(trap.room);
    else this.#armed.set(trap.room, trap);
  }

  /** Returns false: what was to be sent, or was answered, is lost. */
  #pass(step, room) {
    const armed = [...this.#armed.values()].find((one) => one.step === step && (room ?? one.room) === one.room);
    if (armed === undefined) return true;
    this.#armed.delete(armed.room);
    this.#tell(armed);
    return ACTIONS[armed.action](this, armed) !== false;
  }

  cutOff(ms) {
    this.#cutUntilMs = performance.now() + ms;
    this.#redis.cut();
  }

  pauseRedis(ms) {
    void this.#redis.send(['CLIENT', 'PAUSE', String(ms), 'ALL']).catch(() => {});
  }

  cutClients() {
    for (const socket of this.#clients) socket.terminate();
  }

  send = async (command) => {
    if (performance.now() < this.#cutUntilMs) throw new Error('cut off');
    return this.#redis.send(command);
  };

  store(store) {
    return {
      answer: async (call) => {
        const [before, after] = stepsOf(call);
        if (!this.#pass(before, call.room)) throw new Error('lost');
        const answer = await store.answer(call);
        if (!this.#pass(after, call.room)) throw new Error('lost');
        return answer;
      },
    };
  }

  /** Of sockets to other processes. */
  get WebSocket() {
    const trap = this;
    return class extends WebSocket {
      constructor(url) {
        super(url);
        trap.#watch(this);
      }
    };
  }

  /** A socket that another one has opened. */
  accept(socket) {
    this.hold(socket);
    this.#watch(socket);
  }

  /** One that is lost with all sockets. */
  hold(socket) {
    this.#clients.add(socket);
    socket.on('close', () => this.#clients.delete(socket));
  }

  /** A client was told where its room is now. */
  hasTold() {
    this.#pass('has told one client');
  }

  #watch(socket) {
    const send = socket.send.bind(socket);
    socket.send = (text) => {
      const { kind, message } = this.#read(text);
      if (kind !== 'process' || this.sends(message)) send(text);
      if (kind === 'moved') this.hasTold();
    };
    // Before it is heard.
    socket.on('message', (data) => {
      const { kind, message } = this.#read(data);
      if (kind === 'process') this.hears(message);
    });
  }

  /** To another process. Returns whether it goes. */
  sends({ kind, room }) {
    return this.#pass(SENT[kind], room);
  }

  /** From another process. */
  hears({ kind, room }) {
    this.#pass(HEARD[kind], room);
  }

  /** The matchmaker's row of a room goes to Redis, by a command with these texts. Returns whether it goes. */
  writesRow(texts) {
    return [...this.#armed.keys()].every((room) => !texts.includes(room) || this.#pass('writes its row', room));
  }

  /** A room listens to other processes. Returns whether it does. */
  opensChannel(room) {
    return this.#pass('opens its channel', room);
  }

  /** To look into all messages would cost too much. */
  #read(text) {
    return this.#armed.size === 0 ? {} : JSON.parse(text);
  }
}

function stepsOf(call) {
  if (call.kind !== 'commit') return [];
  if (call.next !== null) return ['saved', 'fenced'];
  return call.seq === 1 ? ['has loaded', 'has written'] : [];
}

const killSelf = (signal) => () => void process.kill(process.pid, signal);

/** What can happen. Who is frozen is woken after `ms` by who has started it, and so is a Redis that is killed, without what it had. */
export const ACTIONS = {
  dies: killSelf('SIGKILL'),
  freezes: killSelf('SIGSTOP'),
  'is cut off from Redis': (trap, { ms }) => trap.cutOff(ms),
  'finds Redis paused': (trap, { ms }) => trap.pauseRedis(ms),
  'finds Redis empty': () => {},
  'loses all sockets': (trap) => trap.cutClients(),
  'loses what goes': () => false,
  'is told to stop': killSelf('SIGTERM'),
};
