import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { makeDecoder } from './decoder.ts';
import { w } from '../words.ts';

const LOOK_EVERY_MS = 120;
/** Milliseconds for which a code must be out of view before the camera reports the same code again. */
const SAME_AGAIN_MS = 5_000;

interface Torch {
  readonly torch?: boolean;
}

/** Shows the camera's picture, and reports each QR code once while it stays in the picture. */
export function Camera({ onText }: { readonly onText: (text: string) => Promise<unknown> }) {
  const video = useRef<HTMLVideoElement>(null);
  const failure = useSignal<'denied' | 'none' | undefined>(undefined);
  const torch = useSignal<'missing' | 'on' | 'off'>('missing');
  const track = useRef<MediaStreamTrack>(undefined);
  const told = useRef(onText);
  told.current = onText;

  useEffect(() => {
    let hasEnded = false;
    const isOver = (): boolean => hasEnded;
    const closing: (() => void)[] = [];

    async function watch(): Promise<void> {
      if (!('mediaDevices' in navigator)) throw new Error('Cameras need https.');
      const stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: 'environment', width: { ideal: 1_280 }, height: { ideal: 720 } },
      });
      closing.push(() => stream.getTracks().forEach((one) => one.stop()));
      if (isOver()) return;
      track.current = stream.getVideoTracks()[0];
      if ((track.current?.getCapabilities() as Torch | undefined)?.torch) torch.value = 'off';
      video.current!.srcObject = stream;
      video.current!.scrollIntoView({ block: 'center' });
      await video.current!.play();
      const decoder = await makeDecoder();
      closing.push(decoder.close);
      const last = { text: '', at: 0 };
      while (!isOver()) {
        const text = video.current && video.current.videoWidth > 0 ? await decoder.read(video.current) : undefined;
        if (isOver()) return;
        if (text && (text !== last.text || Date.now() - last.at > SAME_AGAIN_MS)) {
          await told.current(text);
          Object.assign(last, { text, at: Date.now() });
        } else if (text) last.at = Date.now();
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      }
    }

    const end = (): void => {
      hasEnded = true;
      for (const close of closing.splice(0)) close();
    };
    void watch()
      .catch((error: unknown) => {
        if (isOver()) return;
        failure.value = error instanceof DOMException && error.name === 'NotAllowedError' ? 'denied' : 'none';
      })
      // Stops the camera, even if it opened after the user had left the page.
      .finally(end);
    return end;
  }, []);

  const switchLight = (): void => {
    const isOn = torch.peek() === 'off';
    const wanted = { advanced: [{ torch: isOn }] } as unknown as MediaTrackConstraints;
    void track.current?.applyConstraints(wanted).then(() => (torch.value = isOn ? 'on' : 'off'));
  };

  if (failure.value)
    return (
      <p class="notice bad" role="alert">
        {w.value.camera[failure.value]}
      </p>
    );
  return (
    <div class="camera">
      <video ref={video} muted playsInline aria-label={w.value.camera.aim} />
      <div class="camera-frame" aria-hidden="true" />
      <p>{w.value.camera.aim}</p>
      {torch.value !== 'missing' && (
        <button type="button" aria-pressed={torch.value === 'on'} onClick={switchLight}>
          {w.value.trip.light}
        </button>
      )}
    </div>
  );
}
