import { expect } from 'chai';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { avatarFiles } from '../../../adapters/files/avatars.ts';
import { mediaFolder } from '../../../adapters/files/media.ts';
import { type Format, aPicture, canvas, FORMATS } from '../../support/pictures.ts';

describe('avatar files', () => {
  let folder: string;
  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'bus-ticket-')), 'media');
  });
  afterEach(() => rm(join(folder, '..'), { recursive: true }));

  const files = () => {
    const media = mediaFolder({ folder, baseUrl: 'https://tickets.example.com' });
    return { ...avatarFiles(media), read: media.read };
  };

  async function kept(content: Uint8Array) {
    const name = await files().keep(content);
    const media = name === undefined ? undefined : await files().read(name);
    return { name, media, look: media && (await sharp(media.content).metadata()) };
  }

  const EXTENSION: Readonly<Record<Format, string>> = { png: 'png', jpeg: 'jpg', webp: 'webp', gif: 'gif' };

  for (const format of FORMATS) {
    it(`an avatar in ${format.toUpperCase()} keeps its format, as a square of 512 pixels`, async () => {
      const { name, media, look } = await kept(await aPicture(format, { width: 900, height: 300 }));
      expect(name).to.match(new RegExp(`^[0-9a-f]{32}\\.${EXTENSION[format]}$`));
      expect(media?.mediaType).to.equal(`image/${format}`);
      expect([look!.format, look!.width, look!.height]).to.deep.equal([format, 512, 512]);
    });

    it(`an avatar is refused when its ${format.toUpperCase()} file is cut off`, async () => {
      const whole = await sharp({
        create: {
          width: 200,
          height: 200,
          channels: 3,
          background: '#fff',
          noise: { type: 'gaussian', mean: 128, sigma: 40 },
        },
      })
        .toFormat(format)
        .toBuffer();
      for (const part of [0.99, 0.5, 0.1])
        expect((await kept(whole.subarray(0, Math.floor(whole.length * part)))).name, `${part} of it`).to.equal(
          undefined,
        );
    });
  }

  it('an avatar is turned upright, and the location in its metadata is removed', async () => {
    // The picture is red on the left, and its metadata says that the camera was turned. So red must be at the top.
    const red = await sharp({ create: { width: 100, height: 200, channels: 3, background: '#f00' } })
      .png()
      .toBuffer();
    const photo = await canvas({ width: 200, height: 200 })
      .composite([{ input: red, left: 0, top: 0 }])
      .withMetadata({
        orientation: 6,
        exif: { IFD0: { Copyright: 'secret' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '27/1 42/1 0/1' } },
      })
      .jpeg()
      .toBuffer();
    expect((await sharp(photo).metadata()).exif).not.to.equal(undefined);

    const { media, look } = await kept(photo);
    expect([look!.exif, look!.orientation, look!.icc, look!.xmp]).to.deep.equal([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(Buffer.from(media!.content).includes('secret')).to.equal(false);
    const { data, info } = await sharp(media!.content).raw().toBuffer({ resolveWithObject: true });
    const redAt = (x: number, y: number) => data[(y * info.width + x) * info.channels]!;
    expect(redAt(256, 50)).to.be.above(200);
    expect(redAt(256, 460)).to.be.below(60);
  });

  it('an avatar from an animation is one still frame', async () => {
    const frames = await Promise.all(
      ['#f00', '#0f0', '#00f'].map((background) =>
        sharp({ create: { width: 20, height: 20, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const animation = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 100, 100] })
      .toBuffer();
    expect((await sharp(animation, { animated: true }).metadata()).pages).to.equal(3);
    const { media } = await kept(animation);
    expect((await sharp(media!.content, { animated: true }).metadata()).pages ?? 1).to.equal(1);
  });

  it('an avatar has at most 25 megapixels, however small its file', async () => {
    const bomb = await aPicture('png', { width: 25_001, height: 1_000 });
    expect(bomb.length).to.be.below(4 * 1024 * 1024);
    expect((await kept(bomb)).name).to.equal(undefined);
    expect((await kept(await aPicture('png', { width: 25_000, height: 1_000 }))).look?.width).to.equal(512);
  });

  it('bytes that are appended to an avatar’s picture are not stored', async () => {
    const { media } = await kept(
      Buffer.concat([await aPicture('gif'), Buffer.from('<script>alert(document.cookie)</script>')]),
    );
    expect(Buffer.from(media!.content).includes('script')).to.equal(false);
  });

  it('an avatar file that begins like a picture but is not one is refused', async () => {
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>',
    );
    const tiff = await canvas().tiff().toBuffer();
    const avif = await canvas().avif().toBuffer();
    const impostors = [
      Buffer.alloc(0),
      Buffer.from('hello'),
      Buffer.from('GIF89a=1;alert(1)//'),
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      Buffer.from('RIFF....WEBP'),
      Buffer.from('%PDF-1.7'),
      Buffer.from([0xff, 0xd8, 0xff]),
      svg,
      Buffer.concat([Buffer.from('GIF89a'), svg]),
      tiff,
      avif,
    ];
    for (const content of impostors)
      expect((await kept(content)).name, content.subarray(0, 20).toString('latin1')).to.equal(undefined);
    expect(await readdir(folder).catch(() => [])).to.deep.equal([]);
  });

  it('an avatar is stored under a random file name of its own', async () => {
    const picture = await aPicture();
    const names = await Promise.all(Array.from({ length: 5 }, () => files().keep(picture)));
    expect(new Set(names).size).to.equal(5);
  });

  it('an avatar upload is refused while too many other avatars wait to be processed', async () => {
    const store = files();
    const picture = await aPicture('png', { width: 2_000, height: 2_000 });
    const outcomes = await Promise.all(
      Array.from({ length: 25 }, () =>
        store.keep(picture).then(
          () => 'kept',
          (error: unknown) => (error as { kind?: string }).kind,
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'kept')).to.have.length(17);
    expect(outcomes.filter((outcome) => outcome === 'unavailable')).to.have.length(8);
    expect(await store.keep(picture)).to.match(/png$/);
  });

  it('an avatar is deleted, and deleting it twice is no error', async () => {
    const store = files();
    const name = (await store.keep(await aPicture()))!;
    await store.remove(name);
    await store.remove(name);
    expect(await store.read(name)).to.equal(undefined);
  });

  it('an avatar is found and deleted only under a file name that the avatar store generated', async () => {
    await files().keep(await aPicture());
    await writeFile(join(folder, '..', 'secret.png'), 'secret');
    await writeFile(join(folder, 'notes.png'), 'notes');
    const asked = [
      '../secret.png',
      '..%2fsecret.png',
      'notes.png',
      '',
      '.',
      '..',
      `${'a'.repeat(32)}.svg`,
      `${'a'.repeat(32)}.png/../../secret.png`,
      `${'a'.repeat(32)}.png\0`,
    ];
    for (const name of asked) expect(await files().read(name), name).to.equal(undefined);
    for (const name of asked) await files().remove(name);
    expect((await readdir(join(folder, '..'))).sort()).to.deep.equal(['media', 'secret.png']);
    expect(await readdir(folder)).to.have.length(2);
  });

  it('a stored avatar has a URL from which it is served', () => {
    expect(files().url(`${'a'.repeat(32)}.png`)).to.equal(`https://tickets.example.com/media/${'a'.repeat(32)}.png`);
  });
});
