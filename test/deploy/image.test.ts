import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, stat, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import sharp from 'sharp';
import { eventually } from '../support/eventually.ts';
import { clientOf } from '../support/http.ts';
import { book, checkOut, findTrip, hold, payAtGateway, register, smallCatalogue } from '../support/journey.ts';
import { freePort } from '../support/ports.ts';
import { build, startProgram } from '../support/process.ts';
import { missing, needs } from '../support/servers.ts';

const run = promisify(execFile);
const ROOT = new URL('../../', import.meta.url).pathname;
const MIB = 2 ** 20;

/** The image's largest size, in MiB. The Dockerfile's Node 24 needs 26 MiB more than Node 20. */
const MOST_MIB = 180;
const NODE_24_MIB = 121;

/** The size of all files in a folder, in bytes. */
async function bytesIn(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    files.filter((file) => file.isFile()).map(async (file) => (await stat(join(file.parentPath, file.name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

describe('the file system of the Docker image', function () {
  this.timeout(300_000);
  let image = '';

  before(async function () {
    // The test copies libraries of Linux with glibc and changes the root folder. Only root may change the root folder.
    const canTry = process.platform === 'linux' && userInfo().uid === 0;
    if (!canTry) missing('chroot', 'only root can try the image’s file system');
    needs(this, canTry);
    await build();
    image = await mkdtemp(join(tmpdir(), 'bus-ticket-image-'));
    await run(process.execPath, ['--import=tsx', 'app/commands/ship.ts', image], { cwd: ROOT });
    await mkdir(join(image, 'data'));
  });
  after(async () => {
    if (image !== '') await rm(image, { recursive: true, force: true });
  });

  it('the files of the Docker image take at most 180 MiB with the Node version of the Dockerfile', async () => {
    const all = (await bytesIn(image)) / MIB;
    const node = (await stat(join(image, 'usr/local/bin/node'))).size / MIB;
    expect(all - node + Math.max(node, NODE_24_MIB)).to.be.at.most(MOST_MIB);
  });

  it('the service runs from the files of the Docker image, from the import to a paid ticket', async () => {
    const port = await freePort();
    const environment = {
      DATABASE_URL: 'sqlite:/data/bus.sqlite',
      DATA_DIR: '/data',
      PORT: String(port),
      MQTT_PORT: String(await freePort()),
      BASE_URL: `http://127.0.0.1:${port}`,
      SCRYPT_LOG_N: '4',
      PATH: '/usr/sbin:/usr/local/bin',
    };
    const inImage = (program: string, ...args: readonly string[]) =>
      startProgram('chroot', [image, '/usr/local/bin/node', `/app/dist/${program}`, ...args], environment);
    const service = inImage('main.js');
    const api = clientOf(`http://127.0.0.1:${port}`);
    try {
      await eventually(
        () =>
          api.get('/readyz').then(
            ({ status }) => status === 200,
            () => false,
          ),
        40,
      );
      await writeFile(join(image, 'tmp/catalogue.json'), JSON.stringify(smallCatalogue));
      const imported = inImage('import.js', '/tmp/catalogue.json');
      expect((await imported.exited).code, imported.stderr()).to.equal(0);

      const traveller = await register(api);
      const trip = await findTrip(api);
      await hold(api, traveller, trip.id, 'A1');
      const booking = await book(api, traveller, trip.id, 'A1');
      await payAtGateway(api, await checkOut(api, traveller, booking.id));
      const ticket = await api.get(`/api/bookings/${booking.id}/ticket`, traveller.token);
      expect([ticket.status, ticket.headers.get('content-type')]).to.deep.equal([200, 'application/pdf']);

      const form = new FormData();
      const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
        .png()
        .toBuffer();
      form.set('avatar', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'me.png');
      const saved = await api.send('/api/passenger/avatar', {
        method: 'POST',
        body: form,
        headers: { authorization: `Bearer ${traveller.token}` },
      });
      expect(saved.status, saved.text).to.equal(200);
      for (const page of ['/api/docs', '/api/docs/swagger-ui-bundle.js', '/', '/portal', '/conductor'])
        expect((await api.get(page)).status, page).to.equal(200);
    } finally {
      service.child.kill('SIGTERM');
      await service.exited;
    }
  });
});
