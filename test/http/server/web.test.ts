import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { get } from 'node:http';
import { expect } from 'chai';
import { type Api, startApi } from '../../support/http.ts';

const PASSENGER = [
  '/trips',
  '/trips/42',
  '/book/42',
  '/pay/7',
  '/bookings',
  '/bookings/7',
  '/sign-in',
  '/find-booking',
  '/register',
  '/verify',
  '/forgot-password',
  '/profile',
];
const PORTAL = ['/portal', '/portal/', '/portal/buses', '/portal/trips/42/sell'];
const CONDUCTOR = ['/conductor', '/conductor/trips/42'];

/** The bytes as sent over the network. fetch would decompress them. */
const raw = (url: string, encoding: string): Promise<{ encoding: string | undefined; bytes: Buffer }> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { 'Accept-Encoding': encoding } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        resolve({ encoding: response.headers['content-encoding'], bytes: Buffer.concat(chunks) });
      });
    }).on('error', reject);
  });

async function withApi<Result>(
  environment: Readonly<Record<string, string>>,
  use: (api: Api) => Promise<Result>,
): Promise<Result> {
  const api = await startApi({ environment });
  try {
    return await use(api);
  } finally {
    await api.close();
  }
}

const ESEWA = {
  ESEWA_FORM_URL: 'https://pay.example.com/api/epay/main/v2/form',
  ESEWA_STATUS_URL: 'https://status.example.com/',
  ESEWA_PRODUCT_CODE: 'CODE',
  ESEWA_SECRET_KEY: 'key',
};

describe('web pages', () => {
  let api: Api;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  const assetsOf = async (path: string): Promise<readonly string[]> =>
    [...(await api.get(path)).text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, address]) => address!);
  const statuses = (service: Api, paths: readonly string[]): Promise<readonly number[]> =>
    Promise.all(paths.map(async (path) => (await service.get(path)).status));
  const all = (paths: readonly string[], status: number): readonly number[] => paths.map(() => status);
  const directive = async (path: string, name: string, service = api): Promise<string | undefined> =>
    (await service.get(path)).headers
      .get('content-security-policy')!
      .split('; ')
      .find((rule) => rule.startsWith(`${name} `))
      ?.slice(name.length + 1);

  it('each web app (passengers, portal, conductors) has one HTML document for all its addresses', async () => {
    for (const paths of [PASSENGER, PORTAL, CONDUCTOR]) {
      const answers = await Promise.all(paths.map((path) => api.get(path)));
      expect(answers.map(({ status }) => status)).to.deep.equal(all(paths, 200));
      expect(new Set(answers.map(({ text }) => text)).size).to.equal(1);
      expect(answers[0]!.headers.get('content-type')).to.equal('text/html; charset=utf-8');
    }
  });

  it('an address without a web page answers 404, and other programs than browsers get an error in the API’s format', async () => {
    for (const path of ['/nowhere', '/trips/42/seats', '/portals', '/conductors', '/assets', '/assets/none.js']) {
      const { status, json } = await api.get(path);
      expect([status, json.code], path).to.deep.equal([404, 'NOT_FOUND']);
    }
    expect((await api.get('/assets/web.json')).status).to.equal(404);
    expect((await api.get('/assets/..%2fpackage.json')).status).to.equal(404);
    expect((await api.post('/trips', {})).status).to.equal(405);
  });

  it('web pages are revalidated by the browser each time, and sent again only if they have changed', async () => {
    for (const path of ['/trips', '/portal', '/conductor', '/conductor/worker.js', '/conductor/app.webmanifest']) {
      const { headers } = await api.get(path);
      expect(headers.get('cache-control'), path).to.equal('no-cache');
      const again = await api.get(path, undefined, { 'If-None-Match': headers.get('etag')! });
      expect([again.status, again.text, again.headers.get('etag')]).to.deep.equal([304, '', headers.get('etag')]);
      expect((await api.get(path, undefined, { 'If-None-Match': '"another"' })).status).to.equal(200);
    }
  });

  it('web assets are cached for a year, and compressed as the caller prefers', async () => {
    const files = (await Promise.all(['/trips', '/portal', '/conductor'].map(assetsOf))).flat();
    expect(files.some((file) => file.endsWith('.js')) && files.some((file) => file.endsWith('.css'))).to.equal(true);
    for (const file of files) {
      const { status, headers, bytes } = await api.get(file, undefined, { 'Accept-Encoding': 'identity' });
      expect([status, headers.get('content-encoding')], file).to.deep.equal([200, null]);
      expect(headers.get('cache-control')).to.equal('public, max-age=31536000, immutable');
      expect(headers.get('vary')).to.contain('Accept-Encoding');
      const [brotli, gzip] = await Promise.all([
        raw(`${api.url}${file}`, 'gzip, deflate, br'),
        raw(`${api.url}${file}`, 'gzip'),
      ]);
      expect([brotli.encoding, gzip.encoding], file).to.deep.equal(['br', 'gzip']);
      const whole = Buffer.from(bytes);
      expect(brotliDecompressSync(brotli.bytes).equals(whole)).to.equal(true);
      expect(gunzipSync(gzip.bytes).equals(whole)).to.equal(true);
    }
  });

  it('an unknown address answers browsers with a page, and other programs with an error in the API’s format', async () => {
    const reading = { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };
    const lost = await fetch(`${api.url}/no/such/page`, reading);
    expect([lost.status, lost.headers.get('content-type')]).to.deep.equal([404, 'text/html; charset=utf-8']);
    expect(lost.headers.get('cross-origin-opener-policy')).to.equal('same-origin');
    expect(await lost.text()).to.equal((await api.get('/trips')).text);
    for (const [address, init] of [
      ['/no/such/page', {}],
      ['/api/no/such/thing', reading],
      ['/no/such/page', { ...reading, method: 'POST' }],
    ] as const) {
      const answer = await fetch(`${api.url}${address}`, init);
      expect([answer.status, answer.headers.get('content-type')]).to.deep.equal([404, 'application/problem+json']);
    }
  });

  it('the link of an unknown ticket answers browsers with a page, and other programs with an error in the API’s format', async () => {
    const read = await api.get('/t/abcdefghjkmn', undefined, { accept: 'text/html,*/*;q=0.8' });
    expect([read.status, read.headers.get('content-type')]).to.deep.equal([404, 'text/html; charset=utf-8']);
    expect(read.text).to.match(/^<!doctype html>/);
    const asked = await api.get('/t/abcdefghjkmn', undefined, { accept: 'application/json' });
    expect([asked.status, asked.json.code]).to.deep.equal([404, 'TICKET_UNKNOWN']);
    for (const { headers } of [read, asked]) expect(headers.get('vary')).to.match(/(?:^|, )Accept(?:,|$)/);
  });

  it('a browser that opens too many unknown ticket links gets a page and is told when to come again', async () => {
    await withApi({ RATE_LIMIT: 'on' }, async (limited) => {
      const open = () => limited.get('/t/abcdefghjkmn', undefined, { accept: 'text/html' });
      let last = await open();
      for (let count = 0; last.status === 404 && count < 200; count += 1) last = await open();
      expect([last.status, last.headers.get('content-type')]).to.deep.equal([429, 'text/html; charset=utf-8']);
      expect(Number(last.headers.get('retry-after'))).to.be.above(0);
    });
  });

  it('every web page has a description for search engines', async () => {
    for (const path of ['/', '/portal', '/conductor', '/ticket'])
      expect((await api.get(path)).text, path).to.match(/<meta name="description" content="[^"]{50,}">/);
  });

  it('crawlers may read every page, the pages of tickets too, which say themselves that they must not be listed', async () => {
    const { status, headers, text } = await api.get('/robots.txt');
    expect([status, headers.get('content-type')]).to.deep.equal([200, 'text/plain; charset=utf-8']);
    expect(text).to.equal('User-agent: *\nDisallow:\n');
    expect((await api.get('/ticket')).headers.get('x-robots-tag')).to.equal('noindex');
  });

  it('security.txt names the contact for vulnerabilities, else the support’s, and is not there without either', async () => {
    expect((await api.get('/.well-known/security.txt')).status).to.equal(404);
    const contactIn = (environment: Readonly<Record<string, string>>) =>
      withApi(environment, async (other) => {
        const { headers, text } = await other.get('/.well-known/security.txt');
        expect(headers.get('content-type')).to.equal('text/plain; charset=utf-8');
        const expires = Date.parse(/^Expires: (\S+)$/m.exec(text)?.[1] ?? '');
        expect(expires).to.be.within(other.clock() + 30 * 864e5, other.clock() + 365 * 864e5);
        return /^Contact: (.+)$/m.exec(text)?.[1];
      });
    expect([
      await contactIn({ SUPPORT_CONTACT: 'help@example.com' }),
      await contactIn({ SUPPORT_CONTACT: '+977 1-4123456' }),
      await contactIn({ SUPPORT_CONTACT: 'help@example.com', SECURITY_CONTACT: 'https://example.com/report' }),
    ]).to.deep.equal(['mailto:help@example.com', 'tel:+97714123456', 'https://example.com/report']);
  });

  it('web fonts are split by script, and are not compressed a second time', async () => {
    const style = (await assetsOf('/trips')).find((file) => file.endsWith('.css'))!;
    const { text } = await api.get(style);
    const faces = [...text.matchAll(/@font-face\{[^}]*url\(([^)]*)\)[^}]*\}/g)];
    expect(faces.length).to.be.above(5);
    for (const [face, address] of faces) {
      expect(face).to.contain('font-display:swap').and.contain('unicode-range:');
      const font = await raw(new URL(address!.replaceAll('"', ''), `${api.url}/assets/`).href, 'br, gzip');
      expect([font.encoding, font.bytes.subarray(0, 4).toString()]).to.deep.equal([undefined, 'wOF2']);
    }
  });

  it('web pages may run, show and call only files of this site', async () => {
    for (const path of ['/trips', '/portal', '/conductor']) {
      expect(await directive(path, 'default-src')).to.equal("'none'");
      for (const name of ['script-src', 'style-src', 'font-src', 'worker-src', 'manifest-src'])
        expect(await directive(path, name), name).to.equal("'self'");
      expect(await directive(path, 'connect-src')).to.equal(`'self' ${api.url.replace('http', 'ws')}`);
      expect((await api.get(path)).text).not.to.match(/<style|\sstyle=|\son\w+=|<script>|<script [^>]*>[^<]/);
    }
    for (const path of [
      '/conductor/worker.js',
      ...(await assetsOf('/conductor')).filter((file) => file.endsWith('.js')),
    ])
      expect(await directive(path, 'connect-src'), path).to.equal("'self'");
  });

  it('web pages are isolated from the browser windows that opened them or that they open', async () => {
    for (const path of [
      '/',
      '/bookings/7',
      '/ticket',
      '/operator-login.html',
      '/portal/staff',
      '/conductor',
      '/api/docs',
    ])
      expect((await api.get(path)).headers.get('cross-origin-opener-policy'), path).to.equal('same-origin');
    expect((await api.get('/api/cities')).headers.get('cross-origin-opener-policy')).to.equal(null);
  });

  it('web pages may use the camera only where conductors scan tickets', async () => {
    const camera = async (path: string) => (await api.get(path)).headers.get('permissions-policy')!.split(', ')[0];
    expect(await Promise.all(['/trips', '/portal', '/conductor'].map(camera))).to.deep.equal([
      'camera=()',
      'camera=()',
      'camera=(self)',
    ]);
    expect(await directive('/conductor', 'media-src')).to.equal('blob:');
    expect(await directive('/trips', 'media-src')).to.equal(undefined);
  });

  it('web pages may ask for the position only where staff say where a place is, and conductors where the bus is', async () => {
    const position = async (path: string) =>
      (await api.get(path)).headers
        .get('permissions-policy')!
        .split(', ')
        .find((one) => one.startsWith('geolocation'));
    expect(await Promise.all(['/trips', '/portal', '/conductor'].map(position))).to.deep.equal([
      'geolocation=()',
      'geolocation=(self)',
      'geolocation=(self)',
    ]);
  });

  it('web pages may send a form only on payment pages, to the gateway and back to the service', async () => {
    for (const path of ['/trips', '/bookings/7', '/portal', '/conductor'])
      expect(await directive(path, 'form-action'), path).to.equal("'none'");
    for (const path of ['/book/42', '/pay/7']) {
      expect(await directive(path, 'form-action'), path).to.equal(`'self' ${api.url}`);
      await withApi(ESEWA, async (other) => {
        expect(await directive(path, 'form-action', other)).to.equal(`'self' https://pay.example.com ${other.url}`);
      });
    }
  });

  it('each web page’s HTML contains the service’s public settings, which the page’s scripts read', async () => {
    const settings = async (service: Api): Promise<Record<string, unknown>> => {
      const [, content] = /<meta name="settings" content="([^"]*)">/.exec((await service.get('/trips')).text)!;
      return JSON.parse(content!.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')) as Record<
        string,
        unknown
      >;
    };
    const { later_styles: later, ...told } = await settings(api);
    for (const href of later as readonly string[]) expect((await api.get(href)).status, href).to.equal(200);
    expect(told).to.deep.equal({
      base: '',
      time_zone: 'Asia/Kathmandu',
      topic_prefix: 'busticket',
      live: '/mqtt',
      google: false,
      operator_login_url: `${api.url}/operator-login.html`,
      access_token_minutes: 15,
    });
    const elsewhere = {
      BASE_URL: 'https://example.com/bus',
      GOOGLE_CLIENT_ID: 'id',
      GOOGLE_CLIENT_SECRET: 'secret',
      MQTT_TOPIC_PREFIX: 'tickets',
    };
    await withApi(elsewhere, async (other) => {
      expect(await settings(other)).to.include({
        base: '/bus',
        google: true,
        topic_prefix: 'tickets',
        operator_login_url: 'https://example.com/bus/operator-login.html',
      });
      const { text, headers } = await other.get('/trips');
      expect(text).to.match(/src="\/bus\/assets\/passenger-\w+\.js"/);
      expect(headers.get('content-security-policy')).to.contain("connect-src 'self' wss://example.com;");
      const manifest = JSON.parse((await other.get('/conductor/app.webmanifest')).text) as Record<string, unknown>;
      expect(manifest).to.include({ start_url: '/bus/conductor', scope: '/bus/conductor' });
      expect(text).to.include('<link rel="manifest" href="/bus/app.webmanifest">');
      const installed = JSON.parse((await other.get('/app.webmanifest')).text) as Record<string, unknown>;
      expect(installed).to.include({ name: 'Bus Ticket', start_url: '/bus/', scope: '/bus/' });
    });
  });

  it('pages of a web app that is hosted on another site are not served here, except the ticket page', async () => {
    await withApi({ PASSENGER_CLIENT_BASE: 'https://tickets.example.com' }, async (other) => {
      expect(await statuses(other, ['/', ...PASSENGER])).to.deep.equal(all(['/', ...PASSENGER], 404));
      expect(await statuses(other, ['/ticket', ...PORTAL, ...CONDUCTOR])).to.deep.equal(
        all(['/ticket', ...PORTAL, ...CONDUCTOR], 200),
      );
    });
    await withApi({ OPERATOR_PORTAL_BASE: 'https://operators.example.com' }, async (other) => {
      expect(await statuses(other, PORTAL)).to.deep.equal(all(PORTAL, 404));
      expect(await statuses(other, ['/operator-login.html', '/ticket', ...PASSENGER])).to.deep.equal(
        all(['/operator-login.html', '/ticket', ...PASSENGER], 200),
      );
    });
    await withApi({ OPERATOR_LOGIN_URL: 'https://operators.example.com/login' }, async (other) => {
      expect(await statuses(other, ['/operator-login.html', ...PORTAL])).to.deep.equal([404, ...all(PORTAL, 200)]);
    });
  });

  it('the web pages for passengers and conductors can be installed on a phone', async () => {
    const { text, headers } = await api.get('/conductor/app.webmanifest');
    expect(headers.get('content-type')).to.equal('application/manifest+json; charset=utf-8');
    const { icons } = JSON.parse(text) as { icons: readonly { src: string; type: string }[] };
    for (const { src, type } of icons) {
      const icon = await api.get(src);
      expect([icon.status, icon.headers.get('content-type')], src).to.deep.equal([200, type]);
    }
    expect((await api.get('/conductor')).text).to.contain('rel="manifest" href="/conductor/app.webmanifest"');
    expect((await api.get('/trips')).text).to.contain('rel="manifest" href="/app.webmanifest"');
    expect((await api.get('/portal')).text).not.to.contain('rel="manifest"');
    expect((await api.get('/conductor/worker.js')).headers.get('service-worker-allowed')).to.equal('/conductor');
  });
});
