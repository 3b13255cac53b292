/** A room and a client in TypeScript, against the types of Colyseus. */
import { defineRoom, defineServer, type Client } from '@colyseus/core';
import { Schema, StateView, type MapSchema } from '@colyseus/schema';
import { Client as Sdk } from '@colyseus/sdk';
import { moving, type Player, ScriptedRoom, spindleDriver } from '@spindle/colyseus';
import { joining, moving as movingRoom } from '@spindle/colyseus/client';

class InnState extends Schema {
  declare heroes: MapSchema<Schema>;
}

class Inn extends ScriptedRoom<{ state: InnState; metadata: { secret: string } }> {
  state = new InnState();
  messages = {
    clap: (player: Player, how: string) => {
      this.broadcast('said', `${player.sessionId} claps ${how}`, { except: player });
      this.signal('clap', how);
    },
  };
  override onCreate(options: { secret: string }) {
    this.metadata = { secret: options.secret };
  }
  override scripts() {}
  override update(stepMs: number) {
    void stepMs;
  }
  override onJoin(player: Player, options?: { name: string }) {
    player.userData = { name: options?.name };
    player.view = new StateView();
    player.send('said', 'hello');
    void this.isAway(player);
  }
  override onMoved({ mapped }: Parameters<NonNullable<ScriptedRoom['onMoved']>>[0]) {
    console.log(mapped.join());
  }
  override onLeave(player: Player, code?: number) {
    void [player.auth, code, this.players.length, this.state.heroes.size, this.whyNot(), this.scheduler.threads];
  }
}

const server = defineServer({ rooms: { inn: defineRoom(Inn) }, driver: spindleDriver() });
const host = moving(server, { checkpointMs: 1000, onReport: (report) => console.log(report.kind) });
void host.peers;

const sdk = new Sdk('ws://localhost:2567');
const room = await joining(() => sdk.joinOrCreate<InnState>('inn'), {
  onRewound: ({ toPulse }) => console.log(toPulse),
});
room.send('clap', 'loud');
room.onMessage('said', (words: string) => console.log(words, room.state.heroes.size));
movingRoom(await sdk.joinOrCreate('inn'));
void ({} as Client);
