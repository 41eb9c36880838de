import { expect } from 'chai';
import { startApi } from '../support/http.ts';
import type { Api } from '../support/http.ts';

describe('health', () => {
  let api: Api;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  it('says that the process lives', async () => {
    expect((await api.get('/healthz')).status).to.equal(200);
    expect((await api.send('/healthz', { method: 'HEAD' })).status).to.equal(200);
    const wrong = await api.post('/healthz', {});
    expect([wrong.status, wrong.headers.get('allow')]).to.deep.equal([405, 'GET, HEAD']);
  });

  it('says that database and broker are there', async () => {
    const ready = await api.get('/readyz');
    expect([ready.status, ready.json]).to.deep.equal([200, { database: 'ok', mqtt: 'ok' }]);
    const head = await api.send('/readyz', { method: 'HEAD' });
    expect([head.status, head.text]).to.deep.equal([200, '']);
  });

  it('tells of a broker that is down without failing for it', async () => {
    const alone = await startApi({ environment: { MQTT_URL: 'mqtt://127.0.0.1:1' } });
    const ready = await alone.get('/readyz');
    expect([ready.status, ready.json]).to.deep.equal([200, { database: 'ok', mqtt: 'down' }]);
    await alone.close();
  });

  it('fails while the database does not answer', async () => {
    const storage = { ping: () => Promise.reject(new Error('gone')) };
    const broken = await startApi({ engine: 'memory', storage });
    const ready = await broken.get('/readyz');
    expect([ready.status, ready.json]).to.deep.equal([503, { database: 'down', mqtt: 'ok' }]);
    await broken.close();
  });
});
