import encodeQR from 'qr';
import sharp from 'sharp';

const [WIDTH, HEIGHT] = [640, 480];

/** A film (YUV4MPEG2) for a fake camera that shows `text` as a QR code. */
export function filmOf(text: string): Buffer {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 });
  const scale = Math.floor(HEIGHT / rows.length);
  const [left, top] = [WIDTH, HEIGHT].map((side) => Math.floor((side - rows.length * scale) / 2)) as [number, number];
  const light = Buffer.alloc(WIDTH * HEIGHT, 235);
  for (const [y, row] of rows.entries())
    for (const [x, isDark] of row.entries())
      for (let line = 0; isDark && line < scale; line += 1) {
        const from = (top + y * scale + line) * WIDTH + left + x * scale;
        light.fill(16, from, from + scale);
      }
  return filmed(light);
}

/** A film of a picture, such as another phone's screen. */
export async function filmOfPicture(picture: Buffer): Promise<Buffer> {
  const whole = { width: WIDTH, height: HEIGHT, fit: 'contain', background: '#fff' } as const;
  return filmed(await sharp(picture).flatten().resize(whole).extractChannel(0).raw().toBuffer());
}

/** Makes a film of one picture. `light` holds the brightness of each point, row by row. */
function filmed(light: Buffer): Buffer {
  const colourless = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), light, colourless]);
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`), frame, frame]);
}
