import { expect } from 'chai';
import fc from 'fast-check';
import type { CodeMail } from '../../../core/platform/mailer.ts';
import { type Fields, CALLBACK, googleSignIns } from '../../support/google-sign-ins.ts';

describe('sign-in with Google through HTTP', () => {
  const { provider, open, locationOf, fragmentOf, start, callBack, authorize, signIn } = googleSignIns();

  it('a Google sign-in asks Google for a code with a PKCE challenge, and sets a cookie for the return', async () => {
    const started = await start(await open(), { device_id: 'laptop', next: 'http://localhost:5173/operator' });
    expect(started.status).to.equal(302);
    const { origin, pathname, searchParams } = locationOf(started);
    expect(`${origin}${pathname}`).to.equal(provider().authorizeUrl);
    expect(Object.fromEntries(searchParams)).to.include({
      client_id: 'our-client',
      redirect_uri: `http://tickets.example.com${CALLBACK}`,
      response_type: 'code',
      scope: 'openid email profile',
      prompt: 'select_account',
      code_challenge_method: 'S256',
    });
    expect(started.headers.getSetCookie()).to.have.length(1);
    expect(started.headers.getSetCookie()[0]).to.match(
      /^google_sign_in=[\w.-]+; Path=\/api\/auth\/google; Max-Age=600; HttpOnly; SameSite=Lax$/,
    );
    expect(started.headers.get('cache-control')).to.equal('no-store');
    expect(started.headers.get('referrer-policy')).to.equal('no-referrer');
  });

  it('a Google sign-in’s cookie is Secure and limited to the service’s path under https', async () => {
    const started = await start(await open({ BASE_URL: 'https://example.com/bus' }));
    expect(started.headers.getSetCookie()[0]).to.match(/; Path=\/bus\/api\/auth\/google; .*; Secure$/);
    expect(locationOf(started).searchParams.get('redirect_uri')).to.equal(`https://example.com/bus${CALLBACK}`);
  });

  it('a Google sign-in returns a sign-in ticket and mails a code, or returns tokens at once on a trusted device', async () => {
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
    expect([verified.status, verified.json.user.role, verified.json.user.email_verified]).to.deep.equal([
      200,
      'OPERATOR',
      true,
    ]);

    const second = fragmentOf(await signIn(api, { device_id: 'laptop' }));
    expect(Object.keys(second)).to.deep.equal(['gaccess', 'grefresh', 'gname', 'gemail']);
    expect([second['gname'], second['gemail']]).to.deep.equal(['Sita Rai', 'sita@example.com']);
    expect((await api.get('/api/auth/me', second['gaccess'])).json).to.include({
      role: 'OPERATOR',
      email: 'sita@example.com',
    });
    expect((await api.post('/api/auth/refresh', { refresh: second['grefresh'] })).status).to.equal(200);
    // The sign-in with Google made this account, which has no password yet.
    expect(
      (await api.post('/api/auth/login', { portal: 'operator', email: 'sita@example.com', password: 'whatever' }))
        .status,
    ).to.equal(403);
  });

  describe('devices trusted by a Google sign-in', () => {
    const MOZILLA = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:60.0) Gecko/20100101 Firefox/60.0' };
    /** Headers of a browser that opens a page. */
    const BROWSER = { ...MOZILLA, Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
    const PORTAL = 'https://operators.example.com';
    /** Signs in with these headers and the mailed code. True if the device is trusted afterwards. */
    async function trusts(headers: Fields): Promise<boolean> {
      const api = await open({ OPERATOR_LOGIN_URL: `${PORTAL}/login` });
      const { gticket } = fragmentOf(await signIn(api, { device_id: 'laptop' }, headers));
      const { code } = api.mailer.sent.at(-1) as CodeMail;
      expect((await api.post('/api/auth/verify-otp', { ticket: gticket, code })).status).to.equal(200);
      return 'gaccess' in fragmentOf(await signIn(api, { device_id: 'laptop' }));
    }

    const own: Readonly<Record<string, Fields>> = {
      "the service's own page": { ...BROWSER, 'Sec-Fetch-Site': 'same-origin' },
      'a page of the same site': { ...BROWSER, 'Sec-Fetch-Site': 'same-site' },
      "the service's own page, in an older browser": {
        ...BROWSER,
        Referer: 'http://tickets.example.com/operator-login.html',
      },
      'the operator portal on another site': { ...BROWSER, 'Sec-Fetch-Site': 'cross-site', Referer: `${PORTAL}/` },
      'the operator portal, in an older browser': { ...BROWSER, Referer: `${PORTAL}/login` },
      'a program': { 'User-Agent': 'node' },
      'a program that asks for HTML': { 'User-Agent': 'curl/8.5.0', Accept: 'text/html' },
      'a program that calls itself a browser': MOZILLA,
    };
    for (const [where, headers] of Object.entries(own)) {
      it(`a Google sign-in trusts a device id in a request from ${where}`, async () => {
        expect(await trusts(headers)).to.equal(true);
      });
    }

    const others: Readonly<Record<string, Fields>> = {
      'another site': { ...BROWSER, 'Sec-Fetch-Site': 'cross-site', Referer: 'https://evil.example/' },
      'another site that does not say which': { ...BROWSER, 'Sec-Fetch-Site': 'cross-site' },
      'another site, by a script': { ...MOZILLA, 'Sec-Fetch-Site': 'cross-site' },
      'a mail, or a typed address': { ...BROWSER, 'Sec-Fetch-Site': 'none' },
      'a mail that claims to be ours': { ...BROWSER, 'Sec-Fetch-Site': 'none', Referer: `${PORTAL}/` },
      'another site, in an older browser': { ...BROWSER, Referer: 'http://tickets.example.com.evil.example/' },
      'a site that does not say which, in an older browser': BROWSER,
      nonsense: { ...BROWSER, Referer: 'nonsense' },
    };
    for (const [where, headers] of Object.entries(others)) {
      it(`a Google sign-in trusts no device id in a request from ${where}`, async () => {
        expect(await trusts(headers)).to.equal(false);
      });
    }
  });

  it('a Google sign-in returns to the page the nonce that the page sent at the start, on success and on failure', async () => {
    const api = await open();
    const nonce = 'of this tab & no other';
    expect(fragmentOf(await signIn(api, { nonce })))
      .to.have.all.keys('gticket', 'gemail', 'gnonce')
      .and.to.include({ gnonce: nonce });
    const { started, cookie } = await authorize(api, { nonce });
    const state = locationOf(started).searchParams.get('state')!;
    const cancelled = fragmentOf(
      await callBack(api, `${CALLBACK}?${new URLSearchParams({ state, error: 'access_denied' }).toString()}`, cookie),
    );
    expect(cancelled)
      .to.have.all.keys('gerror', 'gcode', 'gnonce')
      .and.to.include({ gcode: 'GOOGLE_CANCELLED', gnonce: nonce });
    expect(fragmentOf(await callBack(api, `${CALLBACK}?state=forged&nonce=${nonce}`))).to.have.all.keys('gerror');

    const without = await open({ GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '' });
    expect(fragmentOf(await start(without, { nonce }))).to.include({ gcode: 'GOOGLE_NOT_SET_UP', gnonce: nonce });
  });

  it('a Google sign-in never shows the PKCE verifier or the client secret to the browser', async () => {
    const api = await open();
    const { started, cookie, back } = await authorize(api);
    const verifier = cookie.split('.')[1]!;
    expect(started.headers.get('location')).not.to.contain(verifier).and.not.to.contain('our-secret');
    expect(decodeURIComponent(back)).not.to.contain(verifier);
    await callBack(api, back, cookie);
    expect(provider().exchanged.at(-1)).to.include({ code_verifier: verifier });
  });

  it('a Google sign-in leads to the default login page if the requested next page is not allowed', async () => {
    const api = await open({
      OPERATOR_LOGIN_URL: 'https://operators.example.com/login',
      ALLOWED_NEXT_ORIGINS: 'https://portal.example.com',
    });
    for (const next of [
      '',
      'http://localhost:5173/',
      'https://portal.example.com.evil.example/',
      'https://portal.example.com@evil.example/',
      'https://portal.example.com\\.evil.example',
      '\u0000',
      'https://portal.example.com\r\nX: y',
    ]) {
      const { status, headers } = await signIn(api, { next });
      expect([status, headers.get('location')!.split('#')[0]], JSON.stringify(next)).to.deep.equal([
        302,
        'https://operators.example.com/login',
      ]);
    }
    expect((await signIn(api, { next: 'https://portal.example.com/home' })).headers.get('location')).to.match(
      /^https:\/\/portal\.example\.com\/home#/,
    );
  });

  it('a Google sign-in redirects only to allowed origins, whatever its parameters are', async () => {
    const api = await open();
    const part = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.constantFrom(
        'http://localhost',
        'http://localhost@evil.example',
        '\\',
        '//',
        '\r\n',
        '\0',
        'http://127.0.0.1.evil/',
        '%zz',
        '&next=x',
        '&state=a&state=b',
      ),
    );
    const query = fc.array(part, { maxLength: 4 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(
          'start?next=',
          'start?device_id=',
          'callback?state=',
          'callback?code=',
          'callback?error=',
          'callback?',
        ),
        query,
        fc.boolean(),
        async (path, text, encoded) => {
          const raw = encoded
            ? encodeURIComponent(text)
            : Buffer.from(text)
                .toString('latin1')
                .replace(/[^!-"$-~]/g, '');
          const answer = await api.get(`/api/auth/google/${path}${raw}`);
          expect(answer.status).to.equal(302);
          const location = locationOf(answer);
          expect([new URL(provider().authorizeUrl).origin, 'http://tickets.example.com']).to.include(location.origin);
        },
      ),
      { numRuns: 300 },
    );
  });
});
