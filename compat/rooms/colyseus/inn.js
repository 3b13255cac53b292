/** The room of the tests. */
import { EventEmitter } from 'node:events';
import { ArraySchema, defineTypes, MapSchema, Schema, SetSchema, StateView, view } from '@colyseus/schema';
import { ScriptedRoom } from '@spindle/colyseus';

const { clutch, drum, intro, remember, tellLater } = await import(`./build/${process.env.SCENE ?? 'scene'}.js`);

export class Hero extends Schema {}
defineTypes(Hero, { name: 'string', x: 'number', says: 'string' });

/** Only who holds it sees its face. */
export class Card extends Schema {}
defineTypes(Card, { face: 'string', back: 'string' });
view()(Card.prototype, 'face');

const events = new WeakMap();
function eventsOf(door) {
  if (!events.has(door)) events.set(door, new EventEmitter());
  return events.get(door);
}

/** An object of the state that tells of events: who waits for one hears it wherever the room is. There it is made without its constructor. */
export class Door extends Schema {
  on(name, listener) {
    eventsOf(this).on(name, listener);
  }
  off(name, listener) {
    eventsOf(this).off(name, listener);
  }
  emit(name, value) {
    eventsOf(this).emit(name, value);
  }
}
defineTypes(Door, { says: 'string' });

export class InnState extends Schema {
  constructor() {
    super();
    this.round = 0;
    this.playedMs = 0;
    this.door = new Door();
    this.heroes = new MapSchema();
    this.props = new ArraySchema();
    this.tags = new SetSchema();
    this.numbers = new ArraySchema();
    this.hands = new MapSchema();
  }
}
defineTypes(InnState, {
  round: 'number',
  playedMs: 'number',
  leader: Hero,
  door: Door,
  heroes: { map: Hero },
  props: [Hero],
  tags: { set: 'string' },
  numbers: ['number'],
  hands: { map: Card },
});

const hero = (name) => Object.assign(new Hero(), { name, x: 0, says: '' });

export class Inn extends ScriptedRoom {
  state = new InnState();
  maxClients = 20;

  static onAuth(_token, options) {
    return { login: `login of ${options?.name}` };
  }

  messages = {
    clap(player, payload) {
      this.broadcast('said', `${player.sessionId} claps ${payload}`);
      this.signal('clap', player.sessionId);
      this.state.door.emit('clap', player.sessionId);
    },
    boo(player) {
      this.signal('boo');
      this.state.door.emit('boo', player.sessionId);
    },
    who(player) {
      this.broadcast('said', JSON.stringify([player.auth, player.userData]));
    },
    remember(player) {
      remember(this, player, this.state.hands.get(player.sessionId));
    },
    tellLater(player) {
      tellLater(this, player);
    },
    tell(player, number) {
      this.signal('tell', number);
    },
    recall() {
      this.signal('recall');
    },
    clutch() {
      clutch(this);
    },
    deal(_player, name) {
      this.state.hands.set(name, Object.assign(new Card(), { face: `dealt to ${name}`, back: 'red' }));
    },
    go(player) {
      player.leave();
    },
    poison() {
      process.kill(process.pid, 'SIGKILL');
    },
    /** What a run has by luck comes out otherwise when it is run again. */
    luck() {
      this.state.heroes.set('luck', Object.assign(hero('luck'), { x: Math.random() }));
    },
  };

  onCreate({ secret = 'none', roomId = this.roomId }) {
    this.roomId = roomId;
    this.metadata = { secret };
    for (const name of ['anna', 'ben']) this.state.heroes.set(name, hero(name));
    this.state.leader = this.state.heroes.get('anna');
  }

  scripts() {
    drum(this);
    intro(this, this.state.heroes.get('anna'), this.state.heroes.get('ben'));
  }

  update(stepMs) {
    this.state.playedMs += stepMs;
    if (this.state.playedMs % 1000 === 0) this.broadcast('said', `${this.state.playedMs} ms are over`);
  }

  shout(words) {
    this.broadcast('said', `shouted: ${words}`);
  }

  /** Plain code that changes each kind of collection. */
  change(round) {
    const { props, tags, numbers, heroes, hands } = this.state;
    for (const [name, card] of hands) card.face = `${round} of ${name}`;
    props.push(hero(`chair ${round}`));
    if (props.length > 3) props.shift();
    tags.add(`tag ${round}`);
    if (round > 2) tags.delete(`tag ${round - 2}`);
    numbers.push(round);
    if (numbers.length > 4) numbers.splice(1, 2);
    heroes.set(`extra ${round}`, hero(`extra ${round}`));
    heroes.delete(`extra ${round - 2}`);
  }

  onJoin(player, options) {
    player.userData = { joined: options?.name ?? null };
    const card = Object.assign(new Card(), { face: `ace of ${options?.name}`, back: 'blue' });
    this.state.hands.set(player.sessionId, card);
    player.view = new StateView();
    player.view.add(card);
    this.broadcast('said', `${player.sessionId} joins as ${options?.name}`);
  }

  onDrop(player) {
    this.broadcast('said', `${player.sessionId} is away`);
  }

  onReconnect(player) {
    this.broadcast('said', `${player.sessionId} is back`);
  }

  onLeave(player) {
    this.state.hands.delete(player.sessionId);
    this.broadcast('said', `${player.sessionId} leaves`);
  }

  onMoved(report) {
    process.send?.({ kind: 'onMoved', roomId: this.roomId, report });
  }

  onDispose() {
    process.send?.({ kind: 'onDispose', roomId: this.roomId });
  }
}
