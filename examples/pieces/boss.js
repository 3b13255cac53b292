// A boss: three phases, attacks that a kick breaks off, helpers, rage when the fight lasts too long, and death.

// @compile
class Add extends Executor {
  hp = 20;

  /** From the call of the boss to its own death. */
  hunt(hero, adds) {
    adds.add(this);
    try {
      while (this.hp > 0) {
        this.wait(400);
        hero.hurt(1);
      }
    } finally {
      adds.delete(this);
    }
  }

  // @instant
  hurt(points) {
    this.hp -= points;
  }
}

// @compile
export class Boss extends Executor {
  hp = 100;
  phase = 'asleep';
  casting = null;
  isEnraged = false;
  adds = new Set();

  // @instant
  hurt(points) {
    this.hp = Math.max(0, this.hp - points);
  }

  // @instant
  kick() {}

  /** The whole fight. It is over when one of the two is dead, or when somebody cancels it. */
  fight(hero) {
    attach(this.rage());
    try {
      this.race(
        this.phases(hero),
        waitUntil(() => this.hp === 0 || hero.hp <= 0),
      );
    } finally {
      this.phase = this.hp === 0 ? 'dead' : 'asleep';
      for (const add of this.adds) add.cancelAll('the fight is over');
    }
  }

  phases(hero) {
    this.phase = 'slow';
    this.race(
      this.slam(hero),
      waitUntil(() => this.hp <= 60),
    );
    this.phase = 'with helpers';
    this.race(
      this.slam(hero),
      this.callAdds(hero),
      waitUntil(() => this.hp <= 25),
    );
    this.phase = 'fire';
    this.breathe(hero);
  }

  // @beside
  rage() {
    wait(20_000);
    this.isEnraged = true;
  }

  /** Lifts the hammer, and strikes, if no kick comes in between. */
  slam(hero) {
    while (true) {
      this.wait(500);
      if (this.cast('slam', 600)) hero.hurt(this.isEnraged ? 30 : 10);
    }
  }

  breathe(hero) {
    while (true) {
      if (this.cast('fire', 300)) hero.hurt(this.isEnraged ? 15 : 5);
      this.wait(100);
    }
  }

  /** Says whether the attack came to its end. */
  cast(what, ms) {
    this.casting = what;
    try {
      // oxlint-disable-next-line typescript/unbound-method -- `waitFor` waits for the next call of it
      const { key } = this.race({ ready: wait(ms), broken: waitFor(this.kick) });
      return key === 'ready';
    } finally {
      this.casting = null;
    }
  }

  callAdds(hero) {
    while (true) {
      new Add().hunt(hero, this.adds);
      this.wait(1000);
    }
  }
}
