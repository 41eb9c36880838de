import { mkdtemp, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import dns from 'node:dns';
import { lookup } from 'node:dns/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { installLookup, lookupBy } from '../../../adapters/names/outside-lookup.ts';
import { resolveNames } from '../../../adapters/names/resolve-names.ts';
import { nameServer } from '../../support/name-server.ts';

const HOUR_MS = 3_600_000;
/** The patience only matters where no server answers. A busy machine must not lose an answer by it. */
const PATIENT = { patienceMs: 20_000, hostsFile: '/none' };
const QUICK = { ...PATIENT, patienceMs: 200 };

describe('names of outside services', () => {
  it('an address and localhost are known without a name server', async () => {
    const { address, asked } = await nameServer();
    const resolve = resolveNames({ ...PATIENT, servers: [address] });
    expect(await Promise.all(['10.1.2.3', '::1', 'localhost'].map(resolve))).to.deep.equal([
      ['10.1.2.3'],
      ['::1'],
      ['127.0.0.1', '::1'],
    ]);
    expect(asked).to.deep.equal([]);
  });

  it('the file of hosts comes before the name server', async () => {
    const hostsFile = join(await mkdtemp(join(tmpdir(), 'hosts-')), 'hosts');
    await writeFile(hostsFile, '# names\n::1 other\nfe80::7 pay.example\n10.0.0.7\tWallet.example pay.example # one\n');
    const { address } = await nameServer({ 'pay.example': '10.9.9.9' });
    const resolve = resolveNames({ ...PATIENT, servers: [address], hostsFile });
    expect(await resolve('PAY.example.')).to.deep.equal(['10.0.0.7', 'fe80::7']);
  });

  it('a name that nobody answers keeps its last address for an hour', async () => {
    const { address, known } = await nameServer({ 'pay.example': '10.0.0.7' });
    let ticks = 0;
    const resolve = resolveNames({ ...QUICK, servers: [address], ticks: () => ticks });
    expect(await resolve('pay.example')).to.deep.equal(['10.0.0.7']);
    known.delete('pay.example');
    ticks = HOUR_MS;
    expect(await resolve('pay.example')).to.deep.equal(['10.0.0.7']);
    ticks += 1;
    expect(await resolve('pay.example')).to.deep.equal([]);
    known.set('pay.example', '10.0.0.8');
    expect(await resolve('pay.example')).to.deep.equal(['10.0.0.8']);
  });

  it('the second name server is asked within the patience if the first is silent', async () => {
    const [silent, other] = [await nameServer(), await nameServer({ 'pay.example': '10.0.0.7' })];
    const resolve = resolveNames({ ...PATIENT, patienceMs: 8_000, servers: [silent.address, other.address] });
    expect(await resolve('pay.example')).to.deep.equal(['10.0.0.7']);
  });

  it('many connections to one name ask once', async () => {
    const { address, asked } = await nameServer({ 'pay.example': '10.0.0.7' });
    const resolve = resolveNames({ ...PATIENT, servers: [address] });
    await Promise.all(Array.from({ length: 20 }, () => resolve('pay.example')));
    expect(asked).to.deep.equal(['pay.example', 'pay.example']);
  });

  it('a name that the name servers do not know is asked of the system', async () => {
    const { address, asked } = await nameServer({ 'no-such.invalid': '' });
    const resolve = resolveNames({ ...PATIENT, servers: [address] });
    expect(await resolve('no-such.invalid')).to.deep.equal([]);
    expect(asked).to.include('no-such.invalid');
  });

  it('chosen names are looked up by the system as before', async () => {
    const restore = installLookup(async () => ['10.0.0.7'], ['localhost']);
    const addressOf = (name: string): Promise<unknown> =>
      new Promise((resolve) => {
        dns.lookup(name, (_error, address) => resolve(address));
      });
    const found = [await addressOf('localhost'), await addressOf('pay.example')];
    restore();
    expect(found).to.deep.equal([(await lookup('localhost')).address, '10.0.0.7']);
  });

  it('a lookup answers like the system’s, with one address or all, of a family or of both', async () => {
    const lookup = lookupBy(async () => ['10.0.0.7', '::7']);
    const asking = (options: Parameters<typeof lookup>[1]) =>
      new Promise((resolve) => {
        lookup('pay.example', options, (...answer) => resolve(answer));
      });
    expect(await asking({})).to.deep.equal([null, '10.0.0.7', 4]);
    expect(await asking(6)).to.deep.equal([null, '::7', 6]);
    expect(await asking({ family: 'IPv6' })).to.deep.equal([null, '::7', 6]);
    expect(await asking({ all: true })).to.deep.equal([
      null,
      [
        { address: '10.0.0.7', family: 4 },
        { address: '::7', family: 6 },
      ],
    ]);
    const failed = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
      lookupBy(async () => [])('pay.example', { all: true }, resolve);
    });
    expect([failed?.code, failed?.syscall]).to.deep.equal(['EAI_AGAIN', 'getaddrinfo']);
  });

  it('connections of fetch and of plain sockets look names up by the installed lookup, until it is taken away', async () => {
    const server = createServer((socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const asked: string[] = [];
    const restore = installLookup(async (name) => {
      asked.push(name);
      return ['127.0.0.1'];
    });
    expect((await fetch(`http://wallet.example:${port}/`)).status).to.equal(204);
    await new Promise((resolve) => connect(port, 'broker.example', () => resolve(undefined)).on('error', resolve));
    restore();
    expect(asked).to.deep.equal(['wallet.example', 'broker.example']);
    server.close();
  });
});
