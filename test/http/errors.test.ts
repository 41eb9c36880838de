import { gzipSync, deflateSync, brotliCompressSync } from 'node:zlib';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { once } from 'node:events';
import { expect } from 'chai';
import { startEdge } from '../support/edge.ts';
import type { Edge } from '../support/edge.ts';
import type { Answer } from '../support/http.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };

describe('errors of the HTTP edge', () => {
  let edge: Edge;

  before(async () => { edge = await startEdge(); });
  after(() => edge.close());
  beforeEach(() => { edge.reported.length = 0; });

  const expectProblem = ({ status, headers, json }: Answer, expected: number, code: string): void => {
    expect(json).to.include({ type: 'about:blank', status: expected, code });
    expect(json.title).to.be.a('string').and.not.empty;
    expect(json.detail).to.be.a('string').and.not.empty;
    expect(status).to.equal(expected);
    expect(headers.get('content-type')).to.equal('application/problem+json');
    expect(headers.get('x-request-id')).to.match(/^[\w-]{36}$/);
  };
  const say = (body: string | Buffer, headers: Readonly<Record<string, string>> = JSON_TYPE) =>
    edge.send('/api/things', { method: 'POST', body, headers });

  describe('addresses', () => {
    for (const path of ['/', '/api', '/api/nothing', '/api/Things', '/api/things/1/2', '/api//things', '/api/thing/%', '/api/thing/%ZZ', '/api/%E0%A4%A', '/api/things%00', '/%2e%2e/%2e%2e/etc/passwd']) {
      it(`answers 404 to ${path}, with and without a token`, async () => {
        expectProblem(await edge.get(path), 404, 'NOT_FOUND');
        expectProblem(await edge.post(path, '{', 'no token'), 404, 'NOT_FOUND');
      });
    }

    for (const key of ['0', '-1', '1.5', '1e3', '2147483648', '9007199254740993', '99999999999999999999999', 'abc', '0x10', '%20', '١', '1%00', 'null', '+1', '%', '%ZZ', '%E0%A4%A']) {
      it(`answers 404 to the key ${key}`, async () => {
        expectProblem(await edge.get(`/api/things/${key}`), 404, 'NOT_FOUND');
      });
    }

    it('reads a key', async () => {
      expect((await edge.get('/api/things/2147483647')).json).to.deep.equal({ params: { id: 2147483647 } });
    });

    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND']) {
      it(`answers 405 to ${method}, before any token or body is looked at`, async () => {
        const answer = await edge.send('/api/things/7/touch', { method, headers: { Authorization: 'Bearer nonsense', 'Content-Type': 'x' }, ...(method !== 'OPTIONS' && { body: '{' }) });
        expectProblem(answer, 405, 'METHOD_NOT_ALLOWED');
        expect(answer.headers.get('allow')).to.equal('POST');
      });
    }

    it('lists every method of an address', async () => {
      expect((await edge.send('/api/things', { method: 'DELETE' })).headers.get('allow')).to.equal('GET, HEAD, POST');
    });

    it('answers HEAD like GET, without the body', async () => {
      const [get, head] = [await edge.get('/api/things'), await edge.send('/api/things', { method: 'HEAD' })];
      expect([head.status, head.text]).to.deep.equal([200, '']);
      expect(head.headers.get('content-length')).to.equal(get.headers.get('content-length'));
    });

    it('takes an absolute address for its path, whatever the host in it', async () => {
      expect(await edge.raw('GET http://evil.example/api/things?name=a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).to.match(/^HTTP\/1.1 200 .*"name":"a"/s);
    });

    for (const target of ['*', 'evil.example:80', 'http://[::1', 'ftp://a/b', 'javascript:alert(1)']) {
      it(`refuses the request target ${target}`, async () => {
        expect(await edge.raw(`OPTIONS ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)).to.match(/^HTTP\/1.1 400 .*application\/problem\+json.*"code":"MALFORMED_REQUEST"/s);
      });
    }

    for (const [what, host] of Object.entries({ 'no Host': '', 'two Hosts': 'Host: a\r\nHost: b\r\n', 'a Host with a path': 'Host: a/b\r\n', 'a Host with blanks': 'Host: a b\r\n', 'a Host with an @': 'Host: a@b\r\n' })) {
      it(`refuses a request with ${what}`, async () => {
        expect(await edge.raw(`GET /api/things HTTP/1.1\r\n${host}Connection: close\r\n\r\n`)).to.match(/^HTTP\/1.1 400 .*"code":"MALFORMED_REQUEST"/s);
      });
    }
  });

  describe('queries', () => {
    it('refuses a key given twice', async () => {
      const answer = await edge.get('/api/things?name=a&name=b');
      expectProblem(answer, 400, 'VALIDATION');
      expect(answer.json.errors[0].field).to.equal('name');
    });

    it('bears keys that mean something to JavaScript, and whatever can stand in an address', async () => {
      expect((await edge.get('/api/things?__proto__=a&constructor=b&toString=c&name=ok')).json.query.name).to.equal('ok');
      expect((await edge.get('/api/things?%&a%=%&&&=&name=%E0%A4%A')).status).to.equal(200);
      expectProblem(await edge.get('/api/things?name=%00'), 400, 'VALIDATION');
    });
  });

  describe('bodies', () => {
    const malformed: Readonly<Record<string, string | Buffer>> = {
      'no JSON': '{"name":', 'blanks': '  ', 'a number': '1', 'null': 'null', 'a list': '[]', 'a text': '"a"', 'JavaScript': '{name:1}', 'NaN': '{"count":NaN}',
      'depth 33': `{"a":${'['.repeat(32)}${']'.repeat(32)}}`, '50,000 nested lists': '['.repeat(50_000), '50,000 nested objects': `${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}`,
      'bytes that are no UTF-8': Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'UTF-16': Buffer.from('{"name":"a"}', 'utf16le'),
    };
    for (const [what, body] of Object.entries(malformed)) {
      it(`refuses ${what}`, async () => expectProblem(await say(body), 400, 'MALFORMED_BODY'));
    }

    it('takes 32 levels', async () => {
      expect((await say(`{"a":${'['.repeat(31)}${']'.repeat(31)}}`)).status).to.equal(201);
    });

    it('takes no body for an empty object, chunked or not', async () => {
      expect((await edge.send('/api/things', { method: 'POST' })).json).to.deep.equal({ body: { name: '', note: '', secret: '' } });
      expect(await edge.raw('POST /api/things HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n')).to.match(/^HTTP\/1.1 201/);
    });

    it('takes no notice of keys that mean something to JavaScript', async () => {
      const answer = await say('{"__proto__":{"name":"bad"},"constructor":{"prototype":{"name":"bad"}},"name":"ok"}');
      expect(answer.json).to.deep.equal({ body: { name: 'ok', note: '', secret: '' } });
      expect(({} as Record<string, unknown>)['name']).to.equal(undefined);
    });

    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=a', 'application/xml', 'json', 'application/json; charset=utf-16', 'application/json; charset=latin1']) {
      it(`answers 415 to ${type}`, async () => expectProblem(await say('{}', { 'Content-Type': type }), 415, 'UNSUPPORTED_MEDIA_TYPE'));
    }
    it('answers 415 to a body of no type', async () => {
      expect(await edge.raw('POST /api/things HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}')).to.match(/^HTTP\/1.1 415 .*UNSUPPORTED_MEDIA_TYPE/s);
    });

    for (const type of ['application/json', 'APPLICATION/JSON', 'application/json;charset=UTF-8', 'application/json; charset="utf-8"', 'application/vnd.api+json']) {
      it(`takes ${type}`, async () => expect((await say('{}', { 'Content-Type': type })).status).to.equal(201));
    }

    it('unpacks what is packed, and knows no other codings', async () => {
      const packed = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync, GZIP: gzipSync };
      for (const [coding, pack] of Object.entries(packed)) {
        expect((await say(pack('{"name":"a"}'), { ...JSON_TYPE, 'Content-Encoding': coding })).json?.body?.name, coding).to.equal('a');
      }
      for (const coding of ['zstd', 'gzip, gzip', 'compress', 'x']) expectProblem(await say('{}', { ...JSON_TYPE, 'Content-Encoding': coding }), 415, 'UNSUPPORTED_MEDIA_TYPE');
    });

    it('refuses packed bodies that are broken or cut off', async () => {
      const whole = gzipSync(JSON.stringify({ name: 'a'.repeat(1_000) }));
      for (const [coding, body] of [['gzip', '{}'], ['gzip', whole.subarray(0, 30)], ['gzip', Buffer.concat([whole.subarray(0, 20), Buffer.from('junk')])], ['deflate', 'junk'], ['br', 'junk']] as const) {
        expectProblem(await say(body, { ...JSON_TYPE, 'Content-Encoding': coding }), 400, 'MALFORMED_BODY');
      }
    });

    it('answers 413 to a byte over 100 KiB, announced or chunked, packed or not', async () => {
      const letters = (count: number) => `{"a":"${'a'.repeat(count - 8)}"}`;
      expect((await say(letters(102_400))).status).to.equal(201);
      expectProblem(await say(letters(102_401)), 413, 'BODY_TOO_LARGE');
      expectProblem(await say(gzipSync(letters(102_401)), { ...JSON_TYPE, 'Content-Encoding': 'gzip' }), 413, 'BODY_TOO_LARGE');
      const head = 'POST /api/things HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nConnection: close\r\n';
      const chunk = `1000\r\n${'a'.repeat(4_096)}\r\n`;
      expect(await edge.raw(`${head}Transfer-Encoding: chunked\r\n\r\n`, chunk.repeat(26), '0\r\n\r\n')).to.match(/^HTTP\/1.1 413 .*BODY_TOO_LARGE/s);
      // Announced alone is enough: not one byte of it has come.
      expect(await edge.raw(`${head}Content-Length: 102401\r\n\r\n`)).to.match(/^HTTP\/1.1 413 .*BODY_TOO_LARGE/s);
    });

    it('refuses a bomb without unpacking it, and 100 MB without keeping them', async () => {
      const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024), { level: 9 });
      const before = process.memoryUsage().rss;
      expectProblem(await say(bomb, { ...JSON_TYPE, 'Content-Encoding': 'gzip' }), 413, 'BODY_TOO_LARGE');
      const piece = Buffer.alloc(1024 * 1024, 0x20);
      const head = 'POST /api/things HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 104857600\r\nConnection: close\r\n\r\n';
      expect(await edge.raw(head, ...Array.from({ length: 100 }, () => piece))).to.match(/^HTTP\/1.1 413 .*BODY_TOO_LARGE/s);
      expect(process.memoryUsage().rss - before).to.be.below(64 * 1024 * 1024);
    });

    it('lets go of a request whose caller hangs up, packed or not', async () => {
      for (const coding of ['identity', 'gzip']) {
        const socket = connect(edge.port, '127.0.0.1');
        socket.write(`POST /api/things HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Encoding: ${coding}\r\nContent-Length: 1000\r\n\r\n`);
        socket.write(gzipSync('{"name":"a"}').subarray(0, 12));
        const [request] = (await once(edge.server, 'request')) as [IncomingMessage];
        socket.destroy();
        await new Promise((closed) => request.once('close', closed));
      }
      expect((await say('{}')).status).to.equal(201);
      expect(edge.reported).to.deep.equal([]);
    });

    it('reads the body of a route that takes none by the same rules', async () => {
      const touch = (body: string, type = 'application/json') => edge.post('/api/things/7/touch', body, 'passenger', { 'Content-Type': type });
      expect((await touch('{"any":"thing"}')).status).to.equal(200);
      expectProblem(await touch('{'), 400, 'MALFORMED_BODY');
      expectProblem(await touch('{}', 'text/plain'), 415, 'UNSUPPORTED_MEDIA_TYPE');
      expectProblem(await touch(`"${'a'.repeat(102_400)}"`), 413, 'BODY_TOO_LARGE');
    });
  });

  describe('HTTP itself', () => {
    const refused: Readonly<Record<string, readonly [number, string]>> = {
      'GARBAGE\r\n\r\n': [400, 'MALFORMED_REQUEST'],
      'GET /api/things HTTP/9.9\r\nHost: a\r\n\r\n': [400, 'MALFORMED_REQUEST'],
      'FROB /api/things HTTP/1.1\r\nHost: a\r\n\r\n': [400, 'MALFORMED_REQUEST'],
      'GET /api/things HTTP/1.1\r\nHost: a\r\nX: \x00\r\n\r\n': [400, 'MALFORMED_REQUEST'],
      'POST /api/things HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n': [400, 'MALFORMED_REQUEST'],
      'POST /api/things HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n': [400, 'MALFORMED_REQUEST'],
      'POST /api/things HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n': [400, 'MALFORMED_REQUEST'],
    };
    for (const [request, [status, code]] of Object.entries(refused)) {
      it(`answers ${JSON.stringify(request.slice(0, 70))} with a problem`, async () => {
        const answer = await edge.raw(request);
        expect(answer).to.match(new RegExp(`^HTTP/1.1 ${status} `)).and.include('application/problem+json').and.include(code);
        const [head = '', body = ''] = answer.split('\r\n\r\n');
        expect(head).to.include(`Content-Length: ${body.length}`);
      });
    }

    it('answers 431 to an address or headers of over 16 KiB', async () => {
      expect(await edge.raw(`GET /api/things?name=${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`)).to.match(/^HTTP\/1.1 431 .*HEADERS_TOO_LARGE/s);
      expect(await edge.raw(`GET /api/things HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`)).to.match(/^HTTP\/1.1 431 .*HEADERS_TOO_LARGE/s);
    });
  });

  describe('tokens', () => {
    it('asks for one', async () => {
      for (const value of ['', 'Basic YTpi', 'Bearer', 'Bearer ', 'Bearer a b', 'passenger']) {
        const answer = await edge.post('/api/things/7/touch', undefined, undefined, value ? { Authorization: value } : {});
        expectProblem(answer, 401, 'TOKEN_MISSING');
        expect(answer.headers.get('www-authenticate')).to.equal('Bearer');
      }
      const answer = await edge.post('/api/things/7/touch', undefined, 'unknown');
      expectProblem(answer, 401, 'TOKEN_INVALID');
      expect(answer.headers.get('www-authenticate')).to.equal('Bearer');
    });

    it('looks at the role', async () => {
      expectProblem(await edge.post('/api/things/7/touch', undefined, 'admin'), 403, 'WRONG_ROLE');
      expect((await edge.post('/api/things/7/touch', undefined, 'passenger')).json).to.deep.equal({ userId: 7, id: 7 });
    });
  });

  it('tells nobody but the log what went wrong inside', async () => {
    const answer = await edge.get('/api/broken');
    expectProblem(answer, 500, 'INTERNAL');
    expect(answer.text).not.to.match(/hunter2|srv|at /);
    expect(edge.reported.map(String)).to.deep.equal(['Error: password=hunter2 at /srv/secret.ts']);
  });

  it('keeps a sane request id and makes one in the place of any other', async () => {
    const idOf = async (given: string) => (await edge.get('/api/things', undefined, { 'X-Request-Id': given })).headers.get('x-request-id');
    expect(await idOf('trace-0123456789.abc')).to.equal('trace-0123456789.abc');
    for (const odd of ['short', 'a b c d e f g', 'a'.repeat(65), '<script>alert(1)</script>']) expect(await idOf(odd)).to.match(/^[\da-f-]{36}$/);
  });
});
