import { type Server, type ServerResponse, createServer, Agent, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect } from 'chai';
import { drainOf } from '../../app/drain.ts';
import { eventually } from '../support/eventually.ts';

describe('a stopping server', () => {
  let server: Server;
  let port: number;
  let drain: ReturnType<typeof drainOf>;
  const waiting: ServerResponse[] = [];

  beforeEach(async () => {
    waiting.length = 0;
    server = createServer((_request, response) => {
      waiting.push(response);
    });
    drain = drainOf(server);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    ({ port } = server.address() as AddressInfo);
  });
  afterEach(() => {
    server.closeAllConnections();
  });

  const ask = (agent: Agent): Promise<{ status: number; connection: string | undefined }> =>
    new Promise((resolve, reject) => {
      request({ port, host: '127.0.0.1', agent }, (response) => {
        response
          .resume()
          .once('end', () => resolve({ status: response.statusCode!, connection: response.headers.connection }));
      })
        .once('error', reject)
        .end();
    });

  it('a stopping server answers requests in flight, closes their connections, and accepts no more', async () => {
    const agent = new Agent({ keepAlive: true });
    const answer = ask(agent);
    await eventually(() => waiting.length === 1);
    let stopped = false;
    const stopping = drain.stop(5_000).then(() => {
      stopped = true;
    });
    const refused = await ask(new Agent()).then(
      () => 'answered',
      (error: unknown) => (error as NodeJS.ErrnoException).code,
    );
    expect([refused, stopped]).to.deep.equal(['ECONNREFUSED', false]);
    waiting[0]!.end('done');
    expect(await answer).to.deep.equal({ status: 200, connection: 'close' });
    await stopping;
  });

  it('a stopping server answers a request that was already being sent on an open connection', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const first = ask(agent);
    await eventually(() => waiting.length === 1);
    waiting[0]!.end();
    await first;
    const stopping = drain.stop(5_000);
    const second = ask(agent);
    await eventually(() => waiting.length === 2);
    waiting[1]!.end();
    expect(await second).to.deep.equal({ status: 200, connection: 'close' });
    await stopping;
  });

  it('a stopping server waits no longer than its time limit', async () => {
    const answer = ask(new Agent()).then(
      () => 'answered',
      () => 'cut off',
    );
    await eventually(() => waiting.length === 1);
    await drain.stop(30);
    expect(await answer).to.equal('cut off');
  });

  it('a stopped server no longer looks for slow connections every second', async () => {
    const check = Object.getOwnPropertySymbols(server).find(({ description }) =>
      description?.endsWith('connectionsCheckingInterval'),
    )!;
    await drain.stop(1_000);
    expect(Reflect.get(server, check)).to.include({ _destroyed: true });
  });

  it('a stopping server closes idle connections', async () => {
    const idle = connect(port, '127.0.0.1');
    idle.on('error', () => undefined);
    await new Promise((done) => idle.once('connect', done));
    const gone = new Promise((done) => idle.once('close', done));
    await drain.stop(5_000);
    await gone;
  });
});
