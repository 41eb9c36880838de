import { expect } from 'chai';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { AVATAR_LIMIT_BYTES } from '../../../core/accounts/change-profile.ts';
import { type Answer, type Api, startApi } from '../../support/http.ts';
import { aPicture, FORMATS } from '../../support/pictures.ts';

const PLACE = '/api/passenger/avatar';
const MIB = 1024 * 1024;

describe('avatars through HTTP', () => {
  let api: Api;
  let dataDir: string;
  let access: string;

  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'bus-ticket-'));
    api = await startApi({ environment: { DATA_DIR: dataDir, BASE_URL: 'https://tickets.example.com' } });
    access = (
      await api.post('/api/passenger/register', {
        full_name: 'Asha Gurung',
        email: 'asha@example.com',
        password: 'himal-2026',
      })
    ).json.access;
  });
  after(async () => {
    await api.close();
    await rm(dataDir, { recursive: true });
  });

  const send = (body: RequestInit['body'] | undefined, headers: Readonly<Record<string, string>> = {}) =>
    api.send(PLACE, {
      method: 'POST',
      headers: { Authorization: `Bearer ${access}`, ...headers },
      ...(body !== undefined && { body }),
    });

  function form(...files: readonly (readonly [field: string, content: Uint8Array])[]): FormData {
    const made = new FormData();
    for (const [field, content] of files)
      made.append(field, new Blob([new Uint8Array(content)], { type: 'text/html' }), '../../evil.html');
    return made;
  }
  const upload = (content: Uint8Array) => send(form(['avatar', content]));

  const pathOf = (url: string): string => new URL(url).pathname;
  const files = () => readdir(join(dataDir, 'media'));

  function expectInvalid({ status, json }: Answer, sentence: RegExp): void {
    expect([status, json.code]).to.deep.equal([400, 'VALIDATION']);
    expect(json.errors[0].field).to.equal('avatar');
    expect(json.detail).to.match(sentence);
  }

  for (const format of FORMATS) {
    it(`an avatar as ${format.toUpperCase()} is served to everybody, with its image type`, async () => {
      const { status, json } = await upload(await aPicture(format, { width: 700, height: 500 }));
      expect([status, Object.keys(json)]).to.deep.equal([200, ['avatar_url']]);
      expect(json.avatar_url).to.match(/^https:\/\/tickets\.example\.com\/media\/[0-9a-f]{32}\.(png|jpg|webp|gif)$/);

      const { status: shown, headers, bytes } = await api.get(pathOf(json.avatar_url));
      expect(shown).to.equal(200);
      expect(headers.get('content-type')).to.equal(`image/${format}`);
      expect(headers.get('x-content-type-options')).to.equal('nosniff');
      expect(headers.get('content-security-policy')).to.equal('sandbox');
      expect(headers.get('cache-control')).to.equal('public, max-age=31536000, immutable');
      const look = await sharp(bytes).metadata();
      expect([look.format, look.width, look.height]).to.deep.equal([format, 512, 512]);
    });
  }

  it('a new avatar is shown in the profile and at sign-in, and the old avatar is deleted', async () => {
    const first = (await upload(await aPicture('png'))).json.avatar_url;
    const second = (await upload(await aPicture('webp'))).json.avatar_url;
    expect((await api.get('/api/passenger/profile', access)).json.avatar_url).to.equal(second);
    expect(
      (await api.post('/api/passenger/login', { identifier: 'asha@example.com', password: 'himal-2026' })).json.user
        .avatar_url,
    ).to.equal(second);
    expect((await api.get(pathOf(first))).status).to.equal(404);
    expect(await files()).to.deep.equal([pathOf(second).slice('/media/'.length)]);
  });

  it('a passenger has only one avatar file after eight uploads at once', async () => {
    const picture = await aPicture();
    await Promise.all(Array.from({ length: 8 }, () => upload(picture)));
    expect(await files()).to.have.length(1);
    expect((await api.get(pathOf((await api.get('/api/passenger/profile', access)).json.avatar_url))).status).to.equal(
      200,
    );
  });

  it('an avatar upload needs a file in the form field avatar', async () => {
    expectInvalid(await send(undefined), /Choose a picture/);
    expectInvalid(await send(new FormData(), {}), /Choose a picture/);
    expectInvalid(await upload(new Uint8Array()), /Choose a picture/);
    const text = new FormData();
    text.append('avatar', 'not a file');
    expectInvalid(await send(text), /Choose a picture/);
    expectInvalid(await send(form(['photo', await aPicture()])), /one file/);
  });

  it('an avatar upload with two files is refused, and text fields beside one file are ignored', async () => {
    const picture = await aPicture();
    expectInvalid(await send(form(['avatar', picture], ['avatar', picture])), /one file/);
    expectInvalid(await send(form(['avatar', picture], ['photo', picture])), /one file/);
    const withText = form(['avatar', picture]);
    withText.append('title', 'Me');
    withText.append('__proto__[x]', 'y');
    expect((await send(withText)).status).to.equal(200);
  });

  it('an avatar that is not a picture is refused', async () => {
    const before = await files();
    for (const content of [
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      Buffer.from('GIF89a<script>'),
      (await aPicture('jpeg')).subarray(0, 200),
      await aPicture('png', { width: 25_001, height: 1_000 }),
    ]) {
      expectInvalid(await upload(content), /PNG, JPEG, WebP or GIF/);
    }
    expect(await files()).to.deep.equal(before);
  });

  describe('the size of an avatar', () => {
    const ofSize = async (size: number): Promise<Uint8Array> => {
      const picture = await aPicture('jpeg');
      return Buffer.concat([picture, Buffer.alloc(size - picture.length)]);
    };

    it('an avatar of exactly 4 MiB is accepted, and an avatar of one byte more is refused', async () => {
      expect((await upload(await ofSize(AVATAR_LIMIT_BYTES))).status).to.equal(200);
      expectInvalid(await upload(await ofSize(AVATAR_LIMIT_BYTES + 1)), /at most 4 MiB/);
    });

    it('an avatar of 100 MiB is refused, with or without a Content-Length', async () => {
      const big = new Uint8Array(100 * MIB);
      expectInvalid(await upload(big), /at most 4 MiB/);
      let left = 100;
      const stream = new ReadableStream({
        start: (controller) =>
          controller.enqueue(
            Buffer.from('--x\r\nContent-Disposition: form-data; name="avatar"; filename="a.png"\r\n\r\n'),
          ),
        pull: (controller) => {
          if (left-- > 0) controller.enqueue(new Uint8Array(MIB));
          else controller.close();
        },
      });
      // A streamed body needs `duplex`, which TypeScript's type of a browser's request lacks.
      const streamed = { duplex: 'half' };
      expectInvalid(
        await api.send(PLACE, {
          ...streamed,
          method: 'POST',
          body: stream,
          headers: { Authorization: `Bearer ${access}`, 'Content-Type': 'multipart/form-data; boundary=x' },
        }),
        /at most 4 MiB/,
      );
      expect((await upload(await aPicture())).status).to.equal(200);
    });

    it('an avatar upload that is too large is refused before all of it has arrived', async () => {
      const headers = `POST ${PLACE} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${access}\r\nContent-Type: multipart/form-data; boundary=x\r\n`;
      const part = '--x\r\nContent-Disposition: form-data; name="avatar"; filename="a.png"\r\n\r\n';
      const chunk = Buffer.concat([Buffer.from(`${MIB.toString(16)}\r\n`), Buffer.alloc(MIB), Buffer.from('\r\n')]);
      const unfinished = [
        Buffer.from(`${headers}Content-Length: ${100 * MIB}\r\n\r\n${part}`),
        Buffer.concat([
          Buffer.from(`${headers}Transfer-Encoding: chunked\r\n\r\n${part.length.toString(16)}\r\n${part}\r\n`),
          ...Array.from({ length: 5 }, () => chunk),
        ]),
      ];
      for (const sent of unfinished) {
        const answer = await new Promise<string>((resolve, reject) => {
          const socket = connect(Number(new URL(api.url).port), '127.0.0.1', () => socket.write(sent))
            .on('error', reject)
            .on('data', (bytes) => {
              resolve(bytes.toString());
              socket.destroy();
            });
        });
        expect(answer).to.match(/^HTTP\/1\.1 400 [^]*at most 4 MiB/);
      }
    });
  });

  it('an avatar upload answers 415 if it is compressed or not a multipart form', async () => {
    expect((await send('{}', { 'Content-Type': 'application/json' })).json).to.include({
      status: 415,
      code: 'UNSUPPORTED_MEDIA_TYPE',
    });
    expect((await send(Buffer.from(await aPicture()), { 'Content-Type': 'image/png' })).status).to.equal(415);
    expect(
      (await send('--x--', { 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Encoding': 'gzip' })).status,
    ).to.equal(415);
  });

  it('an avatar upload with a broken multipart form answers MALFORMED_BODY, not an error about a missing file', async () => {
    const broken = [
      '',
      'nonsense',
      '--x\r\nContent-Disposition: form-data; name="avatar"; filename="a.png"\r\n\r\nabc',
      '--x\r\n: :\r\n\r\n\r\n--x--',
    ];
    for (const body of broken.slice(1))
      expect((await send(body, { 'Content-Type': 'multipart/form-data; boundary=x' })).json, body).to.include({
        status: 400,
      });
    expect((await send('--x--', { 'Content-Type': 'multipart/form-data' })).json).to.include({
      status: 400,
      code: 'MALFORMED_BODY',
    });
    const crowd = new FormData();
    for (let field = 0; field < 50; field += 1) crowd.append(`field-${field}`, 'x');
    expect((await send(crowd)).json).to.include({ status: 400, code: 'MALFORMED_BODY' });
  });

  it('an avatar can be uploaded only by a signed-in passenger', async () => {
    const body = form(['avatar', await aPicture()]);
    expect((await api.send(PLACE, { method: 'POST', body })).status).to.equal(401);
    expect(
      (
        await api.send(PLACE, {
          method: 'POST',
          body: new Uint8Array(100 * MIB),
          headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
        })
      ).status,
    ).to.equal(401);
  });

  it('the public media folder serves nothing but avatars', async () => {
    const paths = [
      '/media/',
      '/media/..',
      '/media/%2e%2e',
      '/media/..%2fapp-secret',
      '/media/%2e%2e%2fapp-secret',
      '/media/....//app-secret',
      '/media/..%5capp-secret',
      '/media/%00',
      `/media/${'a'.repeat(32)}.png`,
      `/media/${'a'.repeat(32)}.html`,
      '/media/.png',
      '/media/a.png%00.html',
      '/media//etc/passwd',
      '/media/%E0%A4%A',
    ];
    // Sends the path unchanged. `fetch` would normalise the path.
    const statusOf = (path: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        request(new URL(api.url), { path }, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
          .on('error', reject)
          .end();
      });
    for (const path of paths) expect(await statusOf(path), path).to.be.oneOf([400, 404]);
    expect((await api.send(`/media/${'a'.repeat(32)}.png`, { method: 'POST' })).status).to.equal(405);
  });
});
