import type { Sharp, SharpOptions } from 'sharp';

/** The kinds of picture that are accepted, by file extension. */
export type Kind = 'png' | 'jpg' | 'webp' | 'gif';

export const MEDIA_TYPES: Readonly<Record<Kind, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
};

export interface Picture {
  readonly kind: Kind;
  readonly content: Uint8Array;
}

const SIDE = 512;

/** Options for decoding. A picture with more pixels than the limit is refused, whatever size the file claims. */
const OPTIONS: SharpOptions = { limitInputPixels: 25_000_000, failOn: 'warning', autoOrient: true };

/** The limit of decoding time. A picture that takes longer is an attack. */
const TIMEOUT_SECONDS = 10;

const text = (content: Uint8Array, start: number, end: number): string =>
  Buffer.from(content.subarray(start, end)).toString('latin1');

/** The kind of a picture, by its first bytes only. The name and type that were sent with the file are ignored. */
function kindOf(content: Uint8Array): Kind | undefined {
  if (text(content, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (text(content, 0, 3) === '\xff\xd8\xff') return 'jpg';
  if (text(content, 0, 4) === 'RIFF' && text(content, 8, 12) === 'WEBP') return 'webp';
  return /^GIF8[79]a$/.test(text(content, 0, 6)) ? 'gif' : undefined;
}

const ENCODERS: Readonly<Record<Kind, (picture: Sharp) => Sharp>> = {
  png: (picture) => picture.png({ compressionLevel: 9 }),
  jpg: (picture) => picture.jpeg({ quality: 85 }),
  webp: (picture) => picture.webp({ quality: 85 }),
  gif: (picture) => picture.gif(),
};

/** Libvips takes memory and threads, so it is loaded with the first picture, and uses one thread and no cache. */
const load = async () => {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
};
let loading: ReturnType<typeof load> | undefined;

/**
 * Encodes the picture again as an upright square of the same format. All other data in the file is dropped, such as the
 * location, scripts or a second file. Only the first frame of an animation is kept. Undefined if the bytes are not a
 * complete picture, or the picture has too many pixels.
 */
export async function encodeSquare(content: Uint8Array): Promise<Picture | undefined> {
  const kind = kindOf(content);
  if (kind === undefined) return undefined;
  const sharp = await (loading ??= load());
  const square = sharp(content, OPTIONS).resize(SIDE, SIDE, { fit: 'cover' });
  const encoded = await unlessUnreadable(() => ENCODERS[kind](square));
  return encoded && { kind, content: encoded };
}

/**
 * Encodes a PNG, JPEG or WebP as upright JPEGs, one for each of the longest sides. A picture is never enlarged. All
 * other data in the file is dropped, such as the location. Undefined if the bytes are no such picture, or if it has too
 * many pixels.
 */
export async function encodePhoto(
  content: Uint8Array,
  sides: readonly number[],
): Promise<readonly Picture[] | undefined> {
  const kind = kindOf(content);
  if (kind === undefined || kind === 'gif') return undefined;
  const sharp = await (loading ??= load());
  const pictures: Picture[] = [];
  for (const side of sides) {
    const photo = sharp(content, OPTIONS)
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' });
    const encoded = await unlessUnreadable(() => ENCODERS.jpg(photo));
    if (!encoded) return undefined;
    pictures.push({ kind: 'jpg', content: encoded });
  }
  return pictures;
}

/** Runs the encoder. Undefined if the picture cannot be decoded, or takes too long. */
async function unlessUnreadable(encoder: () => Sharp): Promise<Uint8Array | undefined> {
  try {
    return await encoder().timeout({ seconds: TIMEOUT_SECONDS }).toBuffer();
  } catch {
    return undefined;
  }
}
