import { Type } from '@sinclair/typebox';
import { expect } from 'chai';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { invalidField } from '../../core/kernel/refusal.ts';
import { rateLimits } from '../../adapters/http/server/rate-limits.ts';
import { uploadRoute } from '../../adapters/http/route/route.ts';
import { startEdge } from '../support/edge.ts';
import type { Edge } from '../support/edge.ts';

const upload = uploadRoute({
  method: 'post',
  path: '/picture',
  operationId: 'sendPicture',
  summary: 'Send a picture',
  access: 'passenger',
  limit: 'upload',
  upload: { field: 'picture', limitBytes: 1_000, tooLarge: () => invalidField('picture', 'Too large.') },
  status: 200,
  response: Type.Object({ size: Type.Integer() }),
  handle: async ({ upload: file }) => ({ size: typeof file === 'object' ? file.content.length : -1 }),
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

  /** Sends the beginning of a request, and goes on to listen. */
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

  it('are refused before their body has come when the budget is spent', async () => {
    const limits = rateLimits({ report: () => undefined });
    edge = await startEdge({ limits, routes: [upload] });
    for (let turn = 0; turn < 60; turn += 1) await limits.take('upload', { ip: '203.0.113.1', account: 'user 7' });
    expect(await begin(HEAD).answered).to.match(/^HTTP\/1\.1 429 [^]*RATE_LIMITED/);
  });

  it('that never end get eight slots, and 32 more wait unread; hanging up frees the slot for the next', async () => {
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

  it('whose callers hung up while they waited take no slot', async () => {
    edge = await startEdge({ routes: [upload] });
    const stalled = Array.from({ length: 41 }, () => begin(HEAD));
    await Promise.race(stalled.map(({ answered }) => answered));
    for (const { socket } of stalled) socket.destroy();
    expect(await begin(HEAD + PART + END).answered).to.match(/^HTTP\/1\.1 (200|503) /);
    for (let turn = 0; turn < 10; turn += 1) await begin(HEAD + PART + END).answered;
    expect(await begin(HEAD + PART + END).answered).to.match(/^HTTP\/1\.1 200 /);
  });
});
