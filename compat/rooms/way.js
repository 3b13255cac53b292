/** A way from a client to a Redis: it can be cut, lead to another one, be silent, and lose an answer. */
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

export class Way {
  socket;
  /** The next answer is lost, and the connection with it: Redis has done what the client does not know. */
  losesAnswer = false;
  #to;
  #server;
  #sides = new Set();
  #isSilent = false;

  /** At the path of a socket, to that of a Redis. It ends with the test. */
  static async make(t, socket, to) {
    const way = new Way();
    Object.assign(way, { socket });
    way.#to = to;
    way.#server = createServer((client) => way.#accept(client)).listen(socket);
    await once(way.#server, 'listening');
    t.after(() => {
      way.lead(null);
      way.#server.close();
    });
    return way;
  }

  #accept(client) {
    if (this.#to === null) return client.destroy();
    const upstream = connect(this.#to);
    const cut = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const side of [client, upstream]) {
      this.#sides.add(side);
      side.on('error', cut).on('close', () => {
        this.#sides.delete(side);
        cut();
      });
      if (this.#isSilent) side.pause();
    }
    client.on('data', (data) => upstream.write(data));
    upstream.on('data', (data) => {
      if (!this.losesAnswer) return client.write(data);
      this.losesAnswer = false;
      cut();
    });
  }

  /** To the socket of a Redis; null: nowhere. */
  lead(to) {
    this.#to = to;
    for (const side of this.#sides) side.destroy();
  }

  /** Nothing gets through, and nobody is told. */
  silence() {
    this.#isSilent = true;
    for (const side of this.#sides) side.pause();
  }

  /** What is under way comes late; or it is lost, and connections of before stay silent for ever. */
  speak({ isLost }) {
    this.#isSilent = false;
    if (!isLost) for (const side of this.#sides) side.resume();
  }
}
