import decodeQR from 'qr/decode.js';

/* Reads QR codes beside the page, so that the picture of the camera never stutters. */

self.onmessage = ({ data }: MessageEvent<ImageData>): void => {
  const { width, height, data: pixels } = data;
  let text: string | undefined;
  try {
    text = decodeQR({ width, height, data: pixels }, { format: 'RGBA' });
  } catch {
    // No code in this picture.
  }
  self.postMessage(text);
};
