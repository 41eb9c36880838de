import encodeQR from 'qr';

/**
 * Pixels of each small square of the QR code, large enough to be read from a picture. The border is four squares wide,
 * as readers expect.
 */
const MODULE_PX = 12;
const BORDER = 4;

/**
 * Saves a QR code as a picture, for passengers with only one phone. The bank's app reads the picture instead of the
 * screen.
 */
export async function saveCode(text: string, name: string): Promise<void> {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: BORDER });
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = rows.length * MODULE_PX;
  const pen = canvas.getContext('2d');
  if (!pen) return;
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = '#000';
  rows.forEach((row, y) =>
    row.forEach((isDark, x) => {
      if (isDark) pen.fillRect(x * MODULE_PX, y * MODULE_PX, MODULE_PX, MODULE_PX);
    }),
  );
  const picture = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
  if (!picture) return;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(picture);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
