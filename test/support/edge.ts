import { connect } from 'node:net';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Type } from '@sinclair/typebox';
import { buildServer } from '../../adapters/http/connections.ts';
import type { Patience } from '../../adapters/http/connections.ts';
import { id, item, lines, password, text } from '../../adapters/http/fields.ts';
import { noLimits } from '../../adapters/http/rate-limits.ts';
import { route } from '../../adapters/http/route.ts';
import type { Route } from '../../adapters/http/route.ts';
import { buildApp } from '../../adapters/http/server.ts';
import { emptyState } from '../../adapters/memory/state.ts';
import { memoryTransact } from '../../adapters/memory/transact.ts';
import type { Caller } from '../../core/accounts/caller.ts';
import type { UserId } from '../../core/kernel/ids.ts';
import { answerOnce } from '../../core/kernel/answer-once.ts';
import { Refusal } from '../../core/kernel/refusal.ts';
import type { Instant } from '../../core/kernel/time.ts';
import { handClock } from './clock.ts';
import { clientOf } from './http.ts';
import type { Client } from './http.ts';

/*
 * The HTTP edge by itself, with a few routes that say what they were given.
 */

const caller: Caller = { userId: 7 as UserId, role: 'PASSENGER', tokenExpiresAt: 0 as Instant };

/** Knows two tokens. */
export const authenticate = async (token: string): Promise<Caller> => {
  if (token === 'passenger') return caller;
  if (token === 'admin') return { ...caller, role: 'ADMIN' };
  throw new Refusal('unauthenticated', 'TOKEN_INVALID', 'Please sign in again.');
};

const echoed = Type.Unsafe<unknown>({});

export const echoRoutes: readonly Route[] = [
  route({ method: 'get', path: '/api/things', summary: 'Things', access: 'public', query: Type.Object({ name: text() }), status: 200, answer: echoed,
    handle: async ({ query }) => ({ query }) }),
  route({ method: 'get', path: '/api/things/:id', summary: 'A thing', access: 'public', params: Type.Object({ id: id() }), status: 200, answer: echoed,
    handle: async ({ params }) => ({ params }) }),
  route({ method: 'post', path: '/api/things', summary: 'Tell', access: 'public', status: 201, answer: echoed,
    body: Type.Object({ name: text(), note: lines(), secret: password(), count: Type.Optional(Type.Integer()), tags: Type.Optional(Type.Array(item())) }),
    handle: async ({ body }) => ({ body }) }),
  route({ method: 'post', path: '/api/things/:id/touch', summary: 'Touch', access: 'passenger', params: Type.Object({ id: id() }), status: 200, answer: echoed,
    handle: async ({ caller: { userId }, params }) => ({ userId, id: params.id }) }),
  route({ method: 'get', path: '/api/broken', summary: 'Break', access: 'public', status: 200, answer: echoed,
    handle: async () => { throw new Error('password=hunter2 at /srv/secret.ts'); } }),
];

export interface Edge extends Client {
  readonly port: number;
  /** Every error that was reported. */
  readonly reported: unknown[];
  /** Writes bytes to a new connection and reads what comes until it is closed. */
  readonly raw: (...pieces: readonly (string | Buffer)[]) => Promise<string>;
  readonly server: Server;
  readonly close: () => Promise<void>;
}

type AppNeeds = Partial<Parameters<typeof buildApp>[0]>;

/** Starts the edge on a port of its own. */
export async function startEdge(needs: AppNeeds = {}, patience?: Patience): Promise<Edge> {
  const reported: unknown[] = [];
  const answersOnce = answerOnce({ clock: handClock(), transact: memoryTransact(emptyState()) });
  const app = buildApp({ routes: echoRoutes, authenticate, answerOnce: answersOnce, limits: noLimits, report: (error) => reported.push(error), trustProxy: false, https: false, corsOrigins: ['https://client.example'], ...needs });
  const server = buildServer(app, patience);
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  const { port } = server.address() as AddressInfo;
  return {
    ...clientOf(`http://127.0.0.1:${port}`),
    port, reported, server,
    raw: (...pieces) => talk(port, pieces),
    close: () => new Promise((done) => { server.close(() => done()); server.closeAllConnections(); }),
  };
}

/** What a server says to these bytes, up to the end of the connection. */
export const talk = (port: number, pieces: readonly (string | Buffer)[]): Promise<string> =>
  new Promise((resolve) => {
    let heard = '';
    const socket = connect(port, '127.0.0.1');
    socket.setEncoding('latin1');
    socket.on('data', (data: string) => { heard += data; });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(heard));
    for (const piece of pieces) socket.write(piece);
  });
