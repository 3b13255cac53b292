/** A client of the SDK, for tests. */
import { Client } from '@colyseus/sdk';
import { joining } from '@spindle/colyseus/client';
import { hearBeat } from '../bounds.js';
import { WIRE } from './node_modules/@spindle/colyseus/dist/wire.js';

/** The numbers of what a client hears: its room tells it no more than the words. */
class Outputs {
  /** Those that were taken back. */
  taken = [];
  /** Those up to this number are never taken back. */
  sure = 0;
  #heard = [];
  /** They have come, maybe again, and are not heard yet. */
  #coming = [];
  #last = 0;
  #epoch = 0;

  /** Before the room takes it. */
  come({ epoch, welcome, outputs }) {
    if (welcome !== null) this.#epoch = Math.max(this.#epoch, epoch);
    if (epoch === this.#epoch) this.#coming.push(...outputs);
  }

  /** When the room has taken it. */
  hasCome({ epoch, sure }) {
    if (epoch === this.#epoch) this.sure = Math.max(this.sure, sure);
  }

  hear(words, process) {
    const at = this.#coming.findIndex(({ n, body }) => n > this.#last && body[1] === words);
    const { n, pulse } = this.#coming[at];
    this.#coming.splice(0, at + 1);
    this.#last = n;
    this.#heard.push({ n, pulse, heardMs: performance.now(), process });
  }

  takeBack(toOutput) {
    const from = this.#heard.findIndex(({ n }) => n > toOutput);
    if (from === -1) return;
    for (const one of this.#heard.splice(from)) this.taken.push({ ...one, wasSure: one.n <= this.sure });
    this.#last = toOutput;
    this.sure = Math.min(this.sure, toOutput);
  }
}

/** A client that joins, and keeps all that it hears. */
export async function join(port, options = {}, { method = 'joinOrCreate', name = 'inn', ...rest } = {}) {
  const client = new Client(`ws://127.0.0.1:${port}`);
  const heard = [];
  const beats = [];
  const news = [];
  const states = [];
  const rewinds = [];
  const addresses = [];
  let outputs;
  const told = {
    seatMs: 20_000,
    addresses,
    onRewound(one) {
      news.push({ kind: 'rewound', ...one });
      rewinds.push({ at: heard.length, seen: states.length, toOutput: one.toOutput });
      outputs.takeBack(one.toOutput);
    },
    onMissed: (one) => news.push({ kind: 'missed', ...one }),
    ...rest,
  };
  const onOutputs = (of, does) =>
    of.onMessage(WIRE, ({ message }) => void (message?.kind === 'outputs' && does(message)));
  const room = await joining(async () => {
    const made = await client[method](name, options);
    const own = (outputs = new Outputs());
    onOutputs(made, (message) => own.come(message));
    return made;
  }, told);
  const process = () => {
    const { host, pathname } = new URL(room.connection.url);
    return { id: pathname.split('/').at(-2), host };
  };
  room.onMessage('said', (words) => {
    heard.push(words);
    const { id, host } = process();
    outputs.hear(words, `${id}@${host}`);
    if (words.startsWith('beat ')) hearBeat(beats);
  });
  room.onStateChange((state) => states.push(JSON.stringify(state)));
  room.onLeave((code) => news.push({ kind: 'left', code }));
  const sure = { output: 0, states: 0 };
  onOutputs(room, (message) => {
    outputs.hasCome(message);
    sure.output = Math.max(sure.output, message.sure);
    if (message.sure >= message.last) sure.states = states.length;
  });
  const { reconnect } = room.connection;
  const sent = [];
  const send = room.send.bind(room);
  room.send = (type, payload = null) => {
    sent.push([type, payload]);
    send(type, payload);
  };
  return {
    room,
    sent,
    heard,
    beats,
    news,
    states,
    rewinds,
    /** Outputs that it has heard, and that were taken back: from whom, when, and whether they were told to be sure. */
    taken: outputs.taken,
    /** What is never taken back: outputs up to this number, and so many states. */
    sure,
    /** The process that it is connected to, or was last. */
    get processId() {
      return process().id;
    },
    /** Its network is gone, or there again. */
    away(isAway) {
      room.connection.reconnect = isAway ? () => {} : reconnect;
      if (isAway) room.connection.transport.ws.close();
    },
    /** Where it may ask, too. */
    tell: (address) => addresses.push(address),
  };
}
