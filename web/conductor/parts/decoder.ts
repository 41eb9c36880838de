/** Reads QR codes from camera pictures. */
export interface Decoder {
  /** The text of a code in the picture, or undefined. */
  readonly read: (video: HTMLVideoElement) => Promise<string | undefined>;
  readonly close: () => void;
}

/** The browser's own reader on many phones (Shape Detection API). */
interface Detector {
  readonly detect: (source: HTMLVideoElement) => Promise<readonly { readonly rawValue: string }[]>;
}

interface Detectors {
  new (options: { readonly formats: readonly string[] }): Detector;
  readonly getSupportedFormats: () => Promise<readonly string[]>;
}

/** Uses the browser's reader if there is one, otherwise the bundled reader. */
export async function makeDecoder(): Promise<Decoder> {
  const { BarcodeDetector } = globalThis as { readonly BarcodeDetector?: Detectors };
  const formats = await BarcodeDetector?.getSupportedFormats().catch((): readonly string[] => []);
  return BarcodeDetector && formats?.includes('qr_code') === true
    ? builtIn(new BarcodeDetector({ formats: ['qr_code'] }))
    : ownDecoder();
}

const builtIn = (detector: Detector): Decoder => ({
  read: async (video) => (await detector.detect(video))[0]?.rawValue,
  close: () => undefined,
});

/**
 * The longest side of the analysed picture in pixels. A code fills much of the frame, so more pixels only cost time.
 */
const LONGEST_SIDE = 720;

function ownDecoder(): Decoder {
  const worker = new Worker(new URL('./decode.worker.ts', import.meta.url), { type: 'module' });
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  return {
    read: (video) => {
      const scale = Math.min(1, LONGEST_SIDE / Math.max(video.videoWidth, video.videoHeight));
      canvas.width = Math.round(video.videoWidth * scale);
      canvas.height = Math.round(video.videoHeight * scale);
      context.drawImage(video, 0, 0, canvas.width, canvas.height);
      const picture = context.getImageData(0, 0, canvas.width, canvas.height);
      return new Promise((resolve, reject) => {
        worker.onmessage = ({ data }: MessageEvent<string | undefined>) => resolve(data);
        worker.onerror = () => reject(new Error('The decoder could not be started.'));
        worker.postMessage(picture, [picture.data.buffer]);
      });
    },
    close: () => worker.terminate(),
  };
}
