/* Sounds and vibrations for a conductor who is not looking: a high tone is good, a low tone is bad. */

type Look = 'good' | 'wait' | 'bad';

/** The tones of each sound in Hz, played one after the other. */
const TONES: Readonly<Record<Look, readonly number[]>> = { good: [1_320], wait: [660, 660], bad: [220, 220, 220] };
const TONE_SECONDS = 0.14;
const VIBRATION_MS: Readonly<Record<Look, number[]>> = { good: [80], wait: [80, 80, 80], bad: [300, 100, 300] };

let sound: AudioContext | undefined;

/** Browsers play no sound before the user has touched the page. */
const isTouched = (): boolean => 'userActivation' in navigator && navigator.userActivation.hasBeenActive;

export function alertBy(look: Look): void {
  if (!isTouched()) return;
  if ('vibrate' in navigator) navigator.vibrate(VIBRATION_MS[look]);
  sound ??= new AudioContext();
  void sound.resume();
  for (const [turn, frequency] of TONES[look].entries()) {
    const [tone, volume] = [sound.createOscillator(), sound.createGain()];
    const begin = sound.currentTime + turn * TONE_SECONDS * 1.4;
    tone.type = look === 'bad' ? 'square' : 'sine';
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.4, begin);
    volume.gain.exponentialRampToValueAtTime(0.01, begin + TONE_SECONDS);
    tone.connect(volume).connect(sound.destination);
    tone.start(begin);
    tone.stop(begin + TONE_SECONDS);
  }
}
