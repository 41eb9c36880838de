import decodeQR from 'qr/decode.js';

/* Reads QR codes outside the page's thread, so that the camera's picture stays smooth. */

self.onmessage = ({ data }: MessageEvent<ImageData>): void => {
  const { width, height, data: pixels } = data;
  let text: string | undefined;
  try {
    text = decodeQR({ width, height, data: pixels }, { format: 'RGBA' });
  } catch {
    // The reader found no code in the picture.
  }
  self.postMessage(text);
};
