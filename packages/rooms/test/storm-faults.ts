/** What goes wrong in a storm. */
import type { Storage } from './storages.js';
import type { Process, World } from './world.js';

interface FaultOf {
  readonly world: World;
  readonly process: Process;
  readonly others: readonly Process[];
  readonly random: () => number;
  readonly pick: <T>(from: readonly T[]) => T;
}

export interface Fault {
  readonly name: string;
  readonly isDeadly: boolean;
  /** Of a storage. */
  readonly losesRows?: boolean;
  /** No room can be saved for up to three seconds. */
  readonly isUnsavable?: boolean;
  /** Returns whether the message still goes. */
  readonly does: (given: FaultOf) => boolean;
}

function badNetwork(world: World): void {
  Object.assign(world.weather, { lost: 0.2, doubled: 0.2 });
  world.later(1500, () => Object.assign(world.weather, { lost: 0, doubled: 0 }));
}

function badSockets(world: World): void {
  Object.assign(world.weather, { clientLost: 0.1, clientDoubled: 0.1, clientDelayMs: 40 });
  world.later(1500, () => Object.assign(world.weather, { clientLost: 0, clientDoubled: 0, clientDelayMs: 5 }));
}

function cutOff({ world, random }: FaultOf, process: Process, from: Storage | null): void {
  process.cutOffUntilMs = world.nowMs + 100 + random() * 3000;
  process.cutOffFrom = from;
}

// Everybody notices that it was away.
const goBack = ({ world, random, pick }: FaultOf): boolean => {
  pick(world.storages.all).goBack(world.nowMs, random() * 1000, 600 + random() * 1000);
  return true;
};

const empty = ({ world, random, pick }: FaultOf): boolean => {
  pick(world.storages.all).empty(world.nowMs, random() * 400);
  return true;
};

// Longer than any lease: whoever had a room before has not heard of who has it now.
const emptyForLong = ({ world, random, pick }: FaultOf): boolean => {
  pick(world.storages.all).empty(world.nowMs, 1000 + random() * 4000);
  return true;
};

const shortly = ({ random }: FaultOf): number => 100 + random() * 3000;

export const FAULTS: readonly Fault[] = [
  { name: 'dies before', isDeadly: true, does: ({ world, process }) => (world.kill(process), false) },
  {
    name: 'dies after',
    isDeadly: true,
    does: ({ world, process }) => (world.later(0, () => world.kill(process)), true),
  },
  { name: 'another dies', isDeadly: true, does: ({ world, others, pick }) => (world.kill(pick(others)), true) },
  {
    name: 'freezes',
    isDeadly: true,
    does: (given) => (given.world.later(0, () => given.world.freeze(given.process, shortly(given))), true),
  },
  {
    name: 'another freezes',
    isDeadly: true,
    does: (given) => (given.world.freeze(given.pick(given.others), shortly(given)), true),
  },
  { name: 'cut off', isDeadly: true, does: (given) => (cutOff(given, given.process, null), false) },
  { name: 'another cut off', isDeadly: true, does: (given) => (cutOff(given, given.pick(given.others), null), true) },
  { name: 'lost', isDeadly: false, does: () => false },
  { name: 'bad network', isDeadly: false, does: ({ world }) => (badNetwork(world), true) },
  { name: 'bad sockets', isDeadly: false, does: ({ world }) => (badSockets(world), true) },
  {
    name: 'storage slow',
    isDeadly: false,
    does({ world }) {
      world.weather.delayMs = 150;
      world.later(1500, () => void (world.weather.delayMs = 2));
      return true;
    },
  },
  {
    name: 'storage away',
    isDeadly: false,
    does({ world, random, pick }) {
      const storage = pick(world.storages.all);
      // One that went back is away for as long as that takes to be noticed.
      storage.awayUntilMs = Math.max(storage.awayUntilMs, world.nowMs + 50 + random() * 1000);
      return true;
    },
  },
  { name: 'storage older', isDeadly: false, losesRows: true, does: goBack },
  { name: 'storage empty', isDeadly: false, losesRows: true, does: empty },
  { name: 'storage empty for long', isDeadly: false, losesRows: true, does: emptyForLong },
  { name: 'unsavable', isDeadly: false, isUnsavable: true, does: () => true },
  { name: 'storage older, unsavable', isDeadly: false, losesRows: true, isUnsavable: true, does: goBack },
  { name: 'storage empty, unsavable', isDeadly: false, losesRows: true, isUnsavable: true, does: empty },
];

/** A process is told to end: its rooms go to others, one after the other. If all end and none begins for a while, they wait. */
export const STOPS: readonly Fault[] = [
  { name: 'stops', isDeadly: false, does: ({ world, process }) => (world.later(0, () => world.stop(process)), true) },
  { name: 'another stops', isDeadly: false, does: ({ world, others, pick }) => (world.stop(pick(others)), true) },
  {
    name: 'all stop',
    isDeadly: false,
    does({ world }) {
      world.later(0, () => world.alive.forEach((one) => world.stop(one)));
      return true;
    },
  },
];

/** One of several storages is not reached by one process, or by none for a long time. */
export const SHARD_FAULTS: readonly Fault[] = [
  {
    name: 'cut off from one storage',
    isDeadly: true,
    does: (given) => (cutOff(given, given.process, given.pick(given.world.storages.all)), false),
  },
  {
    name: 'another cut off from one storage',
    isDeadly: true,
    does: (given) => (cutOff(given, given.pick(given.others), given.pick(given.world.storages.all)), true),
  },
  {
    name: 'storage away for long',
    // What it has lost has to be written first.
    isDeadly: true,
    does: ({ world, random, pick }) => (
      (pick(world.storages.all).awayUntilMs = world.nowMs + 1000 + random() * 4000),
      true
    ),
  },
];
