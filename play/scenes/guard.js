// @compile
// A guard patrols, sees, hears, chases, and gives up. Get the gem, and
// go back to the flag. Behind walls you are not seen; when you whistle,
// he comes.

stage.hint = 'Arrow keys: walk.  Space or tap: whistle';
for (const x of [4, 12]) stage.wall(x, 2, 1, 5);
for (const y of [0, 6]) stage.wall(8, y, 1, 3);
const flag = new Actor(1, 4, { look: 'flag', color: 'green' });
const gem = new Actor(14, 4, { look: 'gem', color: 'ice' });
const guard = new Actor(6, 1, { look: 'guard', color: 'orange', speed: 4, sight: 3.6 });
player.place(2, 4);

// A race ends with its first branch: the patrol is cancelled in mid-step.
function watch() {
  while (true) {
    const { key } = this.race({
      seen: waitUntil(() => this.sees(player)),
      noise: waitSignal('action'),
      patrol: patrol.call(this),
    });
    if (key === 'seen') chase.call(this);
    else
      this.race(
        waitUntil(() => this.sees(player)),
        this.walkTo(player.x, player.y),
      );
    if (!this.sees(player)) this.say('Nobody here.');
  }
}

function patrol() {
  while (true) {
    this.walkTo(10, 7);
    this.walkTo(6, 1);
  }
}

function chase() {
  this.say('Halt!');
  const { key } = this.race({ caught: this.walkTowards(player), lost: wait(3000) });
  if (key === 'caught') end('Caught!');
}

function heist() {
  waitUntil(() => player.distanceFrom(gem) < 0.5);
  gem.leave();
  hud.gem = 'yours';
  waitUntil(() => player.distanceFrom(flag) < 0.5);
  end('Got away!');
}

function end(text) {
  stage.banner = text;
  for (const actor of [guard, player]) actor.cancelAll(text);
}

watch.call(guard);
player.steer();
start(() => heist());
