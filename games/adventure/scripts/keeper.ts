/** He sleeps. Only the bell reaches him, and only for a while. */
import type Phaser from 'phaser';
import { GROUND } from '../src/paint/place';
import { picture } from '../src/paint/brush';
import { choose } from './choose';
import { shake } from './effects';
import { Figure } from './figure';
import type { Mira } from './mira';
import type { Stage } from './stage';
import type { Thing } from './thing';

const BED = 205;
const HEAD = -29;

// @compile
export class Keeper extends Figure implements Thing {
  isAwake = false;
  hasHeard = false;
  readonly bed: Phaser.GameObjects.Container;
  readonly head: Phaser.GameObjects.Image;

  constructor(stage: Stage) {
    super(stage, 'Keeper', BED, { color: '#9db8ff', speed: 210 });
    const { scene } = stage;
    this.visible = false;
    this.head = picture(scene, 'sleeper', -32, HEAD);
    this.bed = scene.add.container(BED - 40, GROUND - 5, [this.head, picture(scene, 'bed', 0, 0)]);
  }

  get offer(): string | null {
    if (this.isAwake) return null;
    return this.hasHeard ? 'Speak to him' : 'Wake the keeper';
  }

  /** He breathes, until he is up. */
  // @beside
  sleep(): void {
    while (!this.isAwake) this.head.y = HEAD + Math.sin(clock.now / 700) * 1.5;
  }

  /** The bell: for some seconds he can hear. If it rings again meanwhile, the time begins anew. */
  // @beside @restart
  hear(): void {
    this.hasHeard = true;
    start(() => shake(this.bed));
    wait(9000);
    this.hasHeard = false;
  }

  /** A dialogue: each line begins when the one before it is over. */
  use(mira: Mira): void {
    waitFor(mira.say('Father! Father, wake up!'));
    if (!this.hasHeard) {
      this.say('Mmmh … in the morning …');
      waitFor(mira.say('Only the bell ever wakes him.'));
      return;
    }
    const answers = ['I had a bad dream.', 'A ship! And the lamp is out!', 'Breakfast is ready.'];
    const answer = choose(this.stage.ui, this, 'Was that the bell? What is it, child?', answers);
    if (answer === 1) this.rise(mira);
    else {
      this.say(answer === 0 ? 'Poor thing. Dream a better one …' : 'Then keep it warm for me …');
      this.hasHeard = false;
    }
  }

  rise(mira: Mira): void {
    this.isAwake = true;
    this.head.visible = false;
    this.visible = true;
    this.hold(() => tween(350, (t) => (this.y = GROUND - 26 * (1 - t) - Math.sin(t * Math.PI) * 16)));
    this.say('By the deep! I open the tower.');
    if (!mira.hasOil) this.say('Bring me the oil, quick!');
    start(() => this.climb(38));
  }
}
