/** Processes that die or freeze, a storage that is slow, away or empty. */
import type { Effect, Game, Row, StoreCall } from '../src/index.js';
import type { LedgerState } from '../src/ledger.js';
import { unpack } from '../src/packed.js';
import { cutscene } from './cutscene.js';
import { judge } from './referee.js';
import { handsOver, ROOM, says, Stage, takes } from './stage.js';
import { type Process, World } from './world.js';

/** The longest time in which no client got an output. */
function longestGap(stage: Stage, play: () => void): number {
  const { world } = stage;
  let lastMs = world.nowMs;
  let longest = 0;
  world.watch = (_, effect) => {
    if (effect.to !== 'client' || effect.message.kind !== 'outputs' || effect.message.outputs.length === 0) return true;
    longest = Math.max(longest, world.nowMs - lastMs);
    lastMs = world.nowMs;
    return true;
  };
  play();
  return longest;
}

/** How far the room goes on meanwhile. */
function pulsesIn({ world }: Stage, play: () => void): number {
  const pulse = (): number => Math.max(...world.history.get(ROOM)!.keys());
  const before = pulse();
  play();
  return pulse() - before;
}

test('kill -9: the lease ends, another process runs the log again, and nothing is lost', () => {
  const stage = new Stage({ processes: 3 });
  const gap = longestGap(stage, () => {
    stage.world.kill(stage.owner);
    stage.play(3000);
  });
  expect(stage.told).toEqual(['joined']);
  expect(stage.last('here')).toMatchObject({ how: 'claimed' });
  expect(gap).toBeLessThan(600 + 500);
  stage.judge();
});

test('who has left, and is not told so by an owner that dies, does not leave twice', () => {
  const stage = new Stage();
  const { world } = stage;
  const leaver = world.join(ROOM);
  world.run(300);
  stage.at(
    (effect) => effect.to === 'client' && effect.message.kind === 'closed',
    (process) => world.kill(process),
  );
  world.input(leaver, 'clap');
  world.leave(leaver);
  stage.play(3000);
  expect([stage.place, leaver.code]).toEqual(['p2', 4011]);
  const all = [...world.history.get(ROOM)!.values()].flatMap(({ entries }) => entries);
  expect(all.filter(({ kind, client }) => client === leaver.id && kind === 'leave')).toHaveLength(1);
  stage.judge();
});

test('a frozen owner wakes as a zombie: clients have looked the room up, and it is fenced', () => {
  const stage = new Stage();
  stage.world.freeze(stage.owner, 3000);
  stage.play(5000);
  expect([stage.place, stage.told]).toEqual(['p2', ['joined']]);
  expect(stage.world.reported('fenced').map(({ process }) => process)).toEqual(['p1']);
  stage.judge();
});

test('a process that wakes plays and says nothing before it knows that it has the room', () => {
  const stage = new Stage({ processes: 1, room: { outputs: 'early' } });
  const { world, owner } = stage;
  const before = Math.max(...world.history.get(ROOM)!.keys());
  let isAwake = false;
  let said = 0;
  world.watch = (process, effect) => {
    if (isAwake && process === owner && effect.to === 'client' && effect.message.kind === 'outputs') said++;
    return true;
  };
  // Its lease is over.
  world.freeze(owner, 700);
  world.weather.delayMs = 100;
  world.later(700, () => (isAwake = true));
  world.run(730);
  expect([said, Math.max(...world.history.get(ROOM)!.keys()) - before]).toEqual([0, 0]);
  world.weather.delayMs = 2;
  stage.play(1000);
  expect([said > 0, stage.place, stage.told]).toEqual([true, 'p1', ['joined']]);
  stage.judge();
});

test('a process that lags less than the lease keeps its rooms', () => {
  const stage = new Stage();
  for (let i = 0; i < 20; i++) {
    stage.world.freeze(stage.owner, 350);
    stage.play(600);
  }
  expect([stage.place, stage.world.store.rows.get(ROOM)?.epoch]).toEqual(['p1', 1]);
  stage.judge();
});

test('what a zombie says is not heard: its epoch is lower', () => {
  const stage = new Stage({ room: { outputs: 'early' } });
  stage.world.freeze(stage.owner, 2000);
  stage.play(6000);
  expect(stage.world.reported('fenced').map(({ process }) => process)).toEqual(['p1']);
  stage.judge();
});

test('without a log a crash goes back to the last checkpoint: each client is told, and no input is lost', () => {
  const CHECKPOINT_MS = 1000;
  const backMs: number[] = [];
  for (let ms = 1000; ms < 2200; ms += 50) {
    const stage = new Stage({ seed: ms, room: { log: false, checkpointMs: CHECKPOINT_MS } });
    stage.play(ms);
    stage.world.kill(stage.owner);
    stage.play(1500);
    for (const one of stage.clients.flatMap(({ news }) => news))
      if (one.kind === 'rewound') backMs.push(50 * (one.fromPulse - one.toPulse));
    stage.judge();
  }
  // It goes with the next beat, and is there a moment later: by then there is another pulse.
  const most = CHECKPOINT_MS + 150 + 50;
  expect(Math.max(...backMs)).toBeLessThanOrEqual(most);
  expect(Math.max(...backMs)).toBeGreaterThanOrEqual(CHECKPOINT_MS - 50);
});

test('without a log a snapshot that is not written is no promise', () => {
  const stage = new Stage({ room: { log: false, checkpointMs: 4000 } });
  const { world, owner } = stage;
  stage.at(handsOver, () => ((owner.cutOffUntilMs = world.nowMs + 3000), false)).move();
  stage.play(5000);
  expect([stage.place, stage.told]).toEqual(['p2', ['joined', 'rewound']]);
  stage.judge();
});

test('without a log no hash is made, which nothing would read', () => {
  let asked = 0;
  const game = (): Game => ({ ...cutscene(), hash: () => String(asked++) });
  const { world } = new Stage({ room: { log: false, checkpointMs: 500 }, game }).play(1000);
  const [ledger] = unpack(world.store.rows.get(ROOM)!.snapshot).split('\n');
  const { output, shown } = JSON.parse(ledger!) as LedgerState;
  expect([output > 0, shown, asked]).toEqual([true, 0, 0]);
});

test('a joiner whose seat was taken back by a crash has it again, with its inputs', () => {
  const stage = new Stage({ room: { log: false, checkpointMs: 4000 } });
  const { world } = stage;
  world.until(() => unpack(world.store.rows.get(ROOM)!.snapshot).length > 1500, 5000, 'a checkpoint');
  const joiner = world.join(ROOM);
  world.run(300);
  world.input(joiner, 'clap');
  world.run(300);
  world.kill(stage.owner);
  stage.play(6000);
  expect(joiner.link.phase).toBe('in');
  stage.judge();
});

test('outputs that go out early may be taken back, and then clients are told', () => {
  let told = 0;
  for (let seed = 1; seed < 20; seed++) {
    const stage = new Stage({ seed, room: { outputs: 'early' } });
    stage.world.weather.delayMs = 60;
    stage.play(1000);
    stage.world.kill(stage.owner);
    stage.world.weather.delayMs = 2;
    stage.play(3000);
    if (stage.told.includes('rewound')) told++;
    stage.judge();
  }
  expect(told).toBeGreaterThan(0);
});

test('while one of two storages is away, rooms in the other show nothing that may be taken back', () => {
  for (let seed = 1; seed < 10; seed++) {
    const world = new World({ seed, game: () => cutscene(), storages: 2 });
    const [first] = [world.start(), world.start()];
    for (const room of [ROOM, 'mill']) world.feed(first, { kind: 'create', room });
    world.run(20);
    const clients = [ROOM, 'mill'].map((room) => world.join(room));
    world.run(500);
    world.storages.of('mill').awayUntilMs = world.nowMs + 3000;
    world.weather.delayMs = 60;
    for (let i = 0; i < 10; i++) {
      world.input(clients[0]!, 'clap');
      world.run(100);
    }
    world.kill(first);
    world.weather.delayMs = 2;
    world.run(6000);
    expect(clients.map(({ news }) => news.some(({ kind }) => kind === 'rewound'))).toEqual([false, true]);
    judge(world, ROOM);
  }
});

test('an input is acknowledged when it is durable, not when it is applied', () => {
  const stage = new Stage();
  const { world } = stage;
  world.storeAwayUntilMs = world.nowMs + 800;
  world.run(20);
  for (const client of stage.clients) world.input(client, 'clap');
  world.run(700);
  expect(stage.clients.map(({ link }) => link.unacknowledged)).toEqual([1, 1, 1]);
  world.kill(stage.owner);
  stage.play(3000);
  stage.judge();
});

/** The giver of a room never hears that the other has it, and cannot take it back until what is returned is called. */
function cutOffFromClaims({ world, owner }: Stage): () => void {
  let isCutOff = true;
  world.watch = (process, effect) => {
    if (says('loaded')(effect)) return false;
    return !(isCutOff && process === owner && effect.to === 'store' && effect.call.kind === 'claim');
  };
  return () => void (isCutOff = false);
}

describe('a process that alone does not reach the storage', () => {
  const cutOff = (stage: Stage): void => {
    const { world } = stage;
    stage.owner.cutOffUntilMs = world.nowMs + 3000;
    stage.play(3000);
    stage.play(3000);
    expect([stage.place, world.reported('fenced').map(({ process }) => process)]).toEqual(['p2', ['p1']]);
  };

  test('goes on, and its clients are rewound when it is fenced', () => {
    const stage = new Stage();
    cutOff(stage);
    expect(stage.told).toEqual(['joined', 'rewound']);
    stage.judge();
  });

  test('does not tell who leaves that it has left: that is not durable', () => {
    const stage = new Stage();
    const [, , leaver] = stage.clients;
    stage.world.later(1500, () => stage.world.leave(leaver!));
    cutOff(stage);
    expect(leaver!.code).toBe(4011);
    stage.judge();
  });

  test('takes nothing from who comes and leaves meanwhile: its inputs come where the room goes on', () => {
    const stage = new Stage();
    const { world } = stage;
    world.later(50, () => {
      const passer = world.join(ROOM);
      world.later(1500, () => {
        expect(passer.news[0]).toEqual({ kind: 'joined' });
        world.input(passer, 'clap');
        world.leave(passer);
      });
    });
    cutOff(stage);
    expect(world.clients.at(-1)!.code).toBe(4011);
    stage.judge();
  });

  test('shows nothing if `awayMs` says so, and then nothing is taken back', () => {
    const stage = new Stage({ room: { awayMs: Infinity } });
    cutOff(stage);
    expect(stage.told).toEqual(['joined']);
    stage.judge();
  });
});

test('a room that is taken back from who took it and died has what came meanwhile', () => {
  const stage = new Stage();
  const { world, other } = stage;
  const comesBack = cutOffFromClaims(stage);
  stage.move();
  world.run(100);
  const joiner = world.join(ROOM);
  world.run(100);
  world.input(joiner, 'clap');
  world.run(300);
  expect([joiner.at.process, joiner.link.unacknowledged]).toEqual(['p2', 0]);
  world.kill(other);
  world.run(700);
  comesBack();
  stage.play(3000);
  expect([stage.place, joiner.code]).toEqual(['p1', null]);
  stage.judge();
});

test('who has taken a room back shows what is not durable, and dies: clients are told that it is taken back', () => {
  const stage = new Stage();
  const { world, owner } = stage;
  stage.at(says('load'), () => false).move();
  world.until(() => stage.last('not moved') !== undefined, 1000, 'it is taken back');
  world.watch = (process, effect) => process !== owner || effect.to !== 'store';
  stage.play(550);
  world.kill(owner);
  stage.play(3000);
  expect([stage.place, stage.told]).toEqual(['p2', ['joined', 'rewound']]);
  stage.judge();
});

describe('the storage', () => {
  test('away: the room goes on, and acknowledges nothing', () => {
    const stage = new Stage();
    const gap = longestGap(stage, () => {
      stage.world.storeAwayUntilMs = stage.world.nowMs + 2000;
      stage.play(1900);
    });
    expect(gap).toBeLessThan(700);
    stage.play(2000);
    expect([stage.place, stage.world.store.rows.get(ROOM)?.epoch]).toEqual(['p1', 1]);
    stage.judge();
  });

  test('away, and back with old leases: nobody takes the rooms of who is well', () => {
    const stage = new Stage({ processes: 4 });
    for (let i = 0; i < 10; i++) {
      stage.world.storeAwayUntilMs = stage.world.nowMs + 1500;
      stage.play(2500);
    }
    expect([stage.place, stage.world.store.rows.get(ROOM)?.epoch]).toEqual(['p1', 1]);
    stage.judge();
  });

  describe('away as a room is handed over: the room goes on where it is', () => {
    const moveAndPlay = (stage: Stage): void => {
      expect(pulsesIn(stage, () => stage.move().play(4000))).toBeGreaterThan(65);
      expect(stage.last('not moved')).toMatchObject({ reason: 'the storage does not answer' });
    };

    test('and the call is lost', () => {
      const stage = new Stage();
      const { world } = stage;
      stage.at(handsOver, () => ((world.storeAwayUntilMs = world.nowMs + 3000), true));
      moveAndPlay(stage);
      expect([stage.place, world.store.rows.get(ROOM)?.epoch, stage.told]).toEqual(['p1', 3, ['joined']]);
      stage.judge();
    });

    test('and the answer is lost', () => {
      const stage = new Stage();
      const { world } = stage;
      world.watchAnswer = (_, call) => {
        if (call.kind !== 'commit' || call.next === null) return true;
        world.storeAwayUntilMs = world.nowMs + 3000;
        return false;
      };
      moveAndPlay(stage);
      expect([stage.place, world.store.rows.get(ROOM)?.epoch, stage.told]).toEqual(['p1', 3, ['joined']]);
      stage.judge();
    });

    test('and the call comes late', () => {
      for (const lateMs of [300, 700, 2990, 3400]) {
        const stage = new Stage();
        const { world } = stage;
        world.watch = (_, effect) => {
          if (effect.to !== 'store' || !handsOver(effect)) return true;
          world.storeAwayUntilMs = world.nowMs + 3000;
          world.later(lateMs, () => void world.store.answer(effect.call, world.nowMs));
          return false;
        };
        moveAndPlay(stage);
        expect([stage.place, stage.told]).toEqual(['p1', ['joined']]);
        stage.judge();
      }
    });

    test('and another process takes it meanwhile: clients are told what is taken back', () => {
      const stage = new Stage({ processes: 3 });
      const { world, owner } = stage;
      let cutOffUntilMs = 0;
      world.watch = (process, effect) => process !== owner || effect.to !== 'store' || world.nowMs >= cutOffUntilMs;
      world.watchAnswer = (process, call) => {
        if (process === owner && call.kind === 'commit' && call.next !== null) cutOffUntilMs = world.nowMs + 3000;
        return process !== owner || world.nowMs >= cutOffUntilMs;
      };
      stage.move().play(6000);
      expect([stage.place === 'p1', stage.told]).toEqual([false, ['joined', 'rewound']]);
      expect(world.reported('fenced').map(({ process }) => process)).toEqual(['p1']);
      stage.judge();
    });
  });

  test('away as a room is claimed, whose owner was silent for a moment, and back: the claim is not made again', () => {
    for (const awayMs of [700, 3000]) {
      const stage = new Stage();
      const { world, owner } = stage;
      owner.cutOffUntilMs = world.nowMs + 2000;
      stage.at(
        ({ to, ...effect }) => to === 'store' && 'call' in effect && effect.call.kind === 'claim',
        () => {
          owner.cutOffUntilMs = 0;
          world.storeAwayUntilMs = world.nowMs + awayMs;
          return true;
        },
      );
      stage.play(6000);
      expect([stage.place, world.store.rows.get(ROOM)?.epoch, stage.told]).toEqual(['p1', 1, ['joined']]);
      stage.judge();
    }
  });

  test('away as a process stops: its rooms go on, until it is back', () => {
    const stage = new Stage({ processes: 1 });
    const { world } = stage;
    world.storeAwayUntilMs = world.nowMs + 6000;
    const pulses = pulsesIn(stage, () => {
      stage.play(600);
      world.stop(stage.owner);
      stage.play(5000);
    });
    expect(pulses).toBeGreaterThan(100);
    world.until(() => stage.last('stopped') !== undefined, 10_000, 'it stopped');
    expect(stage.last('stopped')).toMatchObject({ waiting: [ROOM] });
    world.start();
    stage.play(3000);
    stage.judge();
  });

  test('one of two away as a process stops: the rooms in the other go, and the rest goes on until it is back', () => {
    const world = new World({ game: () => cutscene(), storages: 2 });
    const [first] = [world.start(), world.start()];
    for (const room of ['mill', ROOM]) world.feed(first, { kind: 'create', room });
    world.run(20);
    for (const room of ['mill', ROOM]) world.join(room);
    world.run(500);
    world.storages.of('mill').awayUntilMs = world.nowMs + 6000;
    world.run(1000);
    world.stop(first);
    world.run(1000);
    expect([ROOM, 'mill'].map((room) => world.ownerOf(room)?.id)).toEqual(['p2', 'p1']);
    world.until(() => first.isDead, 8000, 'it has ended');
    world.run(1000);
    expect(world.reported('moved').map((report) => 'room' in report && report.room)).toEqual([ROOM, 'mill']);
    for (const room of ['mill', ROOM]) judge(world, room);
  });

  test('empty: no epoch is not another epoch, the room is written anew and goes on', () => {
    const stage = new Stage();
    const gap = longestGap(stage, () => {
      stage.world.empty(100);
      stage.play(1500);
    });
    // The scene itself is silent for 451 ms.
    expect(gap).toBeLessThan(460);
    expect([stage.place, stage.told, stage.last('written anew')?.kind]).toEqual(['p1', ['joined'], 'written anew']);
    stage.world.kill(stage.owner);
    stage.play(2500);
    expect(stage.place).toBe('p2');
    stage.judge();
  });

  test('empty in the middle of a move, at each of its steps', () => {
    for (let step = 0; step < 8; step++) {
      const stage = new Stage();
      let left = step;
      stage.at(
        (effect) => effect.to !== 'client' && effect.to !== 'host' && left-- === 0,
        () => (stage.world.empty(0), true),
      );
      stage.move().play(4000);
      expect(stage.world.store.rows.size).toBe(1);
      stage.judge();
    }
  });

  test('empty, and another process has the room in a higher epoch: the zombie is fenced', () => {
    const stage = new Stage();
    const { world, owner } = stage;
    world.freeze(owner, 2500);
    stage.play(2000);
    expect(stage.place).toBe('p2');
    world.empty(0);
    stage.play(2500);
    expect([stage.place, world.reported('fenced').map(({ process }) => process)]).toEqual(['p2', ['p1']]);
    stage.judge();
  });

  test('empty as a zombie wakes: whoever has the room writes it first', () => {
    const stage = new Stage();
    const { world, owner } = stage;
    world.freeze(owner, 2500);
    stage.play(2480);
    expect(stage.place).toBe('p2');
    world.empty(0);
    // The other is a little late.
    world.watch = (process, effect) => process === owner || effect.to !== 'store';
    world.run(300);
    world.watch = () => true;
    stage.play(2500);
    expect([stage.place, stage.told, world.reported('fenced').map(({ process }) => process)]).toEqual([
      'p2',
      ['joined'],
      ['p1'],
    ]);
    expect(world.reported('written anew').map(({ process }) => process)).toEqual(['p2']);
    stage.judge();
  });

  test('empty, and the owner dies before it has written the room: it is over, and one of its name is another', () => {
    const stage = new Stage();
    const { world, owner, other, clients } = stage;
    world.empty(100);
    world.kill(owner);
    world.run(5000);
    expect([stage.place, clients.map(({ code }) => code)]).toEqual([undefined, [null, null, null]]);
    // Somebody who asks for it has it made.
    world.feed(other, { kind: 'create', room: ROOM });
    world.run(2000);
    expect([stage.place, clients.map(({ code }) => code)]).toEqual(['p2', [4012, 4012, 4012]]);
  });

  test('empty as a zombie wakes in the middle of a move: it writes nothing before the owner has written', () => {
    const stage = new Stage({ seed: 6 });
    const { world, owner } = stage;
    stage.move();
    // The other says that it is warm: this waits for the zombie, before its first tick.
    world.freeze(owner, 2500);
    stage.play(2480);
    expect(stage.place).toBe('p2');
    world.empty(0);
    world.watch = (process, effect) => process === owner || effect.to !== 'store';
    world.run(300);
    world.watch = () => true;
    stage.play(2500);
    expect([stage.place, stage.told]).toEqual(['p2', ['joined']]);
    expect(world.reported('written anew').map(({ process }) => process)).toEqual(['p2']);
    expect(world.reported('not moved')).toMatchObject([{ process: 'p1', reason: 'the storage had lost it' }]);
    stage.judge();
  });

  test('empty as a zombie wakes that has handed the room over and not heard of it: it plays and tells nothing', () => {
    const stage = new Stage();
    const { world, owner } = stage;
    stage.at(handsOver, () => (world.later(0, () => world.freeze(owner, 2500)), true)).move();
    stage.play(2480);
    expect(stage.place).toBe('p2');
    world.empty(0);
    let said = 0;
    world.watch = (process, effect) => {
      if (process === owner && effect.to === 'client' && effect.message.kind === 'outputs') said++;
      return process === owner || effect.to !== 'store';
    };
    // It looks what is due before it reads what has come.
    const backlog = owner.backlog!;
    owner.backlog = null;
    for (const event of [{ kind: 'tick' } as const, ...backlog]) world.feed(owner, event);
    world.run(300);
    world.watch = () => true;
    stage.play(2500);
    expect([said, stage.place, stage.told]).toEqual([0, 'p2', ['joined']]);
    stage.judge();
  });

  test('empty as who has given the room away wakes: it takes nothing back before the owner has written', () => {
    const stage = new Stage({ processes: 3 });
    const { world, owner, other } = stage;
    const third = stage.processes[2]!;
    let isLate = false;
    world.watch = (process, effect) => {
      if (!isLate && says('load')(effect) && process === owner) world.freeze(owner, 2500);
      if (isLate && process === third && effect.to === 'store') return false;
      return !says('loaded')(effect) || process !== other;
    };
    stage.move();
    world.run(200);
    stage.move(other, third).play(2260);
    expect(stage.place).toBe('p3');
    world.empty(0);
    isLate = true;
    world.run(300);
    isLate = false;
    stage.play(2500);
    expect([stage.place, stage.told]).toEqual(['p3', ['joined']]);
    expect(world.reported('written anew').map(({ process }) => process)).toEqual(['p3']);
    stage.judge();
  });

  test('empty, and back for who alone did not reach it: whoever has the room writes it first', () => {
    const stage = new Stage();
    const { world, owner } = stage;
    world.watch = (process, effect) => process !== owner || effect.to !== 'store';
    world.until(() => stage.place === 'p2', 2000, 'the other has it');
    world.empty(0);
    // The other is a little late.
    world.watch = (process, effect) => process === owner || effect.to !== 'store';
    stage.play(300);
    world.watch = () => true;
    stage.play(2500);
    expect([stage.place, world.reported('fenced').map(({ process }) => process)]).toEqual(['p2', ['p1']]);
    expect(world.reported('written anew').map(({ process }) => process)).toEqual(['p2']);
    stage.judge();
  });

  test('empty after a longer time than a lease, and back for who had not reached it before: whoever has the room writes it first', () => {
    const stage = new Stage();
    const { world, owner } = stage;
    world.watch = (process, effect) => process !== owner || effect.to !== 'store';
    world.until(() => stage.place === 'p2', 2000, 'the other has it');
    world.run(100);
    world.watch = () => true;
    world.empty(700);
    // The other is a little late.
    world.run(700);
    world.watch = (process, effect) => process === owner || effect.to !== 'store';
    stage.play(250);
    world.watch = () => true;
    stage.play(3500);
    expect([stage.place, world.reported('fenced').map(({ process }) => process)]).toEqual(['p2', ['p1']]);
    expect(world.reported('written anew').map(({ process }) => process)).toEqual(['p2']);
    expect(world.reported('inputs lost')).toEqual([]);
    stage.judge();
  });

  test('empty after a long time away, and who has the room is a little late: who had it before acknowledges nothing', () => {
    const stage = new Stage();
    const { world, owner, clients } = stage;
    world.watch = (process, effect) => process !== owner || effect.to !== 'store';
    world.until(() => stage.place === 'p2', 2000, 'the other has it');
    world.run(100);
    world.empty(2500);
    world.run(2500);
    world.watch = (process, effect) => process === owner || effect.to !== 'store';
    stage.play(250);
    world.watch = () => true;
    stage.play(4000);
    expect([stage.place, world.reported('fenced').map(({ process }) => process)]).toEqual(['p2', ['p1']]);
    expect([world.reported('inputs lost'), clients.flatMap(({ broken }) => broken)]).toEqual([[], []]);
    stage.judge();
  });

  test('empty after a long time away: who was silent writes once in a beat until it is sure', () => {
    const stage = new Stage();
    const { world } = stage;
    world.empty(2500);
    world.run(2500);
    let puts = 0;
    world.watch = (_, effect) => {
      if (effect.to === 'store' && effect.call.kind === 'put') puts++;
      return true;
    };
    stage.play(4000);
    expect([stage.place, world.reported('written anew').length]).toEqual(['p1', 1]);
    // In the last lease of its wait it is on trial.
    expect([puts > 2, puts < 8]).toEqual([true, true]);
    stage.judge();
  });

  test('empty as who was given a room wakes, with an old answer about it: it gives nothing away before the owner has written', () => {
    const stage = new Stage({ processes: 3 });
    const { world, owner, other } = stage;
    let reads = 0;
    // It has asked whether it could take it, and asks for what it was given.
    const isSecond = (effect: Effect, process: Process): boolean =>
      process === other && effect.to === 'store' && effect.call.kind === 'read' && ++reads === 2;
    stage.at(isSecond, () => (world.later(0, () => world.freeze(other, 2500)), true)).move();
    stage.play(2480);
    expect([stage.place, world.reported('not moved').length]).toEqual(['p1', 1]);
    world.empty(0);
    // The owner is a little late.
    world.watch = (process, effect) => process !== owner || effect.to !== 'store';
    for (let i = 0; i < 10; i++) stage.move(other, stage.processes[2]).play(30);
    world.watch = () => true;
    stage.play(4000);
    expect([stage.place, stage.told]).toEqual(['p1', ['joined']]);
    expect(world.reported('inputs lost')).toEqual([]);
    stage.judge();
  });

  test('empty after a long time away: the room goes on for its clients, though it is not written at once', () => {
    const stage = new Stage();
    const { world, clients } = stage;
    const outputs = (): number => clients[0]!.outputs.size;
    world.empty(1500);
    stage.play(1650);
    const before = outputs();
    stage.play(400);
    expect([outputs() - before > 2, world.reported('written anew').length]).toEqual([true, 0]);
    stage.play(2000);
    expect([stage.place, stage.told, world.reported('written anew').length]).toEqual(['p1', ['joined'], 1]);
    stage.judge();
  });

  test('empty for a long time, as a process has just claimed the room: it writes it at once', () => {
    const stage = new Stage();
    const { world } = stage;
    let backMs = Infinity;
    stage.at(takes, () => {
      world.empty(900);
      backMs = world.nowMs + 900;
      return true;
    });
    world.kill(stage.owner);
    stage.play(4000);
    expect([stage.place, world.reported('here').length, stage.told]).toEqual(['p2', 2, ['joined']]);
    // A call is made again each 250 ms.
    expect(world.reported('written anew').at(-1)!.atMs - backMs).toBeLessThan(300);
    stage.judge();
  });

  test('empty, as a room was just taken back: it is written at once', () => {
    const stage = new Stage();
    const { world } = stage;
    stage.at(says('load'), () => false);
    stage.move();
    world.until(() => stage.last('not moved') !== undefined, 1000, 'it is taken back');
    world.empty(100);
    world.run(450);
    expect([stage.last('written anew')?.kind, world.store.rows.get(ROOM)?.epoch]).toEqual(['written anew', 3]);
    stage.play(1000);
    stage.judge();
  });

  test('empty, and who was given a room has it in a higher epoch by now: who gave it hears so, and does not play on as well', () => {
    const stage = new Stage({ processes: 3 });
    const { world, owner, other } = stage;
    let isDeaf = true;
    let isLate = false;
    world.watch = (process, effect) => {
      if (isDeaf && says('loaded')(effect)) return false;
      if (isDeaf && process === owner && effect.to === 'store' && effect.call.kind === 'claim') return false;
      return !(isLate && process === other && effect.to === 'store' && 'owner' in effect.call);
    };
    stage.move();
    world.until(() => world.reported('here').length === 2, 500, 'the other has it');
    isLate = true;
    stage.move(other, stage.processes[2]);
    world.until(() => stage.last('not moved') !== undefined, 700, 'its storage does not answer, and it goes on above');
    world.empty(0);
    isDeaf = false;
    stage.play(400);
    isLate = false;
    stage.play(2500);
    expect([stage.place, world.store.rows.get(ROOM)?.epoch, stage.told]).toEqual(['p2', 4, ['joined']]);
    stage.judge();
    expect(world.reported('inputs lost')).toEqual([]);
    expect(world.reported('written anew').map(({ process }) => process)).toEqual(['p2']);
  });

  test('empty, and back for who alone did not reach it as it gave the room away: whoever has the room writes it first', () => {
    const stage = new Stage();
    const { world, owner } = stage;
    stage.at(handsOver, () => ((owner.cutOffUntilMs = world.nowMs + 3000), false)).move();
    world.until(() => stage.place === 'p2', 2000, 'the other has it');
    world.empty(0);
    // The other is a little late.
    world.watch = (process, effect) => process === owner || effect.to !== 'store';
    owner.cutOffUntilMs = 0;
    stage.play(400);
    world.watch = () => true;
    stage.play(2500);
    expect([stage.place, world.reported('fenced').map(({ process }) => process)]).toEqual(['p2', ['p1']]);
    expect(world.reported('inputs lost')).toEqual([]);
    stage.judge();
  });

  test('back with an older row in the middle of a move: a lower epoch is no other owner', () => {
    const stage = new Stage();
    const { world } = stage;
    const old = world.store.rows.get(ROOM)!;
    stage.play(500);
    stage.at(says('load'), () => (world.store.rows.set(ROOM, old), true));
    stage.move().play(4000);
    expect([stage.place, world.store.rows.get(ROOM)?.epoch, stage.told]).toEqual(['p1', 3, ['joined']]);
    stage.judge();
  });

  test('an answer from before the sleep does not make a zombie sure', () => {
    const stage = new Stage();
    const { world, owner } = stage;
    const isWrite = (effect: Effect): boolean => effect.to === 'store' && effect.call.kind === 'commit';
    stage.at(
      (effect, process) => process === owner && isWrite(effect),
      () => (world.freeze(owner, 2500), true),
    );
    world.run(2400);
    expect(stage.place).toBe('p2');
    const said: number[] = [];
    world.watch = (process, effect) => {
      if (process === owner && effect.to === 'client' && effect.message.kind === 'outputs')
        said.push(effect.message.pulse);
      return true;
    };
    // It looks what is due before it reads what has come.
    const backlog = owner.backlog!;
    owner.backlog = null;
    for (const event of [{ kind: 'tick' } as const, ...backlog]) world.feed(owner, event);
    stage.play(1000);
    expect([stage.place, stage.told, said]).toEqual(['p2', ['joined'], []]);
    stage.judge();
  });

  test('slow: outputs come later, nothing is lost', () => {
    const stage = new Stage();
    stage.world.weather.delayMs = 100;
    stage.play(2000).move().play(3000);
    expect([stage.place, stage.told]).toEqual(['p2', ['joined']]);
    stage.judge();
  });

  test('rooms that were made at once write their snapshots one after the other', () => {
    const stage = new Stage({ processes: 1, clients: 0 });
    const { world } = stage;
    const atMs: number[] = [];
    world.watch = (_, effect) => {
      if (effect.to === 'store' && effect.call.kind === 'commit' && effect.call.snapshot !== null)
        atMs.push(world.nowMs);
      return true;
    };
    for (let i = 0; i < 20; i++) world.feed(stage.owner, { kind: 'create', room: `room ${i}` });
    world.run(2500);
    const most = Math.max(...atMs.map((ms) => atMs.filter((other) => Math.abs(other - ms) < 50).length));
    expect([atMs.length >= 20, most <= 6]).toEqual([true, true]);
  });

  test('a pulse in which nothing comes in has no record of its own', () => {
    const stage = new Stage({ clients: 1 });
    stage.world.run(500);
    let writes = 0;
    stage.world.watch = (_, effect) => {
      if (effect.to === 'store' && effect.call.kind === 'commit') writes++;
      return true;
    };
    stage.world.run(1500);
    expect(writes).toBeLessThanOrEqual(12);
  });
});

describe('a replica that lags takes the place of the storage', () => {
  test('whoever has a room writes it anew at once, and nothing is lost', () => {
    for (const [lagMs, awayMs] of [
      [300, 0],
      [700, 400],
      [700, 1500],
    ] as const) {
      const stage = new Stage({ processes: 3 });
      const { world } = stage;
      stage.play(1000);
      world.goBack(lagMs, awayMs);
      stage.play(4000);
      expect([stage.place, stage.told, world.store.rows.get(ROOM)?.epoch]).toEqual(['p1', ['joined'], 1]);
      stage.judge();
    }
  });

  test('who was cut off, while another took its room, acknowledges nothing in the old row', () => {
    const stage = new Stage();
    const { world, owner, clients } = stage;
    world.watch = (process, effect) => process !== owner || effect.to !== 'store';
    world.until(() => stage.place === 'p2', 2000, 'the other has it');
    world.run(100);
    world.goBack(900, 100);
    world.run(50);
    expect(stage.place).toBe('p1');
    world.watch = (process, effect) => process === owner || effect.to !== 'store';
    stage.play(300);
    world.watch = () => true;
    stage.play(3000);
    expect([stage.place, world.reported('fenced').map(({ process }) => process)]).toEqual(['p2', ['p1']]);
    expect([world.reported('inputs lost'), clients.flatMap(({ broken }) => broken)]).toEqual([[], []]);
    stage.judge();
  });

  test('who has just slept holds its place in the old row, until it is sure that no other has the room', () => {
    for (const seed of [1, 2, 3, 4]) {
      const stage = new Stage({ processes: 3, seed });
      const { world } = stage;
      stage.play(1000);
      world.freeze(stage.owner, 500);
      world.goBack(900, 700);
      stage.play(5000);
      expect([stage.place, stage.told]).toEqual(['p1', ['joined']]);
      stage.judge();
    }
  });

  test('who wakes as it begins takes no room of who is well', () => {
    for (let ms = 2360; ms < 2500; ms += 20) {
      const stage = new Stage();
      const { world, other } = stage;
      world.freeze(other, ms);
      world.run(1600);
      world.goBack(300, 750);
      stage.play(5000);
      expect([stage.place, stage.told]).toEqual(['p1', ['joined']]);
      stage.judge();
    }
  });

  test('who has not asked it for a while takes no room of who is well', () => {
    for (let ms = 3200; ms < 3500; ms += 20) {
      const world = new World({ game: () => cutscene(), storages: 2, room: { endsWhenEmpty: false } });
      const [first, , third] = [world.start(), world.start(), world.start()];
      // Only the second takes rooms. It takes one that two have died with, and for a while no other; this one lies in another storage.
      world.watch = (process, effect) => process !== first || effect.to !== 'store' || effect.call.kind !== 'claim';
      for (const [process, room] of [
        [first, ROOM],
        [third, 'den'],
      ] as const)
        world.feed(process, { kind: 'create', room });
      world.run(500);
      const { rows } = world.storages.of('den').store;
      rows.set('den', { ...rows.get('den')!, deaths: [-1] });
      world.kill(third);
      world.until(() => world.ownerOf('den')?.id === 'p2', 2000, 'the second has it');
      world.run(ms);
      world.storages.of(ROOM).goBack(world.nowMs, 900, 700);
      world.run(3000);
      expect([ms, world.ownerOf(ROOM)?.id, world.reported('fenced')]).toEqual([ms, 'p1', []]);
    }
  });

  test('it does not know that a room was handed over: who has the room writes it anew', () => {
    for (const [lagMs, awayMs] of [
      [350, 0],
      [500, 1500],
    ] as const) {
      const stage = new Stage({ processes: 3 });
      const { world } = stage;
      stage.move();
      world.until(() => stage.last('moved') !== undefined, 500, 'it moved');
      stage.play(300);
      world.goBack(lagMs, awayMs);
      expect(stage.place).toBe('p1');
      stage.play(4000);
      expect([stage.place, stage.told]).toEqual(['p2', ['joined']]);
      stage.judge();
    }
  });

  test('it does not know a room yet that was just made: this is not over', () => {
    for (const awayMs of [0, 5000]) {
      const stage = new Stage();
      const { world } = stage;
      world.feed(stage.owner, { kind: 'create', room: 'barn' });
      world.run(60);
      world.goBack(100, awayMs);
      expect(world.store.rows.has('barn')).toBe(false);
      world.run(awayMs + 2200);
      expect([world.store.rows.get('barn')?.owner, world.reported('fenced')]).toEqual(['p1', []]);
    }
  });

  test('a claim of who has given a room away long ago takes nothing', () => {
    const stage = new Stage({ processes: 3 });
    const { world, owner, other } = stage;
    let isCutOff = true;
    world.watch = (process, effect) => {
      if (isCutOff && process === other && says('loaded')(effect)) return false;
      return !(isCutOff && process === owner && effect.to === 'store' && effect.call.kind === 'claim');
    };
    stage.move();
    world.run(800);
    // The other has it, and gives it back.
    stage.move(other, owner);
    world.until(() => stage.place === 'p1', 1000, 'it is back');
    world.run(100);
    isCutOff = false;
    // The row of the first move: that claim would be good.
    world.goBack(400, 1200);
    world.watch = (_, effect) => effect.to !== 'store' || !('owner' in effect.call);
    world.run(1500);
    world.watch = () => true;
    stage.play(4000);
    expect([stage.place, stage.told, world.store.rows.get(ROOM)?.epoch]).toEqual(['p1', ['joined'], 3]);
    stage.judge();
  });

  test('without a room that is taken back, and back with it: what this process has claimed is its own', () => {
    const stage = new Stage();
    const { world, owner } = stage;
    let claim: StoreCall | null = null;
    let rows: [string, Row][] = [];
    world.watch = (process, effect) => {
      if (process !== owner) return true;
      if (effect.to === 'process' && effect.message.kind === 'load') return false;
      if (effect.to !== 'store') return true;
      if (effect.call.kind === 'claim' && claim === null) {
        claim = effect.call;
        rows = [...world.store.rows];
        world.store.rows.clear();
      } else if (effect.call.kind === 'put' && claim !== null && rows.length > 0) {
        // The claim comes twice, and the second time the row is there again.
        for (const [room, row] of rows.splice(0)) world.store.rows.set(room, row);
        expect(world.store.answer(claim, world.nowMs).kind).toBe('row');
      }
      return true;
    };
    stage.move();
    world.run(800);
    world.watch = () => true;
    stage.play(3000);
    expect([rows.length, stage.place, stage.told, world.reported('moved')]).toEqual([0, 'p1', ['joined'], []]);
    expect(world.reported('not moved')).toHaveLength(1);
    stage.judge();
  });

  test('who has the room dies with it: clients are told what is taken back, what inputs are lost is told, and nobody is mute', () => {
    const stage = new Stage({ processes: 3 });
    const { world } = stage;
    stage.play(500).move();
    world.until(() => stage.last('moved') !== undefined, 500, 'it moved');
    stage.play(400);
    world.run(100);
    world.goBack(560, 800);
    world.kill(stage.other);
    expect(stage.place).toBe('p1');
    world.kill(stage.owner);
    stage.play(4000);
    expect([stage.place, stage.told]).toEqual(['p3', ['joined', 'rewound']]);
    expect(world.reported('inputs lost').length).toBeGreaterThan(0);
    stage.judge();
  });
});

describe('a deploy', () => {
  test('all processes stop before new ones start: rooms wait, and the next process takes them, one after the other', () => {
    const stage = new Stage({ processes: 1 });
    const { world } = stage;
    for (let i = 0; i < 5; i++) world.feed(stage.owner, { kind: 'create', room: `room ${i}` });
    world.run(500);
    world.stop(stage.owner);
    const ms = world.until(() => stage.last('stopped') !== undefined, 10_000, 'it stopped');
    expect(ms).toBeLessThan(5000);
    expect([...world.store.rows.values()].map(({ status }) => status)).toEqual(Array(6).fill('waiting'));
    world.kill(stage.owner);
    world.run(3000);
    const late = world.start();
    stage.play(3000);
    expect([...world.store.rows.values()].map(({ owner, deaths }) => `${owner} ${deaths.length}`)).toEqual(
      Array(6).fill(`${late.id} 0`),
    );
    expect(stage.told).toEqual(['joined']);
    stage.judge();
  });

  test('time does not pass while nobody has the room', () => {
    const stage = new Stage({ processes: 1, clients: 1 });
    const { world } = stage;
    world.stop(stage.owner);
    world.until(() => stage.last('stopped') !== undefined, 10_000, 'it stopped');
    const before = Math.max(...world.history.get(ROOM)!.keys());
    world.run(20_000);
    world.start();
    world.until(
      () => stage.last('here')?.kind === 'here' && world.store.rows.get(ROOM)?.status === 'held',
      3000,
      'it is here',
    );
    world.run(200);
    expect(Math.max(...world.history.get(ROOM)!.keys()) - before).toBeLessThan(10);
  });

  test('rooms go one after the other, while the rest goes on', () => {
    const stage = new Stage({ processes: 3 });
    const { world } = stage;
    for (let i = 0; i < 20; i++) world.feed(stage.owner, { kind: 'create', room: `room ${i}` });
    world.run(300);
    let most = 0;
    const moving = new Set<string>();
    world.watch = (_, effect) => {
      if (effect.to === 'process' && effect.message.kind === 'load') moving.add(effect.message.room);
      if (effect.to === 'host' && effect.report.kind === 'moved') moving.delete(effect.report.room);
      most = Math.max(most, moving.size);
      return true;
    };
    world.stop(stage.owner);
    world.until(() => stage.last('stopped') !== undefined, 10_000, 'it stopped');
    expect([most, world.reported('moved').length]).toEqual([1, 21]);
    expect(new Set([...world.store.rows.values()].map(({ owner }) => owner))).toEqual(new Set(['p2', 'p3']));
    world.kill(stage.owner);
    stage.play(1000);
    stage.judge();
  });

  test('a room that does not fit the new text keeps no other one back; it waits for who has the old one', () => {
    let [isEdited, made] = [true, 0];
    const game = (room: string): Game => {
      const one = cutscene();
      if (room !== ROOM || made++ === 0) return one;
      const load = (text: string): void => {
        if (isEdited) throw new Error('`intro` waits nowhere now');
        one.load(text);
      };
      return { ...one, load };
    };
    const stage = new Stage({ game });
    const { world } = stage;
    for (let i = 0; i < 5; i++) world.feed(stage.owner, { kind: 'create', room: `room ${i}` });
    world.run(500);
    world.stop(stage.owner);
    world.run(2000);
    expect([stage.place, world.reported('moved').length]).toEqual(['p1', 5]);
    expect(stage.last('not moved')).toMatchObject({ room: ROOM, reason: '`intro` waits nowhere now' });
    world.until(() => stage.last('stopped') !== undefined, 3000, 'it stopped');
    world.run(500);
    expect(stage.last('unloaded')).toMatchObject({ process: 'p2', room: ROOM, why: '`intro` waits nowhere now' });
    isEdited = false;
    world.start();
    stage.play(2000);
    expect([stage.place, stage.told]).toEqual(['p3', ['joined']]);
    stage.judge();
  });

  test('a room that cannot be saved goes by its log after a while', () => {
    let isOpen = true;
    const game = () => {
      const one = cutscene();
      const save = (): string => {
        if (isOpen) return one.save();
        throw new Error('refused');
      };
      return { ...one, save };
    };
    const stage = new Stage({ game, room: { savableMs: 1000 } });
    const { world, owner, clients } = stage;
    let sent = 0;
    world.watch = (process, effect) => {
      if (process === owner && effect.to === 'client' && effect.message.kind === 'outputs')
        sent += effect.message.outputs.length;
      return true;
    };
    const heard = (): number => clients.reduce((sum, { outputs }) => sum + outputs.size, 0);
    const before = heard();
    isOpen = false;
    world.stop(owner);
    world.run(900);
    // It is tried again in each step, and nobody gets anything twice.
    expect(heard() - before).toBe(sent);
    stage.play(2100);
    expect([stage.place, stage.last('stopped')?.kind, stage.told]).toEqual(['p2', 'stopped', ['joined']]);
    stage.judge();
  });
});

test('a process that stops while it takes a room hands that on, too', () => {
  const stage = new Stage({ processes: 3 });
  const { world } = stage;
  let claimer = '';
  stage.at(
    (effect) => effect.to === 'store' && effect.call.kind === 'claim',
    (process) => {
      claimer = process.id;
      world.weather.delayMs = 60;
      world.later(0, () => world.stop(process));
      world.later(300, () => void (world.weather.delayMs = 2));
      return true;
    },
  );
  world.kill(stage.owner);
  stage.play(3000);
  expect(stage.last('stopped')).toMatchObject({ process: claimer, waiting: [] });
  expect([stage.place === claimer, world.store.rows.get(ROOM)?.deaths.length]).toEqual([false, 1]);
  stage.judge();
});

describe('poison', () => {
  test('a room that three processes die of is set aside, and its clients are told', () => {
    const stage = new Stage({ processes: 4 });
    const { world } = stage;
    for (let death = 0; death < 3; death++) {
      world.kill(world.ownerOf(ROOM)!);
      stage.play(2500);
    }
    expect(world.store.rows.get(ROOM)).toMatchObject({ status: 'aside' });
    expect(stage.last('aside')).toMatchObject({ room: ROOM });
    expect(stage.clients.map(({ code }) => code)).toEqual([4013, 4013, 4013]);
    stage.play(2000);
    expect(world.store.rows.get(ROOM)).toMatchObject({ status: 'aside' });
  });

  test('rooms that two processes have died with are taken one after the other: who is not the poison goes on', () => {
    const world = new World({ game: () => cutscene(), room: { endsWhenEmpty: false } });
    const rooms = [ROOM, 'mill', 'barn'];
    for (const room of rooms) world.feed(world.alive[0] ?? world.start(), { kind: 'create', room });
    world.start();
    world.run(500);
    world.watch = (process, { to, ...effect }) => {
      if (to === 'host' && 'report' in effect && effect.report.kind === 'here' && effect.report.room === ROOM)
        world.later(200, () => world.kill(process));
      return true;
    };
    world.kill(world.ownerOf(ROOM)!);
    const statuses = (): unknown[] => rooms.map((room) => world.store.rows.get(room)?.status);
    for (let started = 0; started < 12; started++) {
      world.run(1500);
      if (world.alive.length < 2) world.start();
    }
    expect([statuses(), world.reported('aside').length]).toEqual([['aside', 'held', 'held'], 1]);
    expect(world.processes.size - world.alive.length).toBe(3);
  });

  test('that a room is set aside is told, though the answer of the storage is lost', () => {
    const stage = new Stage({ processes: 4 });
    const { world } = stage;
    for (let death = 0; death < 3; death++) {
      if (death === 2) stage.loseAnswer(({ kind }) => kind === 'claim');
      world.kill(world.ownerOf(ROOM)!);
      stage.play(2500);
    }
    expect([world.store.rows.get(ROOM)?.status, stage.last('aside')]).toMatchObject(['aside', { room: ROOM }]);
  });

  test('a room that is set aside as it is taken back: its clients are told', () => {
    const stage = new Stage();
    const { world, owner, other } = stage;
    // Who has given it away is cut off from the storage while the other has it and dies; it was the third death.
    const row = world.store.rows.get(ROOM)!;
    world.store.rows.set(ROOM, { ...row, deaths: [-1, -2] });
    const comesBack = cutOffFromClaims(stage);
    stage.move();
    world.run(400);
    world.kill(other);
    world.run(700);
    comesBack();
    world.run(2500);
    expect([world.store.rows.get(ROOM)?.status, stage.last('aside')]).toMatchObject(['aside', { process: owner.id }]);
    expect(stage.clients.map(({ code }) => code)).toEqual([4013, 4013, 4013]);
  });

  test('processes that were slow and are alive have not died of it: the room goes on', () => {
    const stage = new Stage({ processes: 4 });
    const { world } = stage;
    for (let i = 0; i < 6; i++) {
      world.freeze(world.ownerOf(ROOM)!, 1500);
      stage.play(2500);
    }
    expect(world.reported('here').filter((report) => 'how' in report && report.how === 'claimed').length).toBe(6);
    expect([world.store.rows.get(ROOM)?.status, stage.told]).toEqual(['held', ['joined']]);
    stage.judge();
  });

  test('deaths that lie further apart are none', () => {
    const stage = new Stage({ processes: 5 });
    for (let death = 0; death < 4; death++) {
      stage.world.kill(stage.world.ownerOf(ROOM)!);
      stage.play(31_000);
    }
    expect(stage.world.store.rows.get(ROOM)?.status).toBe('held');
    stage.judge();
  });

  test('a process whose code does not load a room leaves it to the others', () => {
    let made = 0;
    const game = () => {
      const one = cutscene();
      return ++made === 2
        ? {
            ...one,
            load: () => {
              throw new Error('old code');
            },
          }
        : one;
    };
    const stage = new Stage({ processes: 2, game });
    stage.world.kill(stage.owner);
    stage.play(1500);
    expect(stage.last('unloaded')).toMatchObject({ process: 'p2', why: 'old code' });
    stage.world.start();
    stage.play(3000);
    expect([stage.place, stage.told]).toEqual(['p3', ['joined']]);
    stage.judge();
  });
});

describe('a replay', () => {
  test('has joins, drops, returns and leaves as records', () => {
    const stage = new Stage({ room: { checkpointMs: 60_000 } });
    const { world } = stage;
    const passer = world.join(ROOM);
    world.run(300);
    const [away] = stage.clients;
    world.feed(stage.owner, { kind: 'closed', room: ROOM, link: away!.at.link });
    world.run(400);
    world.leave(passer);
    stage.play(1000);
    const kinds = world.store.rows
      .get(ROOM)!
      .log.flatMap(({ entries }) => entries.map((entry) => (entry as { kind: string }).kind));
    expect([...new Set(kinds)].sort()).toEqual(['back', 'drop', 'input', 'join', 'leave']);
    world.kill(stage.owner);
    stage.play(3000);
    expect(stage.told).toEqual(['joined']);
    stage.judge();
  });

  test('that goes otherwise takes the checkpoint: clients are told, and what was acknowledged comes again', () => {
    const lucks = [1, 2, 3, 4];
    let made = 0;
    const game = () => cutscene(lucks[made++]);
    const stage = new Stage({ game, room: { checkpointMs: 1500 } });
    const { world } = stage;
    stage.play(1500);
    for (const client of stage.clients) world.input(client, 'roll');
    world.run(300);
    const before = stage.clients[0]!.inputs;
    world.kill(stage.owner);
    stage.play(3000);
    expect(stage.last('untrue')?.kind).toBe('untrue');
    expect(stage.told).toEqual(['joined', 'rewound']);
    expect(stage.clients[0]!.inputs).toBe(before + 1);
    const applied = [...world.history.get(ROOM)!.values()]
      .flatMap(({ entries }) => entries)
      .filter((entry) => 'n' in entry);
    expect(applied.length).toBe(stage.clients.reduce((sum, { inputs }) => sum + inputs, 0));
  });

  test('skips records that a snapshot has already', () => {
    const stage = new Stage();
    const { world } = stage;
    const old = world.store.rows.get(ROOM)!.log;
    expect(old.length).toBeGreaterThan(0);
    world.until(() => world.store.rows.get(ROOM)!.log.length < old.length, 3000, 'a checkpoint');
    // The snapshot is there, and somebody died before the log went.
    const row = world.store.rows.get(ROOM)!;
    world.store.rows.set(ROOM, { ...row, log: [...old, ...row.log] });
    world.kill(stage.owner);
    stage.play(3000);
    expect(stage.told).toEqual(['joined']);
    stage.judge();
  });
});

test('a room that nobody claims for a day leaves nothing', () => {
  const stage = new Stage({ processes: 1 });
  const { world } = stage;
  world.stop(stage.owner);
  world.until(() => stage.last('stopped') !== undefined, 10_000, 'it stopped');
  world.kill(stage.owner);
  expect(world.store.answer({ kind: 'due', limit: 9 }, world.nowMs + 3_600_000)).toMatchObject({
    rooms: [{ room: ROOM }],
  });
  world.store.answer({ kind: 'due', limit: 9 }, world.nowMs + 25 * 3_600_000);
  expect(world.store.rows.size).toBe(0);
});

describe('a room that is over elsewhere', () => {
  /** The owner is cut off from the storage alone; the other has the room, and all leave. */
  const endElsewhere = (): Stage => {
    const stage = new Stage({ clients: 1 });
    const { world, owner, other } = stage;
    // Its epoch is not the first.
    stage.move();
    world.until(() => world.reported('moved').length === 1, 500, 'it moved');
    stage.move(other, owner);
    world.until(() => world.reported('moved').length === 2, 500, 'it moved back');
    world.watch = (process, effect) => process !== owner || effect.to !== 'store';
    world.until(() => stage.place === 'p2', 3000, 'the other has it');
    world.leave(stage.clients[0]!);
    world.until(() => stage.last('ended') !== undefined, 5000, 'it is over');
    return stage;
  };

  test('is not written anew by who had it', () => {
    const { world } = endElsewhere();
    world.watch = () => true;
    world.run(5000);
    expect([world.store.rows.size, world.reported('fenced').length]).toEqual([0, 1]);
  });

  test('does not come over a new one of its name', () => {
    const stage = endElsewhere();
    const { world } = stage;
    world.feed(stage.other, { kind: 'create', room: ROOM });
    world.run(300);
    world.watch = () => true;
    world.run(3000);
    expect([stage.place, world.reported('fenced').map(({ process }) => process)]).toEqual(['p2', ['p1']]);
    const guest = world.join(ROOM);
    world.run(1000);
    expect(guest.link.phase).toBe('in');
  });
});

test('a client that is away for too long loses its seat, and is told', () => {
  const stage = new Stage({ room: { seatSeconds: 5 } });
  const { world } = stage;
  const [away] = stage.clients;
  const isOfAway = (link: string): boolean => link.startsWith(`${away!.id}/`);
  world.watch = (_, effect) => !(effect.to === 'client' && isOfAway(effect.link));
  world.watchClient = (link) => !isOfAway(link);
  world.run(10_000);
  world.watchClient = world.watch = () => true;
  world.run(2000);
  expect(away!.code).toBe(4012);
});

test('a write of a whole room that is older than its lease does not come into a storage that is empty again', () => {
  for (let seed = 1; seed <= 5; seed++) {
    const stage = new Stage({ seed });
    const { world, owner, other } = stage;
    const untilMs = world.nowMs + 5000;
    const isPut = (call: StoreCall): boolean => call.kind === 'put' && call.epoch > 0;
    world.watch = (process, effect) => {
      if (process === owner && effect.to === 'store' && isPut(effect.call) && owner.cutOffUntilMs === 0)
        world.later(5, () => (owner.cutOffUntilMs = untilMs));
      return true;
    };
    stage.loseAnswer(isPut);
    world.empty(100);
    world.until(() => stage.place === other.id, 5000, 'another one has claimed it');
    world.join(ROOM);
    world.run(untilMs - 100 - world.nowMs);
    for (const client of world.clients) world.input(client, 'clap');
    world.run(100 - 20 * world.random());
    world.empty(0);
    stage.play(4000);
    stage.judge();
    expect(world.reported('inputs lost')).toEqual([]);
  }
});

test('a write of the whole room is done, its answer is lost, and it is given up: what it had comes once', () => {
  const stage = new Stage({ room: { checkpointMs: 10_000 } });
  const { world } = stage;
  let isDone = false;
  world.watchAnswer = (_, { kind }) => {
    if (kind !== 'put' || isDone) return true;
    isDone = true;
    world.storeAwayUntilMs = world.nowMs + 800;
    return false;
  };
  world.empty(0);
  for (const client of world.clients) world.input(client, 'clap');
  world.until(() => isDone, 5000, 'the room is written anew');
  stage.play(2000);
  const pulses = world.store.rows.get(ROOM)!.log.map(({ pulse }) => pulse);
  expect(new Set(pulses).size).toBeLessThan(pulses.length);
  world.kill(stage.owner);
  world.run(3000);
  expect(world.reported('untrue')).toEqual([]);
  stage.judge();
});
