import { expect } from 'chai';
import { readdir, readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { eventually } from '../support/eventually.ts';
import type { Answer } from '../support/http.ts';
import { book, checkOut, findTrip, hold, payAtGateway, register, smallCatalogue } from '../support/journey.ts';
import { type Provider, startProvider } from '../support/oauth.ts';
import { aPicture } from '../support/pictures.ts';
import { type Environment, type ServiceProcess, importCatalogue, ownFolder, startProcess } from '../support/process.ts';

/** Runs one process with every kind of secret, and searches its whole log for these secrets. */

describe('secrets in a process with the most detailed log', function () {
  this.timeout(300_000);
  let folder: string;
  let remove: () => Promise<void>;
  let provider: Provider;
  let service: ServiceProcess | undefined;

  before(async () => {
    ({ folder, remove } = await ownFolder());
    provider = await startProvider();
  });
  afterEach(() => service?.end());
  after(async () => {
    await provider.close();
    await remove();
  });

  const start = (environment: Environment = {}) =>
    startProcess(folder, {
      LOG_LEVEL: 'trace',
      OTP_MAX_PER_HOUR: '0',
      GOOGLE_CLIENT_ID: 'our-client',
      GOOGLE_CLIENT_SECRET: 'our-client-secret',
      APP_SECRET: 'only-for-this-test-thirty-two-letters',
      OAUTH_AUTHORIZE_URL: provider.authorizeUrl,
      OAUTH_TOKEN_URL: provider.tokenUrl,
      OAUTH_USERINFO_URL: provider.userinfoUrl,
      ...environment,
    });

  const outbox = async (): Promise<readonly Email[]> => {
    const names = (await readdir(join(folder, 'outbox')).catch(() => []))
      .filter((name) => name.endsWith('.eml'))
      .sort();
    return Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(folder, 'outbox', name)))));
  };
  const mailsTo = async (address: string) => (await outbox()).filter(({ to }) => to?.[0]?.address === address);
  const codeFor = async (address: string): Promise<string> =>
    /^ {4}(\d{6})$/m.exec((await mailsTo(address)).at(-1)!.text!)![1]!;

  /**
   * Expects that the log contains no secret. Secrets are too long to be there by chance. Codes have six digits, so they
   * are searched as whole words.
   */
  function expectHidden(said: string, secrets: readonly string[], codes: readonly string[]): void {
    for (const secret of secrets) {
      expect(secret.length, secret).to.be.above(7);
      expect(said).not.to.contain(secret);
      expect(said).not.to.contain(encodeURIComponent(secret));
    }
    for (const code of codes) expect(said).not.to.match(new RegExp(`(?<![\\w.-])${code}(?![\\w-])`));
  }

  it('secrets of accounts and settings appear neither in the log nor in mails to other people', async () => {
    await importCatalogue(folder, smallCatalogue);
    const api = (service = await start());
    const secrets = ['our-client-secret', 'only-for-this-test-thirty-two-letters'];
    const codes: string[] = [];
    const collect = (answer: Answer, ...keys: readonly string[]) => {
      expect(answer.status, answer.text).to.equal(200);
      for (const key of keys) secrets.push(answer.json[key] as string);
      return answer.json;
    };

    // A passenger registers, pays, and sets a new password.
    const asha = await register(api, 'Asha Tamang');
    secrets.push(asha.password, asha.token, asha.refresh);
    codes.push(await codeFor(asha.email));
    expect((await api.post('/api/passenger/verify-email', { code: codes[0] }, asha.token)).status).to.equal(200);
    const form = new FormData();
    form.append('avatar', new Blob([new Uint8Array(await aPicture())]), 'me.png');
    expect(
      (
        await api.send('/api/passenger/avatar', {
          method: 'POST',
          body: form,
          headers: { Authorization: `Bearer ${asha.token}` },
        })
      ).status,
    ).to.equal(200);
    const trip = await findTrip(api);
    await hold(api, asha, trip.id, 'A1');
    const booking = await book(api, asha, trip.id, 'A1');
    const checkout = await checkOut(api, asha, booking.id);
    secrets.push(checkout.form_fields.signature);
    expect((await payAtGateway(api, checkout)).get('success')).to.equal('true');
    const forged = Buffer.from(
      JSON.stringify({ transaction_uuid: 'unknown-to-everybody', status: 'COMPLETE' }),
    ).toString('base64');
    await api.get(`/api/payments/passenger/gateway/success?data=${encodeURIComponent(forged)}`);
    secrets.push(forged);

    await api.post('/api/passenger/forgot-password', { email: asha.email });
    await eventually(async () => (await mailsTo(asha.email)).some(({ subject }) => subject?.startsWith('Reset')));
    const link = /^http.*$/m.exec(
      (await mailsTo(asha.email)).find(({ subject }) => subject?.startsWith('Reset'))!.text!,
    )![0];
    const token = new URL(link).searchParams.get('token')!;
    secrets.push(link, token, 'himal-2027-new');
    expect((await api.get(link.slice(api.url.length))).status).to.equal(200);
    expect(
      (await api.post('/api/passenger/reset-password', { token, new_password: 'himal-2027-new' })).status,
    ).to.equal(200);
    expect(
      (await api.post('/api/passenger/reset-password', { token, new_password: 'himal-2027-new' })).status,
    ).to.equal(401);
    collect(
      await api.post('/api/passenger/login', { identifier: asha.email, password: 'himal-2027-new' }),
      'access',
      'refresh',
    );
    await api.post('/api/passenger/login', { identifier: asha.email, password: 'himal-2027-wrong' });
    secrets.push('himal-2027-wrong');

    // An operator signs in by password and code. Another signs in by Google; a second sign-in by Google fails.
    const { ticket } = collect(
      await api.post('/api/auth/login', { portal: 'operator', email: 'sita@example.com', password: 'secret-123' }),
      'ticket',
    );
    secrets.push('secret-123');
    codes.push(await codeFor('sita@example.com'));
    collect(await api.post('/api/auth/verify-otp', { ticket, code: codes.at(-1) }), 'access', 'refresh');
    provider.person = { email: 'maya@example.com', email_verified: true, name: 'Maya Tamang' };
    for (const twist of [
      undefined,
      (response: { statusCode: number }) => {
        response.statusCode = 500;
      },
    ]) {
      provider.tokenTwist = twist;
      const started = await api.get('/api/auth/google/start?device_id=laptop');
      const cookie = started.headers.getSetCookie()[0]!.split(';')[0]!;
      const back = await provider.agree(started.headers.get('location')!);
      const came = await api.get(back.pathname + back.search, undefined, { Cookie: cookie });
      const brought = new URLSearchParams(new URL(came.headers.get('location')!).hash.slice(1));
      secrets.push(
        ...cookie.split('=')[1]!.split('.'),
        back.searchParams.get('state')!,
        back.searchParams.get('code')!,
      );
      if (brought.has('gticket')) secrets.push(brought.get('gticket')!);
    }
    codes.push(await codeFor('maya@example.com'));

    await eventually(async () => (await mailsTo(asha.email)).some(({ subject }) => subject?.startsWith('Booking')));
    await api.end('SIGTERM');
    expect(api.log().length).to.be.above(20);
    expectHidden(api.output(), secrets, codes);
    for (const { to, text, html } of await outbox()) {
      const theirs =
        to?.[0]?.address === asha.email
          ? [codes[0]!, token, link]
          : to?.[0]?.address === 'sita@example.com'
            ? [codes[1]!]
            : [codes[2]!];
      expectHidden(
        `${text} ${html}`,
        secrets.filter((secret) => !theirs.includes(secret)),
        codes.filter((code) => !theirs.includes(code)),
      );
    }
  });

  it('secrets of accounts are not logged when a mail cannot be sent', async () => {
    const refused: string[] = [];
    const smtp = new SMTPServer({
      authOptional: true,
      hideSTARTTLS: true,
      logger: false,
      disableReverseLookup: true,
      onData: (stream, _session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          refused.push(Buffer.concat(chunks).toString());
          done(Object.assign(new Error('Mailbox full'), { responseCode: 552 }));
        });
      },
    });
    const port = await new Promise<number>((resolve) => {
      const listener = smtp.listen(0, '127.0.0.1', () => resolve((listener.address() as AddressInfo).port));
    });
    try {
      const api = (service = await start({ SMTP_URL: `smtp://127.0.0.1:${port}` }));
      const answer = await api.post('/api/auth/register', {
        full_name: 'Hari KC',
        company_name: 'Everest',
        email: 'hari@example.com',
        password: 'everest-8848',
      });
      expect([answer.status, answer.json.code]).to.deep.equal([502, 'MAIL_FAILED']);
      await api.post('/api/passenger/register', {
        full_name: 'Gita KC',
        email: 'gita@example.com',
        password: 'himal-2026-gita',
      });
      await api.post('/api/passenger/forgot-password', { email: 'gita@example.com' });
      await eventually(() => refused.length === 3);
      await api.end('SIGTERM');
      const mails = await Promise.all(refused.map((mail) => PostalMime.parse(mail)));
      const codes = mails.flatMap(({ text }) => /^ {4}(\d{6})$/m.exec(text!)?.[1] ?? []);
      const links = mails.flatMap(({ text }) => /^http.*$/m.exec(text!)?.[0] ?? []);
      expect([codes.length, links.length]).to.deep.equal([2, 1]);
      expect(api.output()).to.contain('Mailbox full');
      expectHidden(
        api.output() + answer.text,
        ['everest-8848', 'himal-2026-gita', ...links, new URL(links[0]!).searchParams.get('token')!],
        codes,
      );
    } finally {
      smtp.close();
    }
  });
});
