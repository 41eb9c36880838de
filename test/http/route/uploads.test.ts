import { Type } from '@sinclair/typebox';
import { expect } from 'chai';
import { type Socket, connect } from 'node:net';
import type { UserId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { invalidField } from '../../../core/kernel/refusal.ts';
import { rateLimits } from '../../../adapters/http/route/rate-limits.ts';
import { route, uploadRoute } from '../../../adapters/http/route/route.ts';
import { type Edge, startEdge } from '../../support/edge.ts';

const upload = uploadRoute({
  method: 'post',
  path: '/picture',
  operationId: 'sendPicture',
  summary: 'Send a picture',
  description: 'Exists for a test.',
  returns: 'The answer.',
  access: 'passenger',
  limit: 'upload',
  upload: { field: 'picture', limitBytes: 1_000, tooLarge: () => invalidField('picture', 'Too large.') },
  status: 200,
  response: Type.Object({ size: Type.Integer() }),
  handle: async ({ upload: file }) => ({ size: typeof file === 'object' ? file.content.length : -1 }),
});

const rename = route({
  method: 'post',
  path: '/name',
  operationId: 'rename',
  summary: 'Change the name',
  description: 'Exists for a test.',
  returns: 'The answer.',
  access: 'passenger',
  body: Type.Object({}),
  status: 200,
  response: Type.Object({}),
  handle: async () => ({}),
});

const PART = '--x\r\nContent-Disposition: form-data; name="picture"; filename="a.png"\r\n\r\nabc';
const END = '\r\n--x--\r\n';
const HEAD =
  'POST /picture HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer passenger\r\nContent-Type: multipart/form-data; boundary=x\r\n' +
  `Content-Length: ${PART.length + END.length}\r\n\r\n`;

describe('uploads', () => {
  let edge: Edge;
  let sockets: Socket[] = [];

  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    sockets = [];
    await edge.close();
  });

  /** Sends the beginning of a request, and collects the answer. */
  function begin(sent: string): { readonly socket: Socket; readonly answered: Promise<string> } {
    const socket = connect(edge.port, '127.0.0.1', () => socket.write(sent)).on('error', () => undefined);
    sockets.push(socket);
    return {
      socket,
      answered: new Promise((resolve) => {
        socket.once('data', (bytes) => resolve(bytes.toString()));
      }),
    };
  }

  it('uploads beyond a person’s rate limit are refused before their body arrives', async () => {
    const limits = rateLimits({ report: () => undefined });
    edge = await startEdge({ limits, routes: [upload] });
    for (let turn = 0; turn < 60; turn += 1) await limits.take('upload', { ip: '203.0.113.1', account: 'user 7' });
    expect(await begin(HEAD).answered).to.match(/^HTTP\/1\.1 429 [^]*RATE_LIMITED/);
  });

  it('uploads of other people at the same IP address are not delayed by uploads that never end', async () => {
    const people = ['first', 'second', 'third'];
    edge = await startEdge({
      limits: rateLimits({ report: () => undefined }),
      routes: [upload],
      authenticate: async (token) => ({
        userId: people.indexOf(token) as UserId,
        role: 'PASSENGER',
        tokenVersion: 0,
        tokenExpiresAt: 0 as Instant,
      }),
    });
    const as = (person: string) => HEAD.replace('Bearer passenger', `Bearer ${person}`);
    for (const person of ['first', 'second']) for (let n = 0; n < 10; n += 1) begin(as(person) + PART);
    expect(await begin(as('third') + PART + END).answered).to.match(/^HTTP\/1\.1 200 [^]*\{"size":3\}/);
  });

  it('uploads that send nothing for a while answer 408, and their connections are closed', async () => {
    edge = await startEdge({ routes: [upload], uploadIdleMilliseconds: 50 });
    for (const sent of [HEAD, HEAD + PART]) {
      const { socket, answered } = begin(sent);
      const closed = new Promise((resolve) => socket.once('close', resolve));
      expect(await answered).to.match(/^HTTP\/1\.1 408 [^]*REQUEST_TIMEOUT/);
      await closed;
    }
  });

  it('uploads may take longer than other request bodies as long as data keep arriving', async () => {
    const timeouts = { headers: 150, request: 150, upload: 60_000, idle: 150, leftover: 150 };
    edge = await startEdge({ routes: [upload, rename] }, timeouts);
    const form = begin(HEAD + PART);
    const json = begin(
      HEAD.replace('multipart/form-data; boundary=x', 'application/json').replace('/picture', '/name') + PART,
    );
    expect(await json.answered).to.match(/^HTTP\/1\.1 408 /);
    form.socket.write(END);
    expect(await form.answered).to.match(/^HTTP\/1\.1 200 [^]*\{"size":3\}/);
  });

  it('uploads of one person run eight at a time while 32 wait, and an upload whose caller hangs up is dropped', async () => {
    edge = await startEdge({ routes: [upload] });
    const stalled = Array.from({ length: 41 }, () => begin(HEAD + PART));
    const { refused, answer } = await Promise.race(
      stalled.map(async ({ socket, answered }) => ({ refused: socket, answer: await answered })),
    );
    expect(answer).to.match(/^HTTP\/1\.1 503 [^]*Retry-After: 5[^]*UPLOADS_BUSY/);
    refused.destroy();

    for (const { socket } of stalled.slice(0, 20)) socket.destroy();
    for (const { socket } of stalled.slice(20)) if (!socket.destroyed) socket.write(END);
    for (const { socket, answered } of stalled.slice(20))
      if (socket !== refused) expect(await answered).to.match(/^HTTP\/1\.1 200 [^]*\{"size":3\}/);
    expect(await begin(HEAD + PART + END).answered).to.match(/^HTTP\/1\.1 200 /);
  });

  it('an upload whose caller hangs up while it waits does not delay other uploads', async () => {
    edge = await startEdge({ routes: [upload] });
    const stalled = Array.from({ length: 41 }, () => begin(HEAD));
    await Promise.race(stalled.map(({ answered }) => answered));
    for (const { socket } of stalled) socket.destroy();
    expect(await begin(HEAD + PART + END).answered).to.match(/^HTTP\/1\.1 (200|503) /);
    for (let turn = 0; turn < 10; turn += 1) await begin(HEAD + PART + END).answered;
    expect(await begin(HEAD + PART + END).answered).to.match(/^HTTP\/1\.1 200 /);
  });
});
