import { expect } from 'chai';
import { type Edge, startEdge } from '../../support/edge.ts';
import { expectProblem } from '../../support/problems.ts';

describe('errors of the HTTP edge', () => {
  let edge: Edge;

  before(async () => {
    edge = await startEdge();
  });
  after(() => edge.close());
  beforeEach(() => {
    edge.reported.length = 0;
  });

  describe('queries', () => {
    it('a query with a parameter given twice answers 400', async () => {
      const answer = await edge.get('/api/things?name=a&name=b');
      expectProblem(answer, 400, 'VALIDATION');
      expect(answer.json.errors[0].field).to.equal('name');
    });

    it('a query with names such as __proto__ or stray percent signs is accepted', async () => {
      expect((await edge.get('/api/things?__proto__=a&constructor=b&toString=c&name=ok')).json.query.name).to.equal(
        'ok',
      );
      expect((await edge.get('/api/things?%&a%=%&&&=&name=%E0%A4%A')).status).to.equal(200);
      expectProblem(await edge.get('/api/things?name=%00'), 400, 'VALIDATION');
    });
  });

  describe('malformed HTTP', () => {
    const refused: Readonly<Record<string, readonly [number, string]>> = {
      'GARBAGE\r\n\r\n': [400, 'MALFORMED_REQUEST'],
      'GET /api/things HTTP/9.9\r\nHost: a\r\n\r\n': [400, 'MALFORMED_REQUEST'],
      'FROB /api/things HTTP/1.1\r\nHost: a\r\n\r\n': [400, 'MALFORMED_REQUEST'],
      'GET /api/things HTTP/1.1\r\nHost: a\r\nX: \x00\r\n\r\n': [400, 'MALFORMED_REQUEST'],
      'POST /api/things HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n': [
        400,
        'MALFORMED_REQUEST',
      ],
      'POST /api/things HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n':
        [400, 'MALFORMED_REQUEST'],
      'POST /api/things HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n': [400, 'MALFORMED_REQUEST'],
    };
    for (const [request, [status, code]] of Object.entries(refused)) {
      it(`malformed HTTP ${JSON.stringify(request.slice(0, 70))} is answered by an error in the API’s format`, async () => {
        const answer = await edge.raw(request);
        expect(answer)
          .to.match(new RegExp(`^HTTP/1.1 ${status} `))
          .and.include('application/problem+json')
          .and.include(code);
        const [head = '', body = ''] = answer.split('\r\n\r\n');
        expect(head).to.include(`Content-Length: ${body.length}`);
      });
    }

    it('a request with an unknown Expect header is handled like any other', async () => {
      const answer = await edge.raw(
        'GET /api/things?name=a&name=b HTTP/1.1\r\nHost: a\r\nExpect: tea\r\nConnection: close\r\n\r\n',
      );
      expect(answer).to.match(/^HTTP\/1.1 400 .*application\/problem\+json.*"VALIDATION"/s);
    });

    it('a path or headers of over 16 KiB answer 431', async () => {
      expect(await edge.raw(`GET /api/things?name=${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`)).to.match(
        /^HTTP\/1.1 431 .*HEADERS_TOO_LARGE/s,
      );
      expect(await edge.raw(`GET /api/things HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`)).to.match(
        /^HTTP\/1.1 431 .*HEADERS_TOO_LARGE/s,
      );
    });
  });

  describe('tokens', () => {
    it('a route for signed-in callers answers 401 to a request without a token', async () => {
      for (const value of ['', 'Basic YTpi', 'Bearer', 'Bearer ', 'Bearer a b', 'passenger']) {
        const answer = await edge.post(
          '/api/things/7/touch',
          undefined,
          undefined,
          value ? { Authorization: value } : {},
        );
        expectProblem(answer, 401, 'TOKEN_MISSING');
        expect(answer.headers.get('www-authenticate')).to.equal('Bearer');
      }
      const answer = await edge.post('/api/things/7/touch', undefined, 'unknown');
      expectProblem(answer, 401, 'TOKEN_INVALID');
      expect(answer.headers.get('www-authenticate')).to.equal('Bearer');
    });

    it('a token of a role that the route does not allow answers 403', async () => {
      expectProblem(await edge.post('/api/things/7/touch', undefined, 'admin'), 403, 'WRONG_ROLE');
      expect((await edge.post('/api/things/7/touch', undefined, 'passenger')).json).to.deep.equal({ userId: 7, id: 7 });
    });
  });

  it('an internal error’s cause is in the log, and not in the answer', async () => {
    const answer = await edge.get('/api/broken');
    expectProblem(answer, 500, 'INTERNAL');
    expect(answer.text).not.to.match(/hunter2|srv|at /);
    expect(edge.reported.map(String)).to.deep.equal(['Error: password=hunter2 at /srv/secret.ts']);
  });

  it('a well-formed X-Request-Id is kept, and any other is replaced', async () => {
    const idOf = async (given: string) =>
      (await edge.get('/api/things', undefined, { 'X-Request-Id': given })).headers.get('x-request-id');
    expect(await idOf('trace-0123456789.abc')).to.equal('trace-0123456789.abc');
    for (const odd of ['short', 'a b c d e f g', 'a'.repeat(65), '<script>alert(1)</script>'])
      expect(await idOf(odd)).to.match(/^[\da-f-]{36}$/);
  });
});
