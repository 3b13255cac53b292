// @compile
// Tap, and the hero goes there, around the walls. The newest tap wins:
// a mark says so. A dog runs after him, and a cat runs from the dog.

stage.hint = 'Tap, or arrow keys and Enter: go there';
stage.wall(4, 1, 1, 6);
stage.wall(8, 2, 1, 6);
stage.wall(12, 0, 1, 6);
const flag = new Actor(2, 7, { look: 'flag', color: 'green' });

class Hero extends Actor {
  // Called again, it ends what it does and begins anew.
  // @restart
  goTo(place) {
    flag.place(place.x, place.y);
    if (this.walkTo(place)) this.jump();
    else this.say('There is no way.');
  }
}

const hero = new Hero(1, 4, { name: 'hero', look: 'player', color: 'blue', speed: 4 });
const dog = new Actor(1, 6, { name: 'dog', look: 'creep', color: 'orange', size: 0.8, speed: 4.5 });
const cat = new Actor(14, 2, { name: 'cat', look: 'creep', color: 'grey', size: 0.7, speed: 5 });

function follow() {
  while (true) {
    waitUntil(() => this.distanceFrom(hero) > 1.5);
    this.walkTowards(hero);
    if (random() < 0.4) this.say('Woof!');
  }
}

// She looks around, and goes to the corner that is farthest from the dog.
function flee() {
  const corners = [0, 15].flatMap((x) => [0, 8].map((y) => ({ x, y })));
  while (true) {
    waitUntil(() => this.sees(dog, 4));
    corners.sort((one, other) => dog.distanceFrom(other) - dog.distanceFrom(one));
    this.walkTo(corners[0]);
  }
}

function taps() {
  hero.goTo({ x: 14, y: 4 });
  while (true) hero.goTo(waitSignal('tap'));
}

follow.call(dog);
flee.call(cat);
start(() => taps());
