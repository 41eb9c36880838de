import { asService } from '../../adapters/knex/acting-caller.ts';
import { AGENT_SCOPES } from '../../core/agents/agent-key.ts';
import { keyInvalid } from '../../core/agents/refusals.ts';
import { deviceTokenInvalid } from '../../core/boarding/refusals.ts';
import { type AddressInfo, connect } from 'node:net';
import type { Server } from 'node:http';
import { Type } from '@sinclair/typebox';
import { storeNeeds } from '../../app/storage.ts';
import { trustNobody } from '../../adapters/http/server/client-address.ts';
import { type Timeouts, buildServer } from '../../adapters/http/server/node-server.ts';
import { id, item, lines, password, text } from '../../adapters/http/route/fields.ts';
import { noLimits } from '../../adapters/http/route/rate-limits.ts';
import { type Route, route } from '../../adapters/http/route/route.ts';
import { buildApp } from '../../adapters/http/server/koa-app.ts';
import { emptyMemory, memoryStorage } from '../../adapters/memory/storage.ts';
import type { Caller } from '../../core/accounts/account.ts';
import { AGENT_POSITIONS, type CompanyStatus, POSITIONS } from '../../core/accounts/membership.ts';
import type { AgentId, AgentKeyId, OperatorId, UserId } from '../../core/kernel/ids.ts';
import { answerOnce } from '../../core/platform/answer-once.ts';
import { Refusal } from '../../core/kernel/refusal.ts';
import type { Instant } from '../../core/kernel/time.ts';
import { handClock } from './clock.ts';
import { type Client, clientOf } from './http.ts';
import { aWorld } from './world.ts';

/** The HTTP layer (the edge) without use cases. Its few routes send the received request back as the answer. */

const caller: Caller = { userId: 7 as UserId, role: 'PASSENGER', tokenVersion: 0, tokenExpiresAt: 0 as Instant };

/**
 * Accepts one token for each role, one for each position in a company, such as `clerk` or `suspended-owner`, and one
 * for each position in an agent, such as `agents-clerk`.
 */
const authenticate = async (token: string): Promise<Caller> => {
  const agentPosition = AGENT_POSITIONS.find(
    (one) => token.replace('suspended-', '') === `agents-${one.toLowerCase()}`,
  );
  const agentStatus = token.startsWith('suspended-') ? 'SUSPENDED' : 'ACTIVE';
  if (agentPosition)
    return {
      ...caller,
      role: 'OPERATOR',
      agent: { agentId: 5 as AgentId, agentName: 'Himal Tickets', position: agentPosition, agentStatus },
    };
  const position = POSITIONS.find((one) => token.replace('suspended-', '') === one.toLowerCase());
  const companyStatus: CompanyStatus = token.startsWith('suspended-') ? 'SUSPENDED' : 'ACTIVE';
  if (position) return { ...caller, role: 'OPERATOR', staff: { operatorId: 3 as OperatorId, position, companyStatus } };
  if (token === 'passenger') return caller;
  if (token === 'operator') return { ...caller, role: 'OPERATOR' };
  if (token === 'admin') return { ...caller, role: 'ADMIN' };
  throw new Refusal('unauthenticated', 'TOKEN_INVALID', 'Please sign in again.');
};

const echoed = Type.Unsafe<unknown>({});

const echoRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/things',
    operationId: 'listThings',
    summary: 'Things',
    description: 'Exists for a test.',
    returns: 'The answer.',
    access: 'public',
    query: Type.Object({ name: text() }),
    status: 200,
    response: echoed,
    handle: async ({ query }) => ({ query }),
  }),
  route({
    method: 'get',
    path: '/api/things/:id',
    operationId: 'getThing',
    summary: 'A thing',
    description: 'Exists for a test.',
    returns: 'The answer.',
    access: 'public',
    params: Type.Object({ id: id() }),
    status: 200,
    response: echoed,
    handle: async ({ params }) => ({ params }),
  }),
  route({
    method: 'post',
    path: '/api/things',
    operationId: 'addThing',
    summary: 'Tell',
    description: 'Exists for a test.',
    returns: 'The answer.',
    access: 'public',
    status: 201,
    response: echoed,
    body: Type.Object({
      name: text(),
      note: lines(),
      secret: password(),
      count: Type.Optional(Type.Integer()),
      tags: Type.Optional(Type.Array(item())),
    }),
    handle: async ({ body }) => ({ body }),
  }),
  route({
    method: 'post',
    path: '/api/things/:id/touch',
    operationId: 'touchThing',
    summary: 'Touch',
    description: 'Exists for a test.',
    returns: 'The answer.',
    access: 'passenger',
    params: Type.Object({ id: id() }),
    status: 200,
    response: echoed,
    handle: async ({ caller: { userId }, params }) => ({ userId, id: params.id }),
  }),
  route({
    method: 'get',
    path: '/api/broken',
    operationId: 'broken',
    summary: 'Break',
    description: 'Exists for a test.',
    returns: 'The answer.',
    access: 'public',
    status: 200,
    response: echoed,
    handle: async () => {
      throw new Error('password=hunter2 at /srv/secret.ts');
    },
  }),
];

export interface Edge extends Client {
  readonly port: number;
  /** Every error that the HTTP layer reported. */
  readonly reported: unknown[];
  /** Writes bytes to a new connection, and reads until the connection is closed. */
  readonly raw: (...pieces: readonly (string | Buffer)[]) => Promise<string>;
  readonly server: Server;
  readonly close: () => Promise<void>;
}

type AppNeeds = Partial<Parameters<typeof buildApp>[0]>;

/** Starts the Koa application with echoing routes on a free port. */
export async function startEdge(needs: AppNeeds = {}, timeouts?: Timeouts): Promise<Edge> {
  const reported: unknown[] = [];
  const database = emptyMemory();
  // The callers of these routes are not users of the database.
  await database.knex.raw('pragma foreign_keys = off');
  const answersOnce = answerOnce({
    ...aWorld,
    clock: handClock(),
    ...memoryStorage(storeNeeds(), database),
    asService,
  });
  const app = buildApp({
    routes: echoRoutes,
    actAs: (_caller, work) => work(),
    authenticate,
    authenticateDevice: async () => {
      throw deviceTokenInvalid();
    },
    authenticateKey: async (key) => {
      const scopes = AGENT_SCOPES.filter((scope) => key.includes(scope));
      if (scopes.length === 0) throw keyInvalid();
      return {
        agentId: 5 as AgentId,
        agentStatus: key.includes('suspended') ? 'SUSPENDED' : 'ACTIVE',
        by: { keyId: 9 as AgentKeyId, label: 'Shop', scopes, dailyAmount: null },
      };
    },
    judgeKey: async () => {
      throw keyInvalid();
    },
    answerOnce: answersOnce,
    limits: noLimits,
    report: (error) => reported.push(error),
    trustProxy: trustNobody,
    https: false,
    corsOrigins: ['https://client.example'],
    ...needs,
  });
  const server = buildServer(app, timeouts);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    ...clientOf(`http://127.0.0.1:${port}`),
    port,
    reported,
    server,
    raw: (...pieces) => talk(port, pieces),
    close: () =>
      new Promise((done) => {
        server.close(() => done(database.close()));
        server.closeAllConnections();
      }),
  };
}

/** Sends bytes, and returns all that the server writes until it closes the connection. */
export const talk = (port: number, pieces: readonly (string | Buffer)[]): Promise<string> =>
  new Promise((resolve) => {
    let heard = '';
    const socket = connect(port, '127.0.0.1');
    socket.setEncoding('latin1');
    socket.on('data', (data: string) => {
      heard += data;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(heard));
    for (const piece of pieces) socket.write(piece);
  });
