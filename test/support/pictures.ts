import sharp, { type Sharp } from 'sharp';

export type Format = 'png' | 'jpeg' | 'webp' | 'gif';
export const FORMATS: readonly Format[] = ['png', 'jpeg', 'webp', 'gif'];

interface Size {
  readonly width?: number;
  readonly height?: number;
}

/** A picture in one colour, so that its file is small. */
export const canvas = ({ width = 60, height = 40 }: Size = {}): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#0b63a5' }, limitInputPixels: false });

export const aPicture = (format: Format = 'png', size: Size = {}): Promise<Buffer> =>
  canvas(size).toFormat(format).toBuffer();
