/** A few tones. Off until the player wants them. */
import { scheduler } from '@spindle/runtime';

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
  step: () => tone(150, 0.06, 0.04, 'triangle'),
  whistle: () => [880, 1175].forEach((hz, i) => tone(hz, 0.3, 0.08, 'sine', i * 0.14)),
  halt: () => [392, 311].forEach((hz, i) => tone(hz, 0.25, 0.08, 'square', i * 0.12)),
  take: () => [523, 659, 784].forEach((hz, i) => tone(hz, 0.3, 0.08, 'sine', i * 0.09)),
  won: () => [392, 494, 587, 784].forEach((hz, i) => tone(hz, 0.7, 0.07, 'sine', i * 0.12)),
  caught: () => [196, 147, 110].forEach((hz, i) => tone(hz, 0.6, 0.1, 'sawtooth', i * 0.16)),
};

function tone(hz: number, seconds: number, volume: number, type: OscillatorType, delay = 0): void {
  // Frames that are made again, on the way back, have been heard.
  if (audio === null || scheduler.replaying) return;
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
