// A shop whose goods and purchases are the server's. A call has a limit, is tried again, and can be cancelled.

// @compile
export class Shop extends Executor {
  state = 'closed';
  message = '';
  goods = [];
  bag = [];

  constructor(server, gold) {
    super();
    this.server = server;
    this.gold = gold;
  }

  /** From the first look at the door to the last. */
  visit() {
    this.state = 'loading';
    this.message = '';
    try {
      this.goods = this.ask('goods', 3);
      while (true) {
        this.state = 'open';
        const { key, value } = this.race({ buy: waitSignal('buy'), leave: waitSignal('leave') });
        if (key === 'leave') break;
        this.buy(this.goods.find(({ name }) => name === value));
      }
    } catch (error) {
      this.message = `Closed: ${error.message}`;
    } finally {
      this.state = 'closed';
    }
  }

  buy(item) {
    if (item.price > this.gold) {
      this.message = 'Too dear.';
      return;
    }
    this.state = 'buying';
    this.gold -= item.price;
    let isBought = false;
    try {
      const { key } = this.race({ bought: this.ask(`buy ${item.name}`, 2), cancel: waitSignal('cancel') });
      isBought = key === 'bought';
      if (isBought) this.bag.push(item.name);
      this.message = isBought ? `Here is your ${item.name}.` : 'As you like.';
    } catch {
      this.message = 'The server does not answer.';
    } finally {
      if (!isBought) this.gold += item.price;
    }
  }

  /** Asks at most so many times, and waits longer each time. */
  ask(what, tries) {
    for (let pause = 100; ; pause *= 2) {
      try {
        return this.withTimeout(300, this.request(what));
      } catch (error) {
        tries--;
        if (tries === 0) throw error;
        this.message = 'Trying again …';
        this.wait(pause);
        this.message = '';
      }
    }
  }

  /** One request. It is taken back if nobody waits for it any more. */
  request(what) {
    const abort = new AbortController();
    let answer = null;
    try {
      answer = this.server.ask(what, abort.signal);
      return answer;
    } finally {
      if (answer === null) abort.abort();
    }
  }
}
