import { expect } from 'chai';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSmsSender } from '../../../adapters/sms/open-sms-sender.ts';
import type { Sms } from '../../../core/platform/sms.ts';

const CODE: Sms = { kind: 'CODE', to: '9812345678', text: '908172 is your code to sign in.', parts: 1 };
const CONFIRMED: Sms = { kind: 'CONFIRMED', to: '9841234567', text: 'BT1 Kathmandu-Pokhara', parts: 2 };

describe('the outbox folder of text messages', () => {
  let dataDir: string;
  let reported: unknown[][];

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'bus-ticket-'));
    reported = [];
  });
  afterEach(() => rm(dataDir, { recursive: true }));

  const sender = () =>
    openSmsSender({ provider: { name: 'outbox' }, dataDir, written: (...given) => reported.push(given) });
  const files = async (): Promise<readonly string[]> =>
    (await readdir(join(dataDir, 'sms'))).sort().map((name) => join(dataDir, 'sms', name));

  it('a text message in the outbox folder is a JSON file with phone number, text, kind, SMS parts and time', async () => {
    expect(await sender().send(CODE)).to.deep.equal({ result: 'sent' });
    const [file = ''] = await files();
    const { at, ...rest } = JSON.parse(await readFile(file, 'utf8'));
    expect(rest).to.deep.equal({ to: '9812345678', text: CODE.text, kind: 'CODE', parts: 1 });
    expect(new Date(at).toISOString()).to.equal(at);
    expect(file).to.match(/-CODE\.json$/);
  });

  it('a text message in the outbox folder can be read and changed only by its owner', async () => {
    await sender().send(CODE);
    const [file = ''] = await files();
    expect(((await stat(file)).mode & 0o777).toString(8)).to.equal('600');
    expect(((await stat(join(dataDir, 'sms'))).mode & 0o777).toString(8)).to.equal('700');
  });

  it('text messages sent at once become separate files in the outbox folder, named in the order of sending', async () => {
    const box = sender();
    for (let count = 0; count < 12; count += 1) await box.send({ ...CODE, text: String(count) });
    await Promise.all(Array.from({ length: 20 }, () => box.send(CONFIRMED)));
    const found = await files();
    expect(found).to.have.length(32);
    const texts = await Promise.all(found.map(async (file) => JSON.parse(await readFile(file, 'utf8')).text as string));
    expect(texts.slice(0, 12)).to.deep.equal(Array.from({ length: 12 }, (_, count) => String(count)));
  });

  it('a text message in the outbox folder is logged with its kind and file, but without its text', async () => {
    await sender().send(CODE);
    const [file = ''] = await files();
    expect(reported).to.deep.equal([[{ kind: 'CODE' }, file]]);
  });
});
