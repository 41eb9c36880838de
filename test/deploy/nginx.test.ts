import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, type Server, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { WebSocket, WebSocketServer } from 'ws';
import { eventually } from '../support/eventually.ts';
import { type Client, clientOf } from '../support/http.ts';
import { type Nginx, PATH, startNginx } from '../support/nginx.ts';
import { isInstalled, needs } from '../support/servers.ts';
import { freePort } from '../support/ports.ts';

const MIB = 1024 * 1024;

describe('the shipped nginx configuration', () => {
  let nginx: Nginx | undefined;
  let client: Client;
  let service: Server;
  let broker: WebSocketServer;
  /** Requests that reached the service, each with the number of bytes of its body so far. */
  let seen: { readonly request: IncomingMessage; bytes: number }[] = [];
  const sending: ClientRequest[] = [];

  const portOf = (server: { address: () => unknown }): number => (server.address() as AddressInfo).port;

  before(async function () {
    needs(this, isInstalled('nginx', PATH));
    service = createServer((incoming, response) => {
      const one = { request: incoming, bytes: 0 };
      seen.push(one);
      incoming.on('data', (chunk: Buffer) => {
        one.bytes += chunk.length;
      });
      const isDoor = incoming.url?.startsWith('/api/doors') === true;
      if (isDoor && !incoming.url?.endsWith('/place')) response.setHeader('Cache-Control', 'public, max-age=5');
      incoming.on('end', () => response.end('from the service'));
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    broker = new WebSocketServer({ port: 0, host: '127.0.0.1', path: '/mqtt' });
    // Nothing listens on the second port, as when a process is stopping.
    nginx = await startNginx({ processes: [portOf(service), await freePort()], brokerPort: portOf(broker) });
    client = clientOf(nginx.url);
  });
  beforeEach(() => {
    seen = [];
  });
  afterEach(() => {
    for (const one of sending.splice(0)) one.destroy();
  });
  after(async () => {
    if (!nginx) return;
    await nginx.stop();
    for (const one of broker.clients) one.terminate();
    broker.close();
    service.closeAllConnections();
    service.close();
  });

  /** Starts a POST whose headers have no Content-Length. */
  function post(): ClientRequest {
    const one = request({
      port: nginx!.port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/api/bookings',
      headers: { 'Transfer-Encoding': 'chunked' },
    });
    one.on('error', () => undefined);
    sending.push(one);
    return one;
  }

  it('nginx logs no query string, no token, no key, and no code of a ticket or live link', async () => {
    const addresses = [
      '/portal/join?token=hush',
      '/ticket?token=hush',
      '/api/tickets/hush',
      '/api/%74ickets/hush?a=b',
      '/t/hush',
      '/live/hush',
      '/api/live/hush',
      '/portal/join%3Ftoken=hush',
      '/portal/join%3F%2574oken%3Dhush',
      '/portal/join?a=b&%74oken=hush',
      '/api/agent/bookings/bt_live_hush',
      '/api/agent/webhooks/whsec_hush',
    ];
    for (const address of addresses) expect((await client.get(address)).status).to.equal(200);
    await client.get('/last');
    await eventually(async () => (await nginx!.logged()).includes('GET /last '));
    const logged = await nginx!.logged();
    expect(logged).to.include('GET /api/tickets/- ').and.to.include('GET /t/- ').and.to.include('GET - ');
    for (const secret of ['hush', '/portal/join', '/ticket ']) expect(logged).to.not.include(secret);
  });

  it('nginx streams a request body to the service, and stores none of it', async () => {
    const one = post();
    one.write('the beginning');
    await eventually(() => seen[0]?.bytes === 13);
    one.end(', the end');
    await eventually(() => seen[0]?.bytes === 22);
  });

  it('nginx answers a request body that is too large with an error in the API’s format', async () => {
    const one = post();
    const answered = new Promise<IncomingMessage>((resolve) => one.once('response', resolve));
    const chunk = Buffer.alloc(MIB);
    let sent = 0;
    const send = (): void => {
      while (sent < 64 && (sent += 1) && one.write(chunk));
    };
    one.on('drain', send);
    send();
    const { statusCode, headers } = await answered;
    expect([statusCode, headers['content-type']]).to.deep.equal([413, 'application/problem+json']);
    expect(seen[0]?.bytes ?? 0).to.be.at.most(16 * MIB);
  });

  it('nginx passes a large upload on to the service, which has its own limit', async () => {
    expect(
      (await client.send('/api/passenger/avatar', { method: 'POST', body: new Uint8Array(15 * MIB) })).text,
    ).to.equal('from the service');
  });

  it('nginx answers everybody who waits at a door from one answer of the service, and passes passengers’ requests on', async () => {
    for (const path of ['/api/doors', '/api/doors/20261005T041500', '/api/doors/20261005T041500/place'])
      for (let time = 0; time < 2; time += 1) expect((await client.get(path)).text).to.equal('from the service');
    expect(seen.map(({ request: { url } }) => url)).to.deep.equal([
      '/api/doors',
      '/api/doors/20261005T041500',
      '/api/doors/20261005T041500/place',
      '/api/doors/20261005T041500/place',
    ]);
  });

  it('nginx hides the metrics endpoint, however its path is spelt', async () => {
    for (const path of [
      '/metrics',
      '/metrics/',
      '/metrics//',
      '//metrics',
      '/metrics?a=b',
      '/metrics/?',
      '/%6detrics',
      '/metrics%2f',
      '/a/../metrics/',
      '/./metrics',
    ]) {
      const sent = request({ port: nginx!.port, host: '127.0.0.1', path });
      const answered = new Promise<IncomingMessage>((resolve) => sent.once('response', resolve));
      sent.end();
      const { statusCode, headers } = await answered;
      expect([statusCode, headers['content-type']], path).to.deep.equal([404, 'application/problem+json']);
    }
    expect(seen).to.deep.equal([]);
    expect((await client.get('/metrics-of-mine')).text).to.equal('from the service');
  });

  it('nginx passes on the passenger’s own IP address, and ignores addresses that the passenger claims', async () => {
    for (const [said, address] of [
      ['203.0.113.9', '203.0.113.9'],
      ['198.51.100.1, 203.0.113.9', '203.0.113.9'],
      ['198.51.100.1, 10.1.2.3', '10.1.2.3'],
      ['2001:db8::7', '2001:db8::7'],
    ] as const) {
      await client.get('/api/cities', undefined, { 'X-Forwarded-For': said, 'X-Forwarded-Proto': 'https' });
      const { headers } = seen.at(-1)!.request;
      // The service trusts the last address of X-Forwarded-For.
      expect([String(headers['x-forwarded-for']).split(', ').at(-1), headers['x-forwarded-proto']], said).to.deep.equal(
        [address, 'https'],
      );
    }
  });

  it('nginx sends requests to a second process of the service while the first process is stopping', async () => {
    for (let count = 0; count < 6; count += 1)
      expect((await client.post('/api/bookings', {})).text).to.equal('from the service');
  });

  it('nginx asks a second process of the service for an asset that the first process does not have', async () => {
    const [older, newer] = [404, 200].map((status) =>
      createServer((_, response) => response.writeHead(status).end(String(status))).listen(0, '127.0.0.1'),
    ) as [Server, Server];
    await Promise.all([once(older, 'listening'), once(newer, 'listening')]);
    const both = await startNginx({ processes: [portOf(older), portOf(newer)], brokerPort: portOf(broker) });
    try {
      const asks = (path: string): Promise<readonly number[]> =>
        Promise.all(Array.from({ length: 6 }, async () => (await clientOf(both.url).get(path)).status));
      expect(new Set(await asks('/assets/new.js'))).to.deep.equal(new Set([200]));
      // For other routes nginx returns a 404 at once, without asking a second process.
      expect(await asks('/api/bookings/7')).to.include(404);
    } finally {
      await both.stop();
      for (const one of [older, newer]) {
        one.closeAllConnections();
        one.close();
      }
    }
  });

  it('nginx forwards WebSocket connections to the broker, and limits the connections of one IP address', async () => {
    const open = (from: string): Promise<string> =>
      new Promise((resolve) => {
        const socket = new WebSocket(`ws://127.0.0.1:${nginx!.port}/mqtt`, { headers: { 'X-Forwarded-For': from } });
        socket.once('open', () => resolve('open'));
        socket.once('error', (error) => resolve(error.message));
      });
    const hoarded = await Promise.all(Array.from({ length: 120 }, () => open('203.0.113.9')));
    expect(hoarded.filter((one) => one === 'open').length).to.be.within(1, 60);
    expect(hoarded).to.include('Unexpected server response: 503');
    expect(await open('203.0.113.10')).to.equal('open');
  });
});
