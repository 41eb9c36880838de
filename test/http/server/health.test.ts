import { expect } from 'chai';
import { type Api, startApi } from '../../support/http.ts';

describe('the health check', () => {
  let api: Api;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  it('the health check answers 200 while the process runs', async () => {
    expect((await api.get('/healthz')).status).to.equal(200);
    expect((await api.send('/healthz', { method: 'HEAD' })).status).to.equal(200);
    const wrong = await api.post('/healthz', {});
    expect([wrong.status, wrong.headers.get('allow')]).to.deep.equal([405, 'GET, HEAD']);
  });

  it('the health check reports whether database and broker can be reached', async () => {
    const ready = await api.get('/readyz');
    expect([ready.status, ready.json]).to.deep.equal([200, { database: 'ok', mqtt: 'ok' }]);
    const head = await api.send('/readyz', { method: 'HEAD' });
    expect([head.status, head.text]).to.deep.equal([200, '']);
  });

  it('the health check reports a broker that is down, and still answers 200', async () => {
    const alone = await startApi({ environment: { MQTT_URL: 'mqtt://127.0.0.1:1' } });
    const ready = await alone.get('/readyz');
    expect([ready.status, ready.json]).to.deep.equal([200, { database: 'ok', mqtt: 'down' }]);
    await alone.close();
  });

  it('the health check fails while the database does not answer', async () => {
    const storage = { ping: () => Promise.reject(new Error('gone')) };
    const broken = await startApi({ storage });
    const ready = await broken.get('/readyz');
    expect([ready.status, ready.json]).to.deep.equal([503, { database: 'down', mqtt: 'ok' }]);
    await broken.close();
  });
});
