import { expect } from 'chai';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import type { CodeMail } from '../../core/kernel/mailer.ts';
import { startApi } from '../support/http.ts';
import type { Answer, Api } from '../support/http.ts';
import { startProvider } from '../support/oauth.ts';
import type { Provider } from '../support/oauth.ts';

const CALLBACK = '/api/auth/google/callback';

describe('sign-in with Google through HTTP', () => {
  let provider: Provider;
  let dataDir: string;
  before(async () => {
    provider = await startProvider();
    dataDir = await mkdtemp(join(tmpdir(), 'bus-ticket-'));
  });
  after(async () => {
    await provider.close();
    await rm(dataDir, { recursive: true });
  });

  const opened: Api[] = [];
  afterEach(async () => { for (const api of opened.splice(0)) await api.close(); });

  const environment = () => ({
    DATA_DIR: dataDir, GOOGLE_CLIENT_ID: 'our-client', GOOGLE_CLIENT_SECRET: 'our-secret',
    OAUTH_AUTHORIZE_URL: provider.authorizeUrl, OAUTH_TOKEN_URL: provider.tokenUrl, OAUTH_USERINFO_URL: provider.userinfoUrl,
    BASE_URL: 'http://tickets.example.com', OTP_RESEND_SECONDS: '0',
  });
  async function open(more: Readonly<Record<string, string>> = {}): Promise<Api> {
    const api = await startApi({ environment: { ...environment(), ...more } });
    opened.push(api);
    return api;
  }

  const locationOf = ({ headers }: Answer): URL => new URL(headers.get('location')!);
  const cookieOf = ({ headers }: Answer): string => headers.getSetCookie()[0]!.split(';')[0]!;
  const fragmentOf = (answer: Answer): Record<string, string> => Object.fromEntries(new URLSearchParams(locationOf(answer).hash.slice(1)));
  const start = (api: Api, query: Readonly<Record<string, string>> = {}) => api.get(`/api/auth/google/start?${new URLSearchParams(query).toString()}`);
  const come = (api: Api, path: string, cookie?: string) => api.get(path, undefined, cookie === undefined ? {} : { Cookie: cookie });

  /** There and back again, as a browser goes. */
  async function visit(api: Api, query: Readonly<Record<string, string>> = {}): Promise<{ started: Answer; back: string; cookie: string }> {
    const started = await start(api, query);
    const returned = await provider.agree(started.headers.get('location')!);
    return { started, back: `${returned.pathname}${returned.search}`, cookie: cookieOf(started) };
  }
  async function signIn(api: Api, query: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const { back, cookie } = await visit(api, query);
    return come(api, back, cookie);
  }

  it('asks the provider as the specification says, and keeps a cookie for the way back', async () => {
    const started = await start(await open(), { device_id: 'laptop', next: 'http://localhost:5173/operator' });
    expect(started.status).to.equal(302);
    const { origin, pathname, searchParams } = locationOf(started);
    expect(`${origin}${pathname}`).to.equal(provider.authorizeUrl);
    expect(Object.fromEntries(searchParams)).to.include({
      client_id: 'our-client', redirect_uri: `http://tickets.example.com${CALLBACK}`, response_type: 'code', scope: 'openid email profile', prompt: 'select_account', code_challenge_method: 'S256',
    });
    expect(started.headers.getSetCookie()).to.have.length(1);
    expect(started.headers.getSetCookie()[0]).to.match(/^google_sign_in=[\w.-]+; Path=\/api\/auth\/google; Max-Age=600; HttpOnly; SameSite=Lax$/);
    expect(started.headers.get('cache-control')).to.equal('no-store');
    expect(started.headers.get('referrer-policy')).to.equal('no-referrer');
  });

  it('keeps the cookie to https, and to its own place, where the service is reached so', async () => {
    const started = await start(await open({ BASE_URL: 'https://example.com/bus' }));
    expect(started.headers.getSetCookie()[0]).to.match(/; Path=\/bus\/api\/auth\/google; .*; Secure$/);
    expect(locationOf(started).searchParams.get('redirect_uri')).to.equal(`https://example.com/bus${CALLBACK}`);
  });

  it('ends with a ticket for a mailed code, and on the device that gave the code with tokens', async () => {
    const api = await open();
    const first = await signIn(api, { device_id: 'laptop', next: 'http://localhost:5173/operator?tab=1#old' });
    expect(first.status).to.equal(302);
    expect(locationOf(first).href.split('#')[0]).to.equal('http://localhost:5173/operator?tab=1');
    expect(Object.keys(fragmentOf(first))).to.deep.equal(['gticket', 'gemail']);
    expect(fragmentOf(first)['gemail']).to.equal('sita@example.com');
    expect(first.headers.getSetCookie()[0]).to.match(/^google_sign_in=; .*Max-Age=0/);
    expect(first.headers.get('cache-control')).to.equal('no-store');
    expect(first.headers.get('referrer-policy')).to.equal('no-referrer');

    const { code, purpose } = api.mailer.sent.at(-1) as CodeMail;
    expect(purpose).to.equal('LOGIN');
    const verified = await api.post('/api/auth/verify-otp', { ticket: fragmentOf(first)['gticket'], code });
    expect([verified.status, verified.json.user.role, verified.json.user.email_verified]).to.deep.equal([200, 'OPERATOR', true]);

    const second = fragmentOf(await signIn(api, { device_id: 'laptop' }));
    expect(Object.keys(second)).to.deep.equal(['gaccess', 'grefresh', 'gname', 'gemail']);
    expect([second['gname'], second['gemail']]).to.deep.equal(['Sita Rai', 'sita@example.com']);
    expect((await api.get('/api/auth/me', second['gaccess'])).json).to.include({ role: 'OPERATOR', email: 'sita@example.com' });
    expect((await api.post('/api/auth/refresh', { refresh: second['grefresh'] })).status).to.equal(200);
    // Made by Google, and without a password until one is set.
    expect((await api.post('/api/auth/login', { portal: 'operator', email: 'sita@example.com', password: 'whatever' })).status).to.equal(403);
  });

  it('shows neither verifier nor client secret to the browser', async () => {
    const { started, cookie, back } = await visit(await open());
    const verifier = cookie.split('.')[1]!;
    expect(provider.exchanged.length).to.be.a('number');
    expect(started.headers.get('location')).not.to.contain(verifier).and.not.to.contain('our-secret');
    expect(decodeURIComponent(back)).not.to.contain(verifier);
  });

  it('leads to the default login page unless the next one is allowed', async () => {
    const api = await open({ OPERATOR_LOGIN_URL: 'https://operators.example.com/login', ALLOWED_NEXT_ORIGINS: 'https://portal.example.com' });
    for (const next of ['', 'http://localhost:5173/', 'https://portal.example.com.evil.example/', 'https://portal.example.com@evil.example/', 'https://portal.example.com\\.evil.example', '\u0000', 'https://portal.example.com\r\nX: y']) {
      const { status, headers } = await signIn(api, { next });
      expect([status, headers.get('location')!.split('#')[0]], JSON.stringify(next)).to.deep.equal([302, 'https://operators.example.com/login']);
    }
    expect((await signIn(api, { next: 'https://portal.example.com/home' })).headers.get('location')).to.match(/^https:\/\/portal\.example\.com\/home#/);
  });

  it('always sends the browser on: never an error, never out of the allowed origins', async () => {
    const api = await open();
    const part = fc.oneof(fc.string({ unit: 'binary', maxLength: 30 }), fc.constantFrom('http://localhost', 'http://localhost@evil.example', '\\', '//', '\r\n', '\0', 'http://127.0.0.1.evil/', '%zz', '&next=x', '&state=a&state=b'));
    const query = fc.array(part, { maxLength: 4 }).map((parts) => parts.join(''));
    await fc.assert(fc.asyncProperty(fc.constantFrom('start?next=', 'start?device_id=', 'callback?state=', 'callback?code=', 'callback?error=', 'callback?'), query, fc.boolean(), async (path, text, encoded) => {
      const raw = encoded ? encodeURIComponent(text) : Buffer.from(text).toString('latin1').replace(/[^!-"$-~]/g, '');
      const answer = await api.get(`/api/auth/google/${path}${raw}`);
      expect(answer.status).to.equal(302);
      const location = locationOf(answer);
      expect([new URL(provider.authorizeUrl).origin, 'http://tickets.example.com']).to.include(location.origin);
    }), { numRuns: 300 });
  });

  describe('tells what went wrong in the fragment', () => {
    const problemOf = (answer: Answer): string => {
      expect(answer.status).to.equal(302);
      expect(Object.keys(fragmentOf(answer))).to.deep.equal(['gerror']);
      return fragmentOf(answer)['gerror']!;
    };
    const atLogin = (answer: Answer): boolean => locationOf(answer).href.startsWith('http://tickets.example.com/operator-login.html#');

    it('when the state is forged, foreign, used or too old: always at the login page', async () => {
      const api = await open();
      const next = 'http://localhost:5173/operator';
      const [mine, theirs] = [await visit(api, { next }), await visit(api, { next })];
      const bad = [
        await come(api, CALLBACK, mine.cookie), await come(api, `${CALLBACK}?state=forged&code=x`, mine.cookie), await come(api, mine.back), await come(api, mine.back, theirs.cookie),
        await come(api, mine.back.replace(/state=./, 'state=x'), mine.cookie), await come(api, `${CALLBACK}?error=access_denied`, mine.cookie),
      ];
      expect(fragmentOf(await come(api, mine.back, mine.cookie))).to.have.property('gticket');
      bad.push(await come(api, mine.back, mine.cookie));
      api.clock.advance(10.1);
      bad.push(await come(api, theirs.back, theirs.cookie));
      for (const answer of bad) {
        expect(problemOf(answer)).to.match(/start again/);
        expect(atLogin(answer)).to.equal(true);
      }
    });

    it('when the person cancels, or the provider brings nothing: at the page where it began', async () => {
      const api = await open();
      for (const [query, sentence] of [['error=access_denied', /cancelled/], ['', /did not finish/]] as const) {
        const { started, cookie } = await visit(api, { next: 'http://localhost:5173/operator' });
        const state = locationOf(started).searchParams.get('state')!;
        const answer = await come(api, `${CALLBACK}?${new URLSearchParams({ state }).toString()}&${query}`, cookie);
        expect(problemOf(answer)).to.match(sentence);
        expect(locationOf(answer).origin).to.equal('http://localhost:5173');
      }
    });

    it('when the provider fails, gives no token, tells no address, or an unverified one', async () => {
      const api = await open();
      const problems: (readonly [() => void, RegExp])[] = [
        [() => { provider.tokenTwist = (response) => { response.statusCode = 500; }; }, /could not be reached/],
        [() => { provider.tokenTwist = (response) => { response.statusCode = 400; response.body = { error: 'invalid_grant' }; }; }, /did not confirm/],
        [() => { provider.userinfoTwist = (response) => { response.statusCode = 503; }; }, /could not be reached/],
        [() => { provider.userinfoTwist = (response) => { response.body = { name: 'Nobody' }; }; }, /did not tell us your e-mail address/],
        [() => { provider.userinfoTwist = (response) => { response.body = { email: 'sita@example.com', email_verified: false }; }; }, /has not verified/],
      ];
      for (const [twist, sentence] of problems) {
        provider.tokenTwist = provider.userinfoTwist = undefined;
        twist();
        expect(problemOf(await signIn(api))).to.match(sentence);
      }
      provider.tokenTwist = provider.userinfoTwist = undefined;
    });

    it('when the code can\'t be mailed', async () => {
      const api = await open();
      api.mailer.broken = true;
      expect(problemOf(await signIn(api))).to.match(/could not be mailed/);
    });

    it('when none is set up', async () => {
      const api = await open({ GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '' });
      const answer = await start(api, { next: 'http://localhost:5173/operator' });
      expect(problemOf(answer)).to.match(/not set up/);
      expect(locationOf(answer).origin).to.equal('http://localhost:5173');
      expect(problemOf(await come(api, `${CALLBACK}?state=x&code=y`))).to.match(/start again/);
    });

    it('when something of ours breaks', async () => {
      const api = await startApi({ environment: environment(), overrides: { transact: () => Promise.reject(new Error('broken')) } });
      opened.push(api);
      const answer = await signIn(api);
      expect(problemOf(answer)).to.match(/Something went wrong/);
      expect(atLogin(answer)).to.equal(true);
    });
  });
});
