import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import { expect } from 'chai';
import { SMTPServer } from 'smtp-server';
import { eventually } from '../support/eventually.ts';
import { ownFolder, startProcess } from '../support/process.ts';

/** A server that takes connections and never says a word. */
async function silentServer(): Promise<{ readonly port: number; readonly close: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    socket.on('error', () => undefined);
    sockets.add(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** A mail server on this port that counts the mails it takes, by recipient. */
async function workingServer(port: number) {
  const received: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    disableReverseLookup: true,
    logger: false,
    onData: (stream, { envelope }, done) => {
      stream.resume();
      stream.on('end', () => {
        received.push(...envelope.rcptTo.map(({ address }) => address));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  return { received, close: () => new Promise<void>((resolve) => server.close(resolve)) };
}

describe('the service beside a mail server that is silent', function () {
  // The service waits ten seconds for a greeting. Every answer below comes before.
  this.timeout(60_000);

  it('registrations do not wait for a silent mail server, SIGTERM keeps their mails, and each is sent once later', async () => {
    const [{ folder, remove }, silent] = [await ownFolder(), await silentServer()];
    const environment = { SMTP_URL: `smtp://127.0.0.1:${silent.port}` };
    const service = await startProcess(folder, environment);
    const people = ['asha', 'bikram', 'chandra'].map((name) => `${name}@example.com`);
    const answers = await Promise.all(
      people.map((email) =>
        service.post('/api/passenger/register', { full_name: 'Asha Rai', email, password: 'correct horse 7' }),
      ),
    );
    for (const { status, json, text } of answers) {
      expect(status, text).to.equal(200);
      expect(json.verification_email_sent).to.equal(true);
    }
    expect(await service.end('SIGTERM')).to.deep.equal({ code: 0, signal: null });
    expect(service.output()).not.to.include('not everything has finished in time');
    await silent.close();

    const mails = await workingServer(silent.port);
    const restarted = await startProcess(folder, environment);
    await eventually(async () => mails.received.length >= people.length, 30);
    expect(await restarted.end('SIGTERM')).to.deep.equal({ code: 0, signal: null });
    expect(mails.received.toSorted()).to.deep.equal(people);
    await mails.close();
    await remove();
  });
});
