import { expect } from 'chai';
import { type Edge, startEdge } from '../../support/edge.ts';
import { expectProblem } from '../../support/problems.ts';

describe('request targets', () => {
  let edge: Edge;

  before(async () => {
    edge = await startEdge();
  });
  after(() => edge.close());
  beforeEach(() => {
    edge.reported.length = 0;
  });

  describe('addresses of requests', () => {
    for (const path of [
      '/',
      '/api',
      '/api/nothing',
      '/api/Things',
      '/api/things/1/2',
      '/api//things',
      '/api/thing/%',
      '/api/thing/%ZZ',
      '/api/%E0%A4%A',
      '/api/things%00',
      '/%2e%2e/%2e%2e/etc/passwd',
    ]) {
      it(`an unknown address answers 404: ${path}, with and without a token`, async () => {
        expectProblem(await edge.get(path), 404, 'NOT_FOUND');
        expectProblem(await edge.post(path, '{', 'no token'), 404, 'NOT_FOUND');
      });
    }

    for (const key of [
      '0',
      '-1',
      '1.5',
      '1e3',
      '2147483648',
      '9007199254740993',
      '99999999999999999999999',
      'abc',
      '0x10',
      '%20',
      '١',
      '1%00',
      'null',
      '+1',
      '%',
      '%ZZ',
      '%E0%A4%A',
    ]) {
      it(`an id in a path that is invalid answers 404: ${key}`, async () => {
        expectProblem(await edge.get(`/api/things/${key}`), 404, 'NOT_FOUND');
      });
    }

    it('the id in a path is read as a number up to 2147483647', async () => {
      expect((await edge.get('/api/things/2147483647')).json).to.deep.equal({ params: { id: 2147483647 } });
    });

    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND']) {
      it(`a method that an address does not support answers 405 before token and body are checked: ${method}`, async () => {
        const answer = await edge.send('/api/things/7/touch', {
          method,
          headers: { Authorization: 'Bearer nonsense', 'Content-Type': 'x' },
          ...(method !== 'OPTIONS' && { body: '{' }),
        });
        expectProblem(answer, 405, 'METHOD_NOT_ALLOWED');
        expect(answer.headers.get('allow')).to.equal('POST');
      });
    }

    it('a 405 answer lists all methods that the address supports', async () => {
      expect((await edge.send('/api/things', { method: 'DELETE' })).headers.get('allow')).to.equal('GET, HEAD, POST');
    });

    it('a HEAD request is answered like GET, without the body', async () => {
      const [get, head] = [await edge.get('/api/things'), await edge.send('/api/things', { method: 'HEAD' })];
      expect([head.status, head.text]).to.deep.equal([200, '']);
      expect(head.headers.get('content-length')).to.equal(get.headers.get('content-length'));
    });

    it('an absolute request target is read as its path, whatever its host', async () => {
      expect(
        await edge.raw('GET http://evil.example/api/things?name=a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'),
      ).to.match(/^HTTP\/1.1 200 .*"name":"a"/s);
    });

    for (const target of ['*', 'evil.example:80', 'http://[::1', 'ftp://a/b', 'javascript:alert(1)']) {
      it(`the HTTP request target ${target} is refused`, async () => {
        expect(await edge.raw(`OPTIONS ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)).to.match(
          /^HTTP\/1.1 400 .*application\/problem\+json.*"code":"MALFORMED_REQUEST"/s,
        );
      });
    }

    for (const [what, host] of Object.entries({
      'no Host': '',
      'two Hosts': 'Host: a\r\nHost: b\r\n',
      'a Host with a path': 'Host: a/b\r\n',
      'a Host with blanks': 'Host: a b\r\n',
      'a Host with an @': 'Host: a@b\r\n',
    })) {
      it(`an HTTP request with ${what} is refused`, async () => {
        expect(await edge.raw(`GET /api/things HTTP/1.1\r\n${host}Connection: close\r\n\r\n`)).to.match(
          /^HTTP\/1.1 400 .*"code":"MALFORMED_REQUEST"/s,
        );
      });
    }
  });
});
