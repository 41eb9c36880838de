import { expect } from 'chai';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';
import PostalMime from 'postal-mime';
import sinon from 'sinon';
import { type SMTPServerOptions, SMTPServer } from 'smtp-server';
import { toHtml, toText } from '../../../adapters/mail/layout.ts';
import { contentOf } from '../../../adapters/mail/templates.ts';
import { smtpMailer } from '../../../adapters/mail/smtp-mailer.ts';
import { MailRefused } from '../../../core/platform/mailer.ts';
import { everyMail } from '../../support/long-mails.ts';
import { aBookingMail, aCodeMail, aResetMail, RESET_LINK } from '../../support/mails.ts';

const FROM = { name: 'Bus Ticket', address: 'no-reply@tickets.example.com' };

interface Received {
  readonly raw: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly user: string | undefined;
  readonly secure: boolean;
}

const refusal = (responseCode: number, text: string): Error => Object.assign(new Error(text), { responseCode });

/** Refuses a sender or a recipient. */
const refuse =
  (code: number, text: string) =>
  (_address: unknown, _session: unknown, done: (error: Error) => void): void =>
    done(refusal(code, text));

function refuseData(code: number, text: string): NonNullable<SMTPServerOptions['onData']> {
  return (stream, _session, done) => {
    stream.resume();
    stream.on('end', () => done(refusal(code, text)));
  };
}

/** Whether a line has more than 998 octets, which strict mail servers refuse. */
const hasLongLine = (raw: Buffer): boolean =>
  raw
    .toString('latin1')
    .split('\r\n')
    .some(({ length }) => length > 998);

describe('the SMTP mailer', () => {
  const undo: (() => void)[] = [];
  afterEach(() => {
    for (const step of undo.splice(0)) step();
  });

  const listening = (server: Server): Promise<number> =>
    new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)));

  /** Starts a mail server that records the mails it gets. */
  async function mailServer(
    options: SMTPServerOptions = {},
  ): Promise<{ port: number; received: Received[]; connections: () => number }> {
    const received: Received[] = [];
    let connections = 0;
    const server = new SMTPServer({
      authOptional: true,
      hideSTARTTLS: true,
      allowInsecureAuth: true,
      disableReverseLookup: true,
      logger: false,
      onConnect: (_session, done) => {
        connections += 1;
        done();
      },
      onAuth: ({ username, password }, _session, done) => {
        if (password === 'right') done(null, { user: username });
        else done(new Error('Wrong password'));
      },
      onData: (stream, { envelope, user, secure }, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const raw = Buffer.concat(chunks);
          if (hasLongLine(raw)) {
            done(refusal(554, 'Line too long'));
            return;
          }
          received.push({
            raw: raw.toString(),
            from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
            to: envelope.rcptTo.map(({ address }) => address),
            user: typeof user === 'string' ? user : undefined,
            secure,
          });
          done();
        });
      },
      ...options,
    });
    server.on('error', () => undefined);
    const port = await new Promise<number>((resolve) => {
      const listener = server.listen(0, '127.0.0.1', () => resolve((listener.address() as AddressInfo).port));
    });
    undo.push(() => server.close());
    return { port, received, connections: () => connections };
  }

  /** Starts a TCP server whose answers the test writes byte by byte. */
  async function rawServer(talk: (socket: Socket) => void): Promise<number> {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      talk(socket);
    });
    undo.push(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    return listening(server);
  }

  function mailerTo(port: number, { user = '', options = '', requireTls = false, timeoutMs = 10_000 } = {}) {
    const mailer = smtpMailer({ url: `smtp://${user}127.0.0.1:${port}${options}`, from: FROM, requireTls, timeoutMs });
    undo.push(() => void mailer.close());
    return mailer;
  }

  const failure = (sending: Promise<void>): Promise<string> =>
    sending.then(
      () => 'sent',
      (error: unknown) => (error as Error).message,
    );

  it('the SMTP mailer delivers to one recipient, from the configured sender', async () => {
    const { port, received } = await mailServer();
    await mailerTo(port).send(aCodeMail());
    expect(received.map(({ from, to }) => [from, to])).to.deep.equal([[FROM.address, ['sita@example.com']]]);
    const mail = await PostalMime.parse(received[0]!.raw);
    expect(mail.from).to.deep.include(FROM);
    expect(mail.to).to.deep.equal([{ name: 'Sita Rai', address: 'sita@example.com' }]);
    expect(mail.text).to.contain('048213');
  });

  it('the SMTP mailer never sends to a second recipient that is hidden in a name or an address', async () => {
    const { port, received } = await mailServer();
    await mailerTo(port).send(aCodeMail({ name: 'Sita, thief@example.org', to: 'sita@example.com' }));
    await mailerTo(port).send(aCodeMail({ name: 'Sita <thief@example.org>\r\nBcc: thief@example.org' }));
    expect(received.map(({ to }) => to)).to.deep.equal([['sita@example.com'], ['sita@example.com']]);
    for (const { raw } of received)
      expect((await PostalMime.parse(raw)).to).to.deep.equal([{ name: '', address: 'sita@example.com' }]);
    for (const { raw } of received) expect(raw).not.to.contain('thief');
  });

  it('the SMTP mailer treats one address with a comma or a bracket as one recipient', async () => {
    const { port, received } = await mailServer();
    const crafted = [
      'sita@example.com, thief@example.org',
      'sita@example.com,thief@example.org',
      'sita@example.com>,<thief@example.org',
      'sita@example.com\r\nRCPT TO:<thief@example.org>',
      'x: sita@example.com, thief@example.org;',
    ];
    for (const to of crafted) await failure(mailerTo(port).send(aCodeMail({ to })));
    for (const { to } of received) expect(to).not.to.include('thief@example.org');
  });

  it('the SMTP mailer delivers a link, a Devanagari name and an attached ticket unchanged', async () => {
    const { port, received } = await mailServer();
    const mailer = mailerTo(port);
    await mailer.send(aResetMail({ name: 'आशा गुरुङ' }));
    await mailer.send(aBookingMail());
    const [reset, booking] = await Promise.all(received.map(({ raw }) => PostalMime.parse(raw)));
    expect(received[0]!.raw.split('\r\n')).to.include(RESET_LINK);
    expect(reset!.text).to.contain('Hello आशा गुरुङ,');
    expect(Buffer.from(booking!.attachments[0]!.content as ArrayBuffer).toString()).to.equal('%PDF-1.7 a ticket');
  });

  it('the SMTP mailer authenticates with the user and password in its configured URL', async () => {
    const { port, received } = await mailServer({ authOptional: false });
    await mailerTo(port, { user: 'mailer:right@' }).send(aCodeMail());
    expect(received[0]?.user).to.equal('mailer');
    expect(await failure(mailerTo(port, { user: 'mailer:wrong@' }).send(aCodeMail()))).to.match(/Invalid login/);
  });

  it('the SMTP mailer sends nothing unencrypted if TLS is required, whatever the configured URL says', async () => {
    const { port, received } = await mailServer({ disabledCommands: ['STARTTLS'] });
    for (const options of ['', '/?requireTLS=false', '/?ignoreTLS=true&requireTLS=0', '/?opportunisticTLS=true']) {
      expect(await failure(mailerTo(port, { options, requireTls: true }).send(aCodeMail())), options).to.match(
        /STARTTLS/,
      );
    }
    expect(received).to.deep.equal([]);
  });

  it('the SMTP mailer upgrades to TLS if the server offers it', async () => {
    const { port, received } = await mailServer({ hideSTARTTLS: false });
    await mailerTo(port, { options: '/?tls.rejectUnauthorized=false', requireTls: true }).send(aCodeMail());
    expect(received.map(({ secure }) => secure)).to.deep.equal([true]);
  });

  it('the SMTP mailer never logs a mail’s content, whatever the configured URL says', async () => {
    const { port } = await mailServer();
    const written = [sinon.spy(process.stdout, 'write'), sinon.spy(process.stderr, 'write'), sinon.spy(console, 'log')];
    undo.push(() => sinon.restore());
    await mailerTo(port, { options: '/?logger=true&debug=true&transactionLog=true' }).send(aCodeMail());
    expect(JSON.stringify(written.map(({ args }) => args))).not.to.match(/048213|sita@example\.com/);
  });

  it('the SMTP mailer reuses a connection, and opens a new one when the server has closed it', async () => {
    const sockets: Socket[] = [];
    const { port, received, connections } = await mailServer();
    const proxyPort = await rawServer((socket) => {
      const onward = createConnectionTo(port);
      sockets.push(socket);
      socket.pipe(onward).pipe(socket);
      socket.on('close', () => onward.destroy());
    });
    const mailer = mailerTo(proxyPort);
    await mailer.send(aCodeMail());
    await mailer.send(aCodeMail());
    expect(connections()).to.equal(1);
    for (const socket of sockets) socket.destroy();
    await mailer.send(aCodeMail());
    expect([received.length, connections()]).to.deep.equal([3, 2]);
  });

  it('the SMTP mailer rejects a mail if the server refuses its recipient or content', async () => {
    const refusing = await mailServer({
      onRcptTo: (_address, _session, done) =>
        done(Object.assign(new Error('No such user here'), { responseCode: 550 })),
    });
    expect(await failure(mailerTo(refusing.port).send(aCodeMail()))).to.match(/No such user here/);
    const full = await mailServer({
      onData: (stream, _session, done) => {
        stream.resume();
        stream.on('end', () => done(Object.assign(new Error('Mailbox full'), { responseCode: 552 })));
      },
    });
    expect(await failure(mailerTo(full.port).send(aCodeMail()))).to.match(/Mailbox full/);
    expect(refusing.received).to.deep.equal([]);
  });

  for (const language of ['en', 'ne'] as const)
    for (const mail of everyMail(language))
      it(`no line of a ${mail.kind} mail in ${language} exceeds 998 octets, however long its fields are`, async () => {
        const { port, received } = await mailServer();
        await mailerTo(port).send(mail);
        const { text, html } = await PostalMime.parse(received[0]!.raw);
        const content = contentOf(mail, { brand: FROM.name, support: undefined });
        const written = [toText(content, FROM.name), toHtml(content, FROM.name)];
        expect([text, html].map((part) => part?.replaceAll('\r\n', '\n').trim())).to.deep.equal(
          written.map((part) => part.trim()),
        );
      });

  const refusals: Readonly<Record<string, { options: SMTPServerOptions; refuses: 'MAIL' | 'SERVER' }>> = {
    'its content for good': { options: { onData: refuseData(554, '5.6.0 Message refused') }, refuses: 'MAIL' },
    'its content for now': { options: { onData: refuseData(451, '4.3.0 Try again') }, refuses: 'SERVER' },
    'its recipient’s address': { options: { onRcptTo: refuse(550, '5.1.1 No such user') }, refuses: 'MAIL' },
    'its recipient for another reason': {
      options: { onRcptTo: refuse(550, '5.7.1 Relaying denied') },
      refuses: 'SERVER',
    },
    'its sender': { options: { onMailFrom: refuse(553, '5.1.8 Sender refused') }, refuses: 'SERVER' },
  };
  for (const [what, { options, refuses }] of Object.entries(refusals))
    it(`a mail that is refused because of ${what} is a refusal of the ${refuses.toLowerCase()}`, async () => {
      const { port } = await mailServer(options);
      const error = await mailerTo(port)
        .send(aCodeMail())
        .catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(MailRefused).and.to.have.property('refuses', refuses);
    });

  it('the SMTP mailer rejects a mail if no server listens', async () => {
    const server = createServer();
    const port = await listening(server);
    await new Promise((resolve) => server.close(resolve));
    expect(await failure(mailerTo(port).send(aCodeMail()))).to.match(/ECONNREFUSED/);
  });

  const silences: Readonly<Record<string, (socket: Socket) => void>> = {
    'at the greeting': () => undefined,
    'after the greeting': (socket) => socket.write('220 ready\r\n'),
    'after the body, though it keeps trickling': (socket) => {
      const answer = (line: string): string =>
        /^(EHLO|MAIL|RCPT)/.test(line) ? '250 ok' : line.startsWith('DATA') ? '354 go on' : '';
      socket.write('220 ready\r\n');
      socket.on('data', (chunk) => {
        const reply = answer(chunk.toString());
        if (reply) socket.write(`${reply}\r\n`);
        else if (!trickle) trickle = setInterval(() => socket.write('250-wait\r\n'), 20);
      });
      let trickle: NodeJS.Timeout | undefined;
      socket.on('close', () => clearInterval(trickle));
    },
  };

  for (const [moment, talk] of Object.entries(silences)) {
    it(`the SMTP mailer gives up on a server that stops answering ${moment}`, async () => {
      expect(await failure(mailerTo(await rawServer(talk), { timeoutMs: 300 }).send(aCodeMail()))).to.match(/abort/i);
    });
  }

  it('the SMTP mailer rejects a mail if the connection drops, at any moment', async () => {
    const dropAfter = (lines: number) =>
      rawServer((socket) => {
        let seen = 0;
        socket.write('220 ready\r\n');
        socket.on('data', () => {
          seen += 1;
          if (seen > lines) socket.destroy();
          else socket.write(seen === 4 ? '354 go on\r\n' : '250 ok\r\n');
        });
      });
    for (const lines of [0, 1, 2, 3, 4])
      expect(await failure(mailerTo(await dropAfter(lines)).send(aCodeMail())), `after ${lines} lines`).not.to.equal(
        'sent',
      );
  });

  it('a closed SMTP mailer has closed its connections, and accepts no more mail', async () => {
    const { port, received } = await mailServer();
    const mailer = mailerTo(port);
    await mailer.send(aCodeMail());
    await mailer.close();
    expect(await failure(mailer.send(aCodeMail()))).to.match(/closed/);
    expect(received).to.have.length(1);
  });
});

const createConnectionTo = (port: number): Socket => connect(port, '127.0.0.1').on('error', () => undefined);
