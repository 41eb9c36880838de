import { expect } from 'chai';
import { eventually } from '../../support/eventually.ts';
import { type Api, startApi } from '../../support/http.ts';
import { readableLog } from '../../support/readable-log.ts';

describe('the request log', () => {
  const { log, lines } = readableLog();
  let api: Api;

  before(async () => {
    api = await startApi({ overrides: { log } });
  });
  after(() => api.close());

  /** Sends a request, waits until its line is in the log, and returns the line. */
  async function lineOf(path: string): Promise<Readonly<Record<string, unknown>>> {
    const before = lines.length;
    const { headers } = await api.get(path);
    const isOurs = (line: string): boolean => line.includes(String(headers.get('x-request-id')));
    await eventually(() => lines.slice(before).some(isOurs));
    return JSON.parse(lines.slice(before).find(isOurs) ?? '') as Record<string, unknown>;
  }

  it('the request log distinguishes 404 answers without a route from 404 answers of a route', async () => {
    expect(await lineOf('/api/trip/41?token=secret')).to.include({ status: 404, path: '/api/trip/41' });
    expect(await lineOf('/api/trips/41')).to.include({ status: 404, path: '/api/trips/41', route: '/api/trips/:id' });
  });

  it('the request log shows the matched route in place of the requested path', async () => {
    expect(await lineOf('/api/cities'))
      .to.include({ status: 200, route: '/api/cities' })
      .and.not.have.property('path');
  });

  it('the request log shows no token from a path, and only the beginning of a long path', async () => {
    for (const key of ['bt_live_Im3F9KX6rSh1', 'bt_test_Im3F9KX6rSh1', 'whsec_Im3F9KX6+/Sh1='])
      expect((await lineOf(`/keys/${key}`))['path']).to.equal('/keys/[key]');
    expect((await lineOf('/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOjF9.c2lnbmF0dXJl'))['path']).to.equal('/[token]');
    expect((await lineOf(`/${'a'.repeat(5_000)}`))['path']).to.have.length(200);
  });
});
