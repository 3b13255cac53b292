// @compile
// A boss in two phases. A phase is one race: its patterns run side by
// side, and are cancelled together when the phase is over. Each bolt is
// a script, too.

stage.hint = 'Arrow keys: move.  Space or tap: shoot';
player.place(7, 7);

class Bolt extends Actor {
  fly(angle, target) {
    while (this.x > -0.5 && this.x < 15.5 && this.y > -0.5 && this.y < 8.5) {
      this.approach(this.x + Math.cos(angle), this.y + Math.sin(angle));
      if (this.distanceFrom(target) > 0.5 * target.size) continue;
      target.life -= 0.06;
      target.shake(); // beside whatever the target does
      break;
    }
    this.leave();
  }
}

class Boss extends Actor {
  fire(angle, speed, color) {
    new Bolt(this.x, this.y, { look: 'bolt', color, speed }).fly(angle, player);
  }
  rings() {
    for (let turn = 0; ; turn += 0.13) {
      for (let i = 0; i < 12; i++) this.fire(turn + (i * Math.PI) / 6, 3, 'orange');
      wait(1000);
    }
  }
  aim() {
    while (every(400)) this.fire(Math.atan2(player.y - this.y, player.x - this.x), 6, 'rose');
  }
  pace() {
    for (let x = 2; ; x = 15 - x) this.glide(x, 2.5);
  }
  fight() {
    this.race(this.rings(), this.pace(), below(this, 0.5));
    this.say('Now I am angry.');
    this.race(this.rings(), this.aim(), this.pace(), below(this, 0));
    return 'The boss is beaten!';
  }
}

function shots() {
  while (true) {
    waitSignal('action');
    new Bolt(player.x, player.y - 1, { look: 'bolt', color: 'blue', speed: 9 }).fly(-Math.PI / 2, boss);
  }
}

function below(actor, share) {
  waitUntil(() => actor.life <= share);
}

const boss = new Boss(7.5, 2.5, { name: 'boss', look: 'boss', size: 2, speed: 2 });
player.steer();
start(() => (stage.banner = race(boss.fight(), below(player, 0), shots()) ?? 'Try again!'));
