/** One move, step by step, and what becomes of it when a step fails. */
import { unpack } from '../src/packed.js';
import { cutscene } from './cutscene.js';
import { judge } from './referee.js';
import { handsOver, ROOM, says, Stage, takes, tells } from './stage.js';

const gone = ['joined'];

test('a room moves to and fro in a cutscene, and nobody notices', () => {
  const stage = new Stage();
  for (let move = 0; move < 20; move++) {
    const [from, to] = move % 2 === 0 ? [stage.owner, stage.other] : [stage.other, stage.owner];
    stage.move(from, to).play(150);
  }
  expect(stage.world.reported('moved').length).toBe(20);
  expect([stage.owner, stage.other].map(({ server }) => server.clientsOf(ROOM).toSorted())).toEqual([
    ['c1', 'c2', 'c3'],
    [],
  ]);
  expect(stage.told).toEqual(gone);
  expect(stage.judge().outputs).toBeGreaterThan(40);
});

test('it moves back within 100 ms', () => {
  const stage = new Stage();
  stage.move();
  stage.world.until(() => stage.last('moved') !== undefined, 500, 'it moved');
  stage.move(stage.other, stage.owner);
  stage.world.until(() => stage.world.reported('moved').length === 2, 100, 'it moved back');
  stage.play(500);
  expect(stage.place).toBe(stage.owner.id);
  stage.judge();
});

test('the gap of a move is a few round trips', () => {
  const stage = new Stage();
  const { world } = stage;
  stage.move();
  const ms = world.until(() => stage.last('moved') !== undefined, 500, 'it moved');
  expect(ms).toBeLessThan(40);
});

describe('each step fails', () => {
  test('0: the other does not answer', () => {
    const stage = new Stage();
    stage
      .at(says('warm'), () => false)
      .move()
      .play(1500);
    expect(stage.last('not moved')).toMatchObject({ reason: '`p2` does not answer' });
    expect([stage.place, stage.told]).toEqual(['p1', gone]);
    stage.judge();
  });

  test('0: it would not load there, and the process says why', () => {
    let made = 0;
    const game = () => {
      const one = cutscene();
      return made++ === 0
        ? one
        : {
            ...one,
            load: () => {
              throw new Error('`intro` waits nowhere now');
            },
          };
    };
    const stage = new Stage({ game });
    stage.move().play(300);
    expect(stage.last('not moved')).toMatchObject({ reason: '`intro` waits nowhere now' });
    expect([stage.place, stage.told]).toEqual(['p1', gone]);
    stage.judge();
  });

  test('1: the owner dies while the room is stopped', () => {
    const stage = new Stage();
    stage
      .at(handsOver, (process) => stage.world.kill(process))
      .move()
      .play(2000);
    expect([stage.place, stage.told]).toEqual(['p2', gone]);
    stage.judge();
  });

  test('2: it cannot be saved: it goes on here, and the wait is named', () => {
    let isOpen = true;
    const game = () => {
      const one = cutscene();
      const save = (): string => {
        if (isOpen) return one.save();
        throw new Error('refused');
      };
      return { ...one, save, whyNot: () => ['`fetch` is waited for'] };
    };
    const stage = new Stage({ game });
    isOpen = false;
    stage.move().play(300);
    expect(stage.last('not moved')).toMatchObject({ reason: 'it cannot be saved: `fetch` is waited for' });
    stage.play(2500);
    expect(stage.last('unsaved')).toMatchObject({ why: ['`fetch` is waited for'] });
    expect([stage.place, stage.told]).toEqual(['p1', gone]);
    stage.judge();
  });

  test('2: what would be lost in a move is told once, though it can be saved', () => {
    let why = ['`clock` has a timer'];
    const game = () => ({ ...cutscene(), whyNot: () => why });
    const stage = new Stage({ game, room: { checkpointMs: 100 } });
    const told = () => stage.world.reported('cannot move').flatMap((report) => ('why' in report ? report.why : []));
    stage.play(1000);
    expect(told()).toEqual(['`clock` has a timer']);
    why = ['`clock` has a timer', '`fetch` is waited for'];
    stage.play(1000);
    expect(told()).toEqual(['`clock` has a timer', '`fetch` is waited for']);
    expect(stage.world.reported('unsaved')).toEqual([]);
  });

  test('3: the answer of the storage is lost: it is asked again, and the move goes on', () => {
    const stage = new Stage();
    let asked = 0;
    stage.world.watch = (_, effect) => {
      if (handsOver(effect)) asked++;
      return true;
    };
    stage.loseAnswer((call) => call.kind === 'commit' && call.next !== null);
    stage.move().play(1500);
    expect(asked).toBe(2);
    expect([stage.place, stage.told]).toEqual(['p2', gone]);
    stage.judge();
  });

  test('3: another process has the room: the zombie closes its sockets and writes nothing', () => {
    const stage = new Stage({ processes: 3 });
    const { world, owner } = stage;
    world.freeze(owner, 3000);
    stage.play(2900);
    const before = world.store.rows.get(ROOM);
    expect(before?.owner).not.toBe(owner.id);
    stage.move().play(500);
    expect(world.reported('fenced').map(({ process }) => process)).toEqual(['p1']);
    expect(world.store.rows.get(ROOM)?.epoch).toBe(before?.epoch);
    expect(stage.told).toEqual(gone);
    stage.judge();
  });

  test('4: it does not load: it is taken back, and what came meanwhile is not lost, though no client connects again', () => {
    let made = 0;
    const game = () => {
      const one = cutscene();
      return ++made < 3
        ? one
        : {
            ...one,
            load: () => {
              throw new Error('no');
            },
          };
    };
    const stage = new Stage({ game, clients: 1 });
    const [client] = stage.clients;
    const { link } = client!.at;
    stage.at(says('load'), () => {
      stage.world.input(client!, 'clap');
      return true;
    });
    stage.move().play(500);
    expect(stage.last('not moved')).toMatchObject({ reason: 'no' });
    expect([stage.place, client!.at.link]).toEqual(['p1', link]);
    stage.judge();
  });

  test('4: the other is silent: after half a second it is taken back', () => {
    const stage = new Stage();
    stage
      .at(says('load'), () => false)
      .move()
      .play(1500);
    expect(stage.last('not moved')).toMatchObject({ reason: '`p2` does not answer' });
    expect([stage.place, stage.world.store.rows.get(ROOM)?.epoch]).toEqual(['p1', 3]);
    expect(stage.told).toEqual(gone);
    stage.judge();
  });

  test('4: the other dies when it is asked, and when it has loaded', () => {
    for (const step of [says('warmed'), takes]) {
      const stage = new Stage();
      stage
        .at(step, (process) => stage.world.kill(process))
        .move()
        .play(2000);
      expect([stage.place, stage.told]).toEqual(['p1', gone]);
      stage.judge();
    }
  });

  test('4: the other has it, and its word is lost: the storage says who is right', () => {
    const stage = new Stage();
    stage
      .at(says('loaded'), () => false)
      .move()
      .play(1500);
    expect([stage.place, stage.last('moved')?.kind, stage.told]).toEqual(['p2', 'moved', gone]);
    stage.judge();
  });

  test('5: the owner dies before it has told its clients', () => {
    const stage = new Stage();
    stage
      .at(tells, (process) => stage.world.kill(process))
      .move()
      .play(2000);
    expect([stage.place, stage.told]).toEqual(['p2', gone]);
    stage.judge();
  });

  test('5: what the clients are told is lost: they look the room up', () => {
    const stage = new Stage();
    stage.world.watch = (_, effect) => !tells(effect);
    stage.move().play(2500);
    expect([stage.place, stage.told]).toEqual(['p2', gone]);
    stage.judge();
  });

  test('7: the other dies as soon as it has the room', () => {
    const stage = new Stage({ processes: 3 });
    stage
      .at(says('loaded'), (process) => stage.world.kill(process))
      .move()
      .play(2500);
    expect(stage.place).not.toBe('p2');
    expect(stage.told).toEqual(gone);
    stage.judge();
  });
});

describe('two things at once', () => {
  test('a room that is being moved is not moved again', () => {
    const stage = new Stage({ processes: 3 });
    stage.move().move(stage.owner, stage.processes[2]).play(500);
    expect(stage.world.reported('not moved')).toMatchObject([{ reason: 'it moves already' }]);
    expect(stage.place).toBe('p2');
    stage.judge();
  });

  test('a process that stops moves its rooms itself', () => {
    const stage = new Stage();
    stage.world.stop(stage.owner);
    stage.move().play(500);
    expect(stage.world.reported('not moved')).toMatchObject([{ reason: 'the process stops' }]);
    expect([stage.place, stage.last('stopped')]).toMatchObject(['p2', { waiting: [] }]);
    stage.judge();
  });

  test('the last client leaves during a move: the room is over where it arrives, and nothing stays', () => {
    const stage = new Stage({ clients: 1 });
    const [client] = stage.clients;
    stage.at(says('load'), () => {
      stage.world.leave(client!);
      return true;
    });
    stage.move();
    stage.world.until(() => stage.last('ended') !== undefined, 2000, 'it is over');
    stage.world.run(500);
    expect([client!.code, stage.world.store.rows.size, stage.last('ended')]).toMatchObject([
      4011,
      0,
      { process: 'p2' },
    ]);
  });

  test('the same, and the word of the other is lost: the room does not come back', () => {
    const stage = new Stage({ clients: 1, room: { loadMs: 3000 } });
    const { world } = stage;
    // Nor does the client hear of the old one any more.
    world.watch = (process, effect) => !says('loaded')(effect) && (process !== stage.owner || effect.to !== 'client');
    stage.move();
    world.until(() => stage.clients[0]!.at.process === 'p2', 2500, 'the client has found it');
    world.leave(stage.clients[0]!);
    world.until(() => stage.last('ended') !== undefined, 1000, 'it is over');
    world.run(5000);
    expect([world.store.rows.size, world.reported('written anew')]).toEqual([0, []]);
  });

  test('who leaves before it knows that it is in was there all the same', () => {
    const stage = new Stage();
    const { world } = stage;
    const passer = world.join(ROOM);
    world.input(passer, 'clap');
    world.leave(passer);
    stage.play(500);
    expect(passer.code).toBe(4011);
    stage.judge();
  });

  test('who leaves or joins during moves is no ghost, and has a seat', () => {
    const stage = new Stage();
    const { world } = stage;
    for (let move = 0; move < 8; move++) {
      const [from, to] = move % 2 === 0 ? [stage.owner, stage.other] : [stage.other, stage.owner];
      stage.move(from, to);
      const joined = world.join(ROOM);
      world.later(120, () => world.leave(joined));
      stage.play(150);
    }
    world.run(1000);
    const joined = world.clients.slice(3);
    expect(joined.map(({ code }) => code)).toEqual(joined.map(() => 4011));
    const { seats } = JSON.parse(unpack(world.store.rows.get(ROOM)!.snapshot).split('\n')[0]!) as { seats: unknown[] };
    expect(seats.length).toBeLessThanOrEqual(4);
    stage.play(2500);
    const later = JSON.parse(unpack(world.store.rows.get(ROOM)!.snapshot).split('\n')[0]!) as { seats: unknown[] };
    expect(later.seats.length).toBe(3);
    stage.judge();
  });

  test('a client that is away during moves comes back with what it missed', () => {
    const stage = new Stage();
    const { world } = stage;
    const [away] = stage.clients;
    world.watch = (_, effect) => !(effect.to === 'client' && effect.link.startsWith(`${away!.id}/`));
    stage.move().play(1500);
    stage.move(stage.other, stage.owner).play(1500);
    world.watch = () => true;
    stage.play(1500);
    expect(stage.told).toEqual(gone);
    stage.judge();
  });
});

test('the last message before a room is taken back is lost on the way: it comes again, and nobody has missed anything', () => {
  const stage = new Stage();
  const { world } = stage;
  let lost = 0;
  world.watch = (_, effect) => {
    if (says('load')(effect)) world.empty(0);
    if (effect.to !== 'client' || effect.message.kind !== 'outputs' || effect.message.outputs.length === 0) return true;
    return lost++ > 0;
  };
  world.until(() => lost > 0, 1000, 'one is lost');
  stage.move();
  world.until(() => stage.last('not moved') !== undefined, 100, 'it is taken back');
  stage.play(1000);
  expect(stage.told).toEqual(gone);
  stage.judge();
});

test('a room comes back to a process whose old object still waits for an answer: the old one takes nothing along', () => {
  const stage = new Stage({ processes: 3 });
  const { world, owner, other } = stage;
  const third = stage.processes[2]!;
  world.watch = (process, effect) => {
    if (process === owner && effect.to === 'store' && effect.call.kind === 'claim') return false;
    return !(effect.to === 'process' && effect.process === other.id && effect.message.kind === 'load');
  };
  stage.move();
  world.run(300);
  world.kill(other);
  world.until(() => world.ownerOf(ROOM) === third, 3000, 'the third has it');
  world.run(300);
  stage.move(third, owner);
  world.until(() => world.ownerOf(ROOM) === owner, 1000, 'it is back');
  world.watch = () => true;
  stage.play(2000);
  expect(stage.place).toBe(owner.id);
  expect(owner.server.clientsOf(ROOM).length).toBe(3);
  stage.move(owner, third).play(500);
  expect(stage.place).toBe(third.id);
  stage.judge();
});

test('several rooms move at once, each with its own clients', () => {
  const stage = new Stage({ processes: 3 });
  const { world } = stage;
  const names = ['barn', 'cave'];
  for (const room of names) world.feed(stage.other, { kind: 'create', room });
  world.run(50);
  const others = names.flatMap((room) => [world.join(room), world.join(room)]);
  for (let move = 0; move < 6; move++) {
    for (const room of [ROOM, ...names]) {
      const from = world.ownerOf(room)!;
      const to = stage.processes[(stage.processes.indexOf(from) + 1 + (move % 2)) % 3]!;
      world.feed(from, { kind: 'move', room, to: to.id });
    }
    for (const client of others) world.input(client, 'clap');
    stage.play(300);
  }
  expect(world.reported('moved').length).toBe(18);
  stage.judge();
  expect(names.map((room) => judge(world, room).inputs)).toEqual([12, 12]);
});

test('a room of a name that there is already is not made again', () => {
  const stage = new Stage();
  stage.world.feed(stage.other, { kind: 'create', room: ROOM });
  stage.play(500);
  expect(stage.world.reported('fenced')).toMatchObject([{ process: 'p2', room: ROOM }]);
  expect(stage.place).toBe('p1');
  stage.judge();
});

test('a room pulses once in 50 ms, whatever its clients say', () => {
  const { world, clients } = new Stage();
  const pulses = (): number => Math.max(...world.history.get(ROOM)!.keys());
  const before = pulses();
  for (let ms = 0; ms < 5000; ms += 10) world.later(ms, () => world.input(clients[ms % clients.length]!, 'clap'));
  world.run(5000);
  expect(Math.abs(pulses() - before - 100)).toBeLessThanOrEqual(1);
});

test('nor does it pulse more often as its process stops and it cannot be saved yet', () => {
  let isBusy = false;
  const stage = new Stage({
    game: () => {
      const game = cutscene();
      const save = game.save.bind(game);
      game.save = () => {
        if (isBusy) throw new Error('busy');
        return save();
      };
      return game;
    },
  });
  const { world } = stage;
  const pulses = (): number => Math.max(...world.history.get(ROOM)!.keys());
  const before = pulses();
  isBusy = true;
  world.stop(stage.owner);
  stage.play(4000);
  expect(Math.abs(pulses() - before - 80)).toBeLessThanOrEqual(5);
  isBusy = false;
  stage.play(2000);
  expect(stage.place).toBe('p2');
  stage.judge();
});

test('a process that stops, was frozen meanwhile and has lost its room to another one by then, ends', () => {
  const stage = new Stage();
  const { world, owner, other } = stage;
  world.freeze(other, 3100);
  world.stop(owner);
  world.run(2500);
  world.freeze(owner, 3500);
  world.until(() => stage.last('stopped') !== undefined, 8000, 'it has stopped');
  expect([stage.place, stage.last('stopped')]).toMatchObject(['p2', { waiting: [] }]);
  stage.play(500).judge();
});
