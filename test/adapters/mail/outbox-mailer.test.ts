import { expect } from 'chai';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { openMailer } from '../../../adapters/mail/open-mailer.ts';
import { aBookingMail, aCodeMail, aResetMail } from '../../support/mails.ts';

describe('the mailer to a folder', () => {
  let dataDir: string;
  let reported: (readonly [subject: string, file: string])[];

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'bus-ticket-'));
    reported = [];
  });
  afterEach(() => rm(dataDir, { recursive: true }));

  const mailer = () =>
    openMailer({
      url: 'outbox',
      requireTls: false,
      dataDir,
      from: { name: 'Bus Ticket', address: 'no-reply@localhost' },
      written: (subject, file) => reported.push([subject, file]),
    });
  const files = () => readdir(join(dataDir, 'outbox'));

  it('the mailer that writes to a folder saves each mail as a file, named in the order of sending', async () => {
    const box = mailer();
    for (let code = 100_000; code < 100_012; code += 1) await box.send(aCodeMail({ code: String(code) }));
    const names = (await files()).sort();
    const texts = await Promise.all(
      names.map(async (name) => (await PostalMime.parse(await readFile(join(dataDir, 'outbox', name)))).text!),
    );
    expect(texts.map((text) => /\d{6}/.exec(text)?.[0])).to.deep.equal(
      Array.from({ length: 12 }, (_, index) => String(100_000 + index)),
    );
    for (const name of names) expect(name).to.match(/^\d{4}-.*-code\.eml$/);
  });

  it('the mailer that writes to a folder saves mails sent at the same time as separate files', async () => {
    const box = mailer();
    await Promise.all(Array.from({ length: 40 }, () => box.send(aResetMail())));
    const names = await files();
    expect(names).to.have.length(40);
    expect(names.every((name) => name.endsWith('.eml'))).to.equal(true);
  });

  it('the mailer that writes to a folder makes files that only their owner can read', async () => {
    await mailer().send(aCodeMail());
    const modes = [join(dataDir, 'outbox'), reported[0]![1]].map(async (path) =>
      ((await stat(path)).mode & 0o777).toString(8),
    );
    expect(await Promise.all(modes)).to.deep.equal(['700', '600']);
  });

  it('the mailer that writes to a folder logs each mail’s subject and file, but no content', async () => {
    const box = mailer();
    for (const mail of [aCodeMail(), aResetMail(), aBookingMail()]) await box.send(mail);
    expect(reported.map(([subject]) => subject)).to.deep.equal([
      'Your sign-in code for Bus Ticket',
      'Reset your password for Bus Ticket',
      'Booking BT261120048213 confirmed: Kathmandu to Pokhara',
    ]);
    expect(JSON.stringify(reported.slice(0, 2))).not.to.match(/048213|token/);
  });

  it('the mailer that writes to a folder rejects a mail that it cannot write', async () => {
    await writeFile(join(dataDir, 'outbox'), 'in the way');
    const outcome = await mailer()
      .send(aCodeMail())
      .then(
        () => 'sent',
        (error: unknown) => (error as Error).message,
      );
    expect(outcome).to.match(/EEXIST|ENOTDIR/);
    expect(reported).to.deep.equal([]);
  });
});
