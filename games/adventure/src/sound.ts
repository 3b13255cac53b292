/** A few tones. Off until the player wants them. */
let audio: AudioContext | null = null;

export const sound = {
  /** Turns it on or off, and says which. */
  toggle(): boolean {
    if (audio === null) audio = new AudioContext();
    else {
      void audio.close();
      audio = null;
    }
    return audio !== null;
  },
  bell: () => [880, 1320, 2217].forEach((hz, i) => tone(hz, 1.6 / (i + 1), 0.12 / (i + 1))),
  horn: () => [110, 138].forEach((hz) => tone(hz, 1.4, 0.12, 'sawtooth')),
  step: () => tone(180, 0.05, 0.03, 'triangle'),
  take: () => [523, 784].forEach((hz, i) => tone(hz, 0.25, 0.08, 'sine', i * 0.1)),
  light: () => [262, 330, 392, 523].forEach((hz, i) => tone(hz, 1.8, 0.08, 'sine', i * 0.12)),
  crash: () => [58, 73, 91].forEach((hz) => tone(hz, 1.2, 0.16, 'square')),
};

function tone(hz: number, seconds: number, volume: number, type: OscillatorType = 'sine', delay = 0): void {
  if (audio === null) return;
  const begin = audio.currentTime + delay;
  const oscillator = new OscillatorNode(audio, { type, frequency: hz });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, begin);
  gain.gain.linearRampToValueAtTime(volume, begin + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + seconds);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(begin);
  oscillator.stop(begin + seconds);
}
