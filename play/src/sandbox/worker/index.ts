/** The worker in the sandboxed frame: it runs one scene, until it is ended from outside. */
import type { WorkerOrder } from '../../protocol.js';
import { ownPort } from './own-port.js';
import { play, type Playing } from './play.js';

/** The frame needs to know of the first picture. A scene may put something else in the place of `postMessage`. */
const tellFrame = postMessage.bind(globalThis) as (text: string) => void;

let playing: Playing | null = null;

addEventListener('message', ({ data, ports }: MessageEvent<WorkerOrder>) => {
  if (data.kind === 'pointer') playing?.stage.pointer(data.x, data.y, data.down);
  else if (data.kind === 'key') playing?.stage.key(data.code, data.down);
  else if (data.kind === 'change') playing?.stage.change(data.look);
  else playing = play(data, { port: ownPort(ports[0]!), wire: ownPort(ports[1]!), onDrawn: () => tellFrame('drawn') });
});
