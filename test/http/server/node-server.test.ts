import { type Socket, connect } from 'node:net';
import { expect } from 'chai';
import { type Edge, startEdge, talk } from '../../support/edge.ts';

/** Timeouts in milliseconds, short enough for the test to wait until they end. */
const HURRIED = { headers: 150, request: 300, upload: 600, idle: 150, leftover: 150 };

describe('slow or idle callers', () => {
  let edge: Edge;

  before(async () => {
    edge = await startEdge({}, HURRIED);
  });
  after(() => edge.close());

  it('callers who send nothing, or headers byte by byte, are cut off while other callers are answered', async () => {
    const ended: Promise<string>[] = [];
    for (let index = 0; index < 100; index += 1)
      ended.push(talk(edge.port, []), drip(edge.port, 'GET /api/things HTTP/1.1\r\nHost: a\r\nX-Slow: '));
    expect((await edge.get('/api/things?name=quick')).json).to.deep.equal({ query: { name: 'quick' } });
    for (const heard of await Promise.all(ended))
      expect(heard).to.match(/^HTTP\/1.1 408 .*application\/problem\+json.*"code":"REQUEST_TIMEOUT"/s);
    expect(edge.reported).to.deep.equal([]);
  });

  it('callers who send a body byte by byte are answered with 408', async () => {
    const head =
      'POST /api/things HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n';
    expect(await drip(edge.port, head)).to.match(/^HTTP\/1.1 408 .*"code":"REQUEST_TIMEOUT"/s);
  });

  it('callers who keep sending a body that was refused are cut off', async () => {
    const head =
      'POST /api/things HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n';
    expect(await drip(edge.port, head))
      .to.match(/^HTTP\/1.1 413 .*BODY_TOO_LARGE/s)
      .and.not.include('HTTP/1.1 408');
  });

  it('idle HTTP connections are closed after a limited time', async () => {
    expect(await talk(edge.port, ['GET /api/things HTTP/1.1\r\nHost: a\r\n\r\n'])).to.match(/^HTTP\/1.1 200 /);
  });
});

/**
 * Sends `beginning`, and then one letter at a time until the connection is closed. Returns the server's answer.
 */
function drip(port: number, beginning: string): Promise<string> {
  return new Promise((resolve) => {
    let heard = '';
    let drop: NodeJS.Timeout | undefined;
    const socket: Socket = connect(port, '127.0.0.1', () => {
      socket.write(beginning);
      drop = setInterval(() => socket.writable && socket.write('a'), 20);
    });
    socket.on('data', (data) => {
      heard += data.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(drop);
      resolve(heard);
    });
  });
}
