// @compile the whole file
/** A room that ends its process when somebody asks for it: at once, or after a while, by when the snapshot has it. */
export class Actor {
  constructor(room, id) {
    this.room = room;
    this.id = id;
  }
}

export function drum(room) {
  for (let beat = 1; ; beat++) {
    wait(50);
    room.send(null, `beat ${beat}`);
  }
}

export function intro() {
  const { key } = race({ bomb: waitSignal('bomb'), fuse: waitSignal('fuse') });
  if (key === 'fuse') wait(1500);
  process.kill(process.pid, 'SIGKILL');
}
