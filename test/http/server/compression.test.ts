import { type IncomingHttpHeaders, get } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { buildRoutes } from '../../../app/areas.ts';
import { type Api, startApi } from '../../support/http.ts';

interface Packed {
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

describe('compression of answers', () => {
  let api: Api;
  let names: readonly string[];

  before(async () => {
    api = await startApi();
    names = Array.from({ length: 60 }, (_, index) => `Town ${String(index).padStart(2, '0')}`);
    await api.dependencies.transact(({ catalogue }) => catalogue.saveCities(names));
  });
  after(() => api.close());

  /** The raw answer. fetch would request compression and decompress the answer. */
  const fetchRaw = (path: string, accepts?: string): Promise<Packed> =>
    new Promise((resolve, reject) => {
      get(`${api.url}${path}`, { headers: accepts === undefined ? {} : { 'Accept-Encoding': accepts } }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve({ headers: response.headers, bytes: Buffer.concat(chunks) }));
      }).on('error', reject);
    });
  const namesIn = (bytes: Buffer): readonly string[] =>
    (JSON.parse(bytes.toString()) as { city_name: string }[]).map(({ city_name }) => city_name);

  it('an answer is compressed by brotli, or by gzip if the caller accepts only that', async () => {
    for (const [accepts, unpack, name] of [
      ['gzip, deflate, br', brotliDecompressSync, 'br'],
      ['gzip', gunzipSync, 'gzip'],
      ['br;q=0.5, gzip', gunzipSync, 'gzip'],
    ] as const) {
      const { headers, bytes } = await fetchRaw('/api/cities', accepts);
      expect([headers['content-encoding'], headers['content-type']], accepts).to.deep.equal([
        name,
        'application/json; charset=utf-8',
      ]);
      expect(headers.vary).to.contain('Accept-Encoding');
      expect(namesIn(unpack(bytes))).to.deep.equal(names);
      expect(bytes.length).to.be.lessThan(1_024);
    }
  });

  it('an answer is not compressed for callers who do not accept brotli or gzip', async () => {
    for (const accepts of [
      undefined,
      '',
      'identity',
      'deflate',
      'zstd',
      'gzip;q=0',
      '*;q=0',
      'identity;q=0',
      'gzip;q=0, *;q=0',
      ';;;',
      'x'.repeat(500),
    ]) {
      const { headers, bytes } = await fetchRaw('/api/cities', accepts);
      expect([headers['content-encoding'], headers['content-length']], accepts).to.deep.equal([
        undefined,
        String(bytes.length),
      ]);
      expect(headers.vary).to.contain('Accept-Encoding');
      expect(namesIn(bytes)).to.deep.equal(names);
    }
  });

  it('an answer of up to one KiB is not compressed', async () => {
    const { headers } = await fetchRaw('/healthz', 'br');
    expect([headers['content-encoding'], headers.vary]).to.deep.equal([undefined, 'Origin, Accept-Encoding']);
  });

  it('pages and scripts are compressed', async () => {
    for (const path of ['/operator-login.html', '/api/openapi.json', '/api/docs/docs.js']) {
      const { headers, bytes } = await fetchRaw(path, 'gzip, br');
      expect(['br', 'gzip'], path).to.include(headers['content-encoding']);
      expect(
        (headers['content-encoding'] === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)).length,
      ).to.be.greaterThan(bytes.length);
    }
  });

  it('a long answer that holds a token and text from the caller is not compressed', async () => {
    const { status, headers, text } = await api.post(
      '/api/passenger/register',
      { full_name: 'आ'.repeat(150), email: 'asha@example.com', password: 'himal-2026' },
      undefined,
      { 'Accept-Encoding': 'gzip, br' },
    );
    expect(status).to.equal(200);
    expect(Buffer.byteLength(text)).to.be.greaterThan(1_024);
    expect(headers.get('content-encoding')).to.equal(null);
  });

  it('an answer that holds a token or a ticket is never compressed', () => {
    const holdsSecret = /"(access|refresh|ticket)":\{/;
    const routes = buildRoutes(api.useCases, api.dependencies).filter(
      ({ sends }) => sends.kind === 'json' && holdsSecret.test(JSON.stringify(sends.schema)),
    );
    expect(routes.map(({ operationId }) => operationId)).to.include.members([
      'signInToPortal',
      'verifySignInCode',
      'registerOperator',
      'refreshSession',
      'registerPassenger',
      'signInPassenger',
      'changePassword',
    ]);
    for (const { operationId, secret } of routes) expect(secret, operationId).to.equal(true);
  });
});
