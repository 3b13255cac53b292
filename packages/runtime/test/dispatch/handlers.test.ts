import { EventEmitter } from 'node:events';
import { $thread, handler, listener } from '../../src/abi.js';
import { currentThread, Scheduler, wait } from '../../src/index.js';

const rooms = { a: new Scheduler(), b: new Scheduler() };
let heard: string[];
beforeEach(() => {
  heard = [];
});

/** Which room a handler's thread lives in. */
const hears = $thread(function* (): any {
  const scheduler = currentThread()?.scheduler;
  heard.push(scheduler === rooms.a ? 'a' : scheduler === rooms.b ? 'b' : 'elsewhere');
  yield wait();
}, 'hears(0)');

const inRoom = <T>(room: Scheduler, act: () => T): T => {
  let given!: T;
  const script = $thread(function* (): any {
    given = act();
  }, 'script(0)');
  room.enter(() => script());
  return given;
};

describe('a handler starts its thread on the scheduler of the script that handed it over', () => {
  test('from plain code, and from a script of another room', () => {
    const emitter = new EventEmitter();
    inRoom(rooms.a, () => emitter.on('event', handler(hears) as () => void));
    emitter.emit('event');
    inRoom(rooms.b, () => emitter.emit('event'));
    rooms.b.enter(() => emitter.emit('event'));
    expect(heard).toEqual(['a', 'a', 'a']);
  });

  test('each of two rooms that hand over the same function', () => {
    const emitters = { a: new EventEmitter(), b: new EventEmitter() };
    inRoom(rooms.a, () => emitters.a.on('event', handler(hears) as () => void));
    inRoom(rooms.b, () => emitters.b.on('event', handler(hears) as () => void));
    emitters.a.emit('event');
    emitters.b.emit('event');
    expect(heard).toEqual(['a', 'b']);
  });

  test('so does a listener with a method', () => {
    const target = new EventTarget();
    const listening = { handleEvent: hears };
    inRoom(rooms.b, () => target.addEventListener('event', listener(listening) as never));
    target.dispatchEvent(new Event('event'));
    expect(heard).toEqual(['b']);
  });
});

test('the same function gives the same handler on one scheduler, and its handler gives itself', () => {
  const once = inRoom(rooms.a, () => handler(hears));
  expect(inRoom(rooms.a, () => handler(hears))).toBe(once);
  expect(inRoom(rooms.b, () => handler(hears))).not.toBe(once);
  expect(inRoom(rooms.b, () => handler(once))).toBe(once);
});

test('plain code takes off what one script has put on', () => {
  const emitter = new EventEmitter();
  const own = $thread(function* (): any {
    heard.push('own');
  }, 'own(0)');
  inRoom(rooms.a, () => emitter.on('event', handler(own) as () => void));
  emitter.off('event', handler(own) as () => void);
  emitter.emit('event');
  expect(heard).toEqual([]);
});
