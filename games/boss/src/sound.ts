/** Some notes, made by code. It is silent until the player wants to hear it. */
type Note = readonly [hertz: number, afterMs: number];

const TUNES: Readonly<Record<'hurt' | 'phase' | 'won' | 'lost', readonly Note[]>> = {
  hurt: [
    [196, 0],
    [147, 90],
  ],
  phase: [
    [392, 0],
    [494, 110],
    [587, 220],
  ],
  won: [
    [392, 0],
    [494, 140],
    [587, 280],
    [784, 420],
  ],
  lost: [
    [330, 0],
    [262, 220],
    [196, 440],
  ],
};

export class Sound {
  #context: AudioContext | null = null;
  isOn = false;

  /** Browsers allow sound only after a click or a key: call it then. */
  toggle(): boolean {
    this.isOn = !this.isOn;
    if (this.isOn) this.#context ??= new AudioContext();
    return this.isOn;
  }

  play(tune: keyof typeof TUNES): void {
    const context = this.#context;
    if (!this.isOn || context === null) return;
    for (const [hertz, afterMs] of TUNES[tune]) playNote(context, hertz, context.currentTime + afterMs / 1000);
  }
}

function playNote(context: AudioContext, hertz: number, at: number): void {
  const tone = new OscillatorNode(context, { type: 'triangle', frequency: hertz });
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(0.14, at + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.001, at + 0.5);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + 0.55);
}
