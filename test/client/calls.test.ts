import { expect } from 'chai';
import { type SinonFakeTimers, useFakeTimers } from 'sinon';
import { ApiProblem, ApiUnreachable, createClient } from '../../clients/typescript/src/index.ts';
import { waitBefore } from '../../clients/typescript/src/retries.ts';

const problem = (status: number, code: string, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(JSON.stringify({ type: 'about:blank', title: '', status, code, detail: `It is ${code}.` }), {
    status,
    headers: { 'content-type': 'application/problem+json', 'x-request-id': 'abc', ...headers },
  });
const AT_ONCE = { 'retry-after': '0' };
const answer = (body: unknown = {}): Response => Response.json(body);

type Reply = Response | Error;

/** A client whose requests get these replies, in order. An error is a connection that fails. */
function clientWith(...replies: Reply[]) {
  const sent: Request[] = [];
  const bus = createClient({
    baseUrl: 'https://bus.example/at/',
    key: 'bt_live_x',
    fetch: async (url, init) => {
      sent.push(new Request(url, init));
      const reply = replies.shift();
      if (!(reply instanceof Response)) throw reply ?? new Error('Nothing is left to answer.');
      return reply;
    },
  });
  return { bus, sent };
}

const caught = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no error',
    (error: unknown) => error,
  );
const booking = { body: { schedule_id: 1 } };

describe('calls of the client', () => {
  it('a call sends path, query, body, headers and key, and answers the body', async () => {
    const { bus, sent } = clientWith(answer({ id: 7 }), answer());
    expect(await bus.getTrip({ path: { id: 7 }, query: { from_stop: '0', to_stop: '1' } })).to.deep.equal({ id: 7 });
    await bus.changePassengers({
      path: { id: 3 },
      body: { passengers: [] },
      headers: { 'If-Match': '"9"' },
    });
    expect(sent.map(({ method, url }) => `${method} ${url}`)).to.deep.equal([
      'GET https://bus.example/at/api/trips/7?from_stop=0&to_stop=1',
      'PATCH https://bus.example/at/api/bookings/3',
    ]);
    expect(sent[0]!.headers.get('authorization')).to.equal('Bearer bt_live_x');
    expect(Object.fromEntries(sent[1]!.headers)).to.include({ 'content-type': 'application/json', 'if-match': '"9"' });
    expect(await sent[1]!.text()).to.equal('{"passengers":[]}');
  });

  it('a file is answered as a Blob, and an empty body as undefined', async () => {
    const pdf = new Response('%PDF-1.7', { headers: { 'content-type': 'application/pdf' } });
    const { bus } = clientWith(pdf, new Response(null, { status: 204 }));
    const ticket = await bus.downloadTicket({ path: { id: 1 } });
    expect(ticket).to.be.instanceOf(Blob).with.property('type', 'application/pdf');
    expect(await ticket.text()).to.equal('%PDF-1.7');
    expect(await Promise.all([bus.removeStaff({ path: { id: 1 } })])).to.deep.equal([undefined]);
  });

  it('a body with a file is sent as a form', async () => {
    const { bus, sent } = clientWith(answer());
    await bus.uploadAvatar({ body: { avatar: new Blob(['x'], { type: 'image/png' }) } });
    expect((await sent[0]!.formData()).get('avatar')).to.be.instanceOf(Blob);
  });

  it('a refusal has its status, code, faults, body, request id and wait', async () => {
    const error = await caught(
      clientWith(problem(409, 'TRIP_DEPARTED', { 'retry-after': '40' })).bus.createBooking(booking),
    );
    expect(error).to.be.instanceOf(ApiProblem).that.includes({
      operation: 'createBooking',
      status: 409,
      code: 'TRIP_DEPARTED',
      detail: 'It is TRIP_DEPARTED.',
      requestId: 'abc',
      retryAfter: 40,
    });
    expect(error).to.have.property('errors').that.deep.equals([]);
    expect(error).to.have.property('body').that.includes({ title: '' });
  });

  it('an answer of a proxy, which is no problem of the API, has the code UNKNOWN', async () => {
    const error = await caught(clientWith(new Response('<h1>No</h1>', { status: 403 })).bus.createBooking(booking));
    expect(error).to.include({ status: 403, code: 'UNKNOWN', body: undefined });
  });

  const passing: Readonly<Record<string, () => Reply>> = {
    'no connection': () => new TypeError('fetch failed'),
    '409 IDEMPOTENCY_IN_PROGRESS': () => problem(409, 'IDEMPOTENCY_IN_PROGRESS', AT_ONCE),
    429: () => problem(429, 'RATE_LIMITED', AT_ONCE),
    502: () => problem(502, 'MAIL_FAILED', AT_ONCE),
    503: () => problem(503, 'DATABASE_UNAVAILABLE', AT_ONCE),
    504: () => new Response('', { status: 504, headers: AT_ONCE }),
  };

  describe('retries of the client', () => {
    let time: SinonFakeTimers;
    beforeEach(() => (time = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })));
    afterEach(() => time.restore());

    /** The result of a call, whatever it has to wait for. */
    async function settled<Result>(work: Promise<Result>): Promise<Result> {
      const state = { done: false };
      const end = (): void => void (state.done = true);
      work.then(end, end);
      while (!state.done) await time.tickAsync(1000);
      return work;
    }

    for (const [reason, reply] of Object.entries(passing)) {
      it(`a POST with an Idempotency-Key is sent again after ${reason}, with the same key`, async () => {
        const { bus, sent } = clientWith(reply(), reply(), answer({ id: 1 }));
        expect(await settled(bus.createBooking(booking))).to.deep.equal({ id: 1 });
        const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
        expect(new Set(keys).size).to.equal(1);
        expect(keys[0]).to.match(/^[\d-]{10,}$/);
      });

      it(`a GET is sent again after ${reason}, but a PATCH and a POST without a key are not`, async () => {
        const { bus, sent } = clientWith(reply(), answer(), reply(), reply());
        await settled(bus.getTrip({ path: { id: 1 } }));
        await caught(settled(bus.changePassengers({ path: { id: 1 }, body: { passengers: [] } })));
        await caught(settled(bus.signOut()));
        expect(sent.map(({ method }) => method)).to.deep.equal(['GET', 'GET', 'PATCH', 'POST']);
      });
    }

    it('PUT and DELETE are sent again after no connection', async () => {
      const gone = new Error('gone');
      const { bus, sent } = clientWith(gone, answer(), gone, new Response(null, { status: 204 }));
      await settled(bus.setTripCrew({ path: { id: 1 }, body: { crew: [] } }));
      await settled(bus.removeStaff({ path: { id: 1 } }));
      expect(sent.map(({ method }) => method)).to.deep.equal(['PUT', 'PUT', 'DELETE', 'DELETE']);
    });

    it('a call is sent at most three times, and then throws the last error', async () => {
      const { bus, sent } = clientWith(new Error('1'), problem(503, 'A', AT_ONCE), new Error('3'), answer());
      const error = await caught(settled(bus.getMe()));
      expect(error).to.be.instanceOf(ApiUnreachable).with.nested.property('cause.message', '3');
      expect(sent).to.have.length(3);
    });

    it('two calls have two keys, and a key that the caller has kept is sent as it is', async () => {
      const { bus, sent } = clientWith(answer(), answer(), answer());
      for (const idempotencyKey of [undefined, undefined, 'mine'])
        await bus.createBooking({ ...booking, ...(idempotencyKey !== undefined && { idempotencyKey }) });
      const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
      expect(new Set(keys).size).to.equal(3);
      expect(keys[2]).to.equal('mine');
    });

    for (const status of [400, 403, 404, 409, 422, 500])
      it(`a ${status} is not sent again`, async () => {
        const { bus, sent } = clientWith(problem(status, 'X'), answer());
        await caught(settled(bus.createBooking(booking)));
        expect(sent).to.have.length(1);
      });

    it('an aborted signal ends the wait before a retry', async () => {
      const { bus } = clientWith(new Error('gone'), answer());
      const stop = new AbortController();
      const call = caught(bus.getMe({ signal: stop.signal }));
      await time.tickAsync(100);
      stop.abort(new Error('enough'));
      expect(await call).to.have.property('message', 'enough');
    });
  });

  it('the wait before a retry is Retry-After, or else half a second and twice as long each time', () => {
    const asking = (seconds: string) => new ApiProblem('x', 503, new Headers({ 'retry-after': seconds }), undefined);
    const none = new ApiUnreachable('x', undefined);
    expect([1, 2, 3, 9].map((attempt) => waitBefore(none, attempt))).to.deep.equal([500, 1000, 2000, 30_000]);
    expect(waitBefore(asking('7'), 1)).to.equal(7000);
    expect(waitBefore(asking('31'), 1)).to.equal(undefined);
    expect(asking(new Date(Date.now() + 60_000).toUTCString()).retryAfter).to.be.within(50, 61);
  });

  it('a list in `all` has the rows of every page', async () => {
    const page = (results: number[], next_cursor: string | null) => answer({ results, next_cursor });
    const { bus, sent } = clientWith(page([1, 2], 'b'), page([3], 'c'), page([], null));
    const rows: unknown[] = [];
    for await (const row of bus.all.listRefunds({ query: { limit: 2 } })) rows.push(row);
    expect(rows).to.deep.equal([1, 2, 3]);
    expect(sent.map(({ url }) => new URL(url).search)).to.deep.equal([
      '?limit=2',
      '?limit=2&cursor=b',
      '?limit=2&cursor=c',
    ]);
  });

  it('a followed list goes on behind the last row, tells its place once the rows are done, and tells of a gap', async () => {
    const page = (results: object[], next_cursor: string, gap = false) => answer({ results, next_cursor, gap });
    const { bus, sent } = clientWith(page([{ id: 'a' }], 'x', true), page([], 'x'), page([{ id: 'b' }], 'y'));
    const seen: unknown[] = [];
    const onCursor = (cursor: string) => seen.push(cursor);
    const following = { query: { since: '2026-11-20T00:00:00Z' }, onCursor, onGap: () => seen.push('gap'), every: 0 };
    for await (const { id } of bus.follow.listAgentEvents(following)) {
      seen.push(id);
      if (id === 'b') break;
    }
    expect(seen).to.deep.equal(['gap', 'a', 'x', 'b']);
    expect(sent.map(({ url }) => new URL(url).search)).to.deep.equal([
      '?since=2026-11-20T00%3A00%3A00Z',
      '?cursor=x',
      '?cursor=x',
    ]);
  });
});
