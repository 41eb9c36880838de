import { gzipSync, deflateSync, brotliCompressSync } from 'node:zlib';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { once } from 'node:events';
import { expect } from 'chai';
import { type Edge, startEdge } from '../../support/edge.ts';
import { expectProblem } from '../../support/problems.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };

describe('request bodies', () => {
  let edge: Edge;

  before(async () => {
    edge = await startEdge();
  });
  after(() => edge.close());
  beforeEach(() => {
    edge.reported.length = 0;
  });

  const say = (body: string | Buffer, headers: Readonly<Record<string, string>> = JSON_TYPE) =>
    edge.send('/api/things', { method: 'POST', body: typeof body === 'string' ? body : new Uint8Array(body), headers });

  describe('accepted and refused request bodies', () => {
    const malformed: Readonly<Record<string, string | Buffer>> = {
      'no JSON': '{"name":',
      blanks: '  ',
      'a number': '1',
      null: 'null',
      'a list': '[]',
      'a text': '"a"',
      JavaScript: '{name:1}',
      NaN: '{"count":NaN}',
      'depth 33': `{"a":${'['.repeat(32)}${']'.repeat(32)}}`,
      '50,000 nested lists': '['.repeat(50_000),
      '50,000 nested objects': `${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}`,
      'bytes that are no UTF-8': Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
      'UTF-16': Buffer.from('{"name":"a"}', 'utf16le'),
    };
    for (const [what, body] of Object.entries(malformed)) {
      it(`a malformed request body is refused: ${what}`, async () =>
        expectProblem(await say(body), 400, 'MALFORMED_BODY'));
    }

    it('a request body nested 32 levels deep is accepted', async () => {
      expect((await say(`{"a":${'['.repeat(31)}${']'.repeat(31)}}`)).status).to.equal(201);
    });

    it('a missing request body counts as an empty object, with chunked encoding or without', async () => {
      expect((await edge.send('/api/things', { method: 'POST' })).json).to.deep.equal({
        body: { name: '', note: '', secret: '' },
      });
      expect(
        await edge.raw(
          'POST /api/things HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n',
        ),
      ).to.match(/^HTTP\/1.1 201/);
    });

    it('keys such as __proto__ in a request body are ignored', async () => {
      const answer = await say('{"__proto__":{"name":"bad"},"constructor":{"prototype":{"name":"bad"}},"name":"ok"}');
      expect(answer.json).to.deep.equal({ body: { name: 'ok', note: '', secret: '' } });
      expect(({} as Record<string, unknown>)['name']).to.equal(undefined);
    });

    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=a',
      'application/xml',
      'json',
      'application/json; charset=utf-16',
      'application/json; charset=latin1',
    ]) {
      it(`a request body of type ${type} answers 415`, async () =>
        expectProblem(await say('{}', { 'Content-Type': type }), 415, 'UNSUPPORTED_MEDIA_TYPE'));
    }
    it('a request body without a type answers 415', async () => {
      expect(
        await edge.raw('POST /api/things HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}'),
      ).to.match(/^HTTP\/1.1 415 .*UNSUPPORTED_MEDIA_TYPE/s);
    });

    for (const type of [
      'application/json',
      'APPLICATION/JSON',
      'application/json;charset=UTF-8',
      'application/json; charset="utf-8"',
      'application/vnd.api+json',
    ]) {
      it(`a request body of type ${type} is accepted`, async () =>
        expect((await say('{}', { 'Content-Type': type })).status).to.equal(201));
    }

    it('a compressed request body is decompressed, and an unknown compression is refused', async () => {
      const packed = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync, GZIP: gzipSync };
      for (const [coding, pack] of Object.entries(packed)) {
        expect(
          (await say(pack('{"name":"a"}'), { ...JSON_TYPE, 'Content-Encoding': coding })).json?.body?.name,
          coding,
        ).to.equal('a');
      }
      for (const coding of ['zstd', 'gzip, gzip', 'compress', 'x'])
        expectProblem(await say('{}', { ...JSON_TYPE, 'Content-Encoding': coding }), 415, 'UNSUPPORTED_MEDIA_TYPE');
    });

    it('a compressed request body that is broken or cut off is refused', async () => {
      const whole = gzipSync(JSON.stringify({ name: 'a'.repeat(1_000) }));
      for (const [coding, body] of [
        ['gzip', '{}'],
        ['gzip', whole.subarray(0, 30)],
        ['gzip', Buffer.concat([whole.subarray(0, 20), Buffer.from('junk')])],
        ['deflate', 'junk'],
        ['br', 'junk'],
      ] as const) {
        expectProblem(await say(body, { ...JSON_TYPE, 'Content-Encoding': coding }), 400, 'MALFORMED_BODY');
      }
    });

    it('a request body one byte over 100 KiB answers 413, with a Content-Length or chunked, compressed or not', async () => {
      const letters = (count: number) => `{"a":"${'a'.repeat(count - 8)}"}`;
      expect((await say(letters(102_400))).status).to.equal(201);
      expectProblem(await say(letters(102_401)), 413, 'BODY_TOO_LARGE');
      expectProblem(
        await say(gzipSync(letters(102_401)), { ...JSON_TYPE, 'Content-Encoding': 'gzip' }),
        413,
        'BODY_TOO_LARGE',
      );
      const head = 'POST /api/things HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nConnection: close\r\n';
      const chunk = `1000\r\n${'a'.repeat(4_096)}\r\n`;
      expect(await edge.raw(`${head}Transfer-Encoding: chunked\r\n\r\n`, chunk.repeat(26), '0\r\n\r\n')).to.match(
        /^HTTP\/1.1 413 .*BODY_TOO_LARGE/s,
      );
      // The server refuses because of the Content-Length. The client has sent no byte of the body.
      expect(await edge.raw(`${head}Content-Length: 102401\r\n\r\n`)).to.match(/^HTTP\/1.1 413 .*BODY_TOO_LARGE/s);
    });

    it('a huge request body is refused before its 100 MB are buffered, or as soon as its decompressed part is too large', async () => {
      const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024), { level: 9 });
      const before = process.memoryUsage().rss;
      expectProblem(await say(bomb, { ...JSON_TYPE, 'Content-Encoding': 'gzip' }), 413, 'BODY_TOO_LARGE');
      const piece = Buffer.alloc(1024 * 1024, 0x20);
      const head =
        'POST /api/things HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 104857600\r\nConnection: close\r\n\r\n';
      expect(await edge.raw(head, ...Array.from({ length: 100 }, () => piece))).to.match(
        /^HTTP\/1.1 413 .*BODY_TOO_LARGE/s,
      );
      expect(process.memoryUsage().rss - before).to.be.below(64 * 1024 * 1024);
    });

    it('the memory of a request body is freed if its caller hangs up, compressed or not', async () => {
      for (const coding of ['identity', 'gzip']) {
        const socket = connect(edge.port, '127.0.0.1');
        socket.write(
          `POST /api/things HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Encoding: ${coding}\r\nContent-Length: 1000\r\n\r\n`,
        );
        socket.write(gzipSync('{"name":"a"}').subarray(0, 12));
        const [request] = (await once(edge.server, 'request')) as [IncomingMessage];
        socket.destroy();
        await new Promise((closed) => request.once('close', closed));
      }
      expect((await say('{}')).status).to.equal(201);
      expect(edge.reported).to.deep.equal([]);
    });

    it('a request body for a route that expects none is checked by the same rules', async () => {
      const touch = (body: string, type = 'application/json') =>
        edge.post('/api/things/7/touch', body, 'passenger', { 'Content-Type': type });
      expect((await touch('{"any":"thing"}')).status).to.equal(200);
      expectProblem(await touch('{'), 400, 'MALFORMED_BODY');
      expectProblem(await touch('{}', 'text/plain'), 415, 'UNSUPPORTED_MEDIA_TYPE');
      expectProblem(await touch(`"${'a'.repeat(102_400)}"`), 413, 'BODY_TOO_LARGE');
    });
  });
});
