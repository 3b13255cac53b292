import { random as draw, Scheduler } from '@spindle/runtime';
import { Game } from './game.js';
import { Network } from './network.js';
import { Peer } from './peer.js';

const KEYS = ['left', 'right', 'jump', 'shoot', 'shoot'];
const MOST = 8;

/**
 * Two peers play so many frames over a bad network, and so does a referee who has the keys of both at once and never goes back. Throws for the first frame in which they
 * differ. `makeWorld` makes the world of each; `seed` makes keys, weather and slow frames.
 */
export function playMatch({
  frames,
  seed,
  makeWorld,
  weather = {},
  makeGame = (world, size) => new Game(world, size),
}) {
  const scheduler = new Scheduler({ seed });
  const random = () => scheduler.enter(draw);
  const network = new Network(random, weather);
  const referee = makeGame(makeWorld());
  const looks = [new Map(), new Map()];
  const peers = looks.map((seen, seat) => {
    const game = makeGame(makeWorld(), MOST + 1);
    const send = (packet) => network.send((one) => peers[1 - seat].hear(one), packet);
    return new Peer({ game, seat, send, most: MOST, onPlayed: (frame) => seen.set(frame, game.look()) });
  });
  let judged = 0;
  while (judged < frames) {
    network.step();
    for (const peer of peers) {
      const key = random() < 0.1 ? KEYS[Math.floor(random() * KEYS.length)] : null;
      // Now and then the computer of one of them is slow.
      if (random() > 0.02) peer.tick(key);
    }
    for (const last = Math.min(...peers.map(({ played }) => played)); judged < last; judged++) {
      referee.play(peers[0].keysAt(judged));
      const wanted = referee.look();
      for (const seen of looks) {
        if (seen.get(judged) !== wanted) throw new Error(`Frame ${judged}: ${seen.get(judged)}\nis not\n${wanted}`);
        seen.delete(judged);
      }
    }
  }
  const sum = (what) => peers.reduce((all, peer) => all + peer[what], 0);
  return { frames, rollbacks: sum('rollbacks'), again: sum('again'), stalls: sum('stalls'), score: referee.score };
}
