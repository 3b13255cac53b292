let audio: AudioContext | undefined;

// A browser lets a page make sounds after the first key or click.
for (const type of ['keydown', 'pointerdown']) addEventListener(type, () => (audio ??= new AudioContext()));

/** A tone that fades. Play your own files here. */
export function beep(frequency: number): void {
  if (audio === undefined) return;
  const end = audio.currentTime + 0.6;
  const tone = new OscillatorNode(audio, { frequency, type: 'triangle' });
  const volume = new GainNode(audio, { gain: 0.3 });
  volume.gain.exponentialRampToValueAtTime(0.001, end);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(end);
}
