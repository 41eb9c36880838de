import { Type } from '@sinclair/typebox';
import type { PlainRoute } from '../route/route.ts';

const state = Type.String({ enum: ['ok', 'down'] });
const readiness = Type.Object({ database: state, mqtt: state }, { title: 'Readiness' });

interface Needs {
  /** Throws if the database does not answer. */
  readonly pingDatabase: () => Promise<void>;
  readonly brokerState: () => 'ok' | 'down';
}

/**
 * Liveness and readiness checks, for programs that monitor the process. The service works without its broker. So a
 * broker that is down is reported, but the service still counts as ready.
 */
export const healthChecks = ({ pingDatabase, brokerState }: Needs): readonly PlainRoute[] => [
  {
    method: 'get',
    path: '/healthz',
    serve: (ctx) => {
      ctx.set('Cache-Control', 'no-store');
      ctx.body = { status: 'ok' };
    },
    describes: {
      operationId: 'getLiveness',
      summary: 'Whether the process is alive',
      description: 'Answers at once, without a look at the database or the broker.',
      responses: {
        200: {
          description: 'The process is alive.',
          mediaType: 'application/json',
          schema: Type.Object({ status: Type.String({ enum: ['ok'] }) }, { title: 'Liveness' }),
        },
      },
    },
  },
  {
    method: 'get',
    path: '/readyz',
    serve: async (ctx) => {
      const database = await pingDatabase().then(
        () => 'ok' as const,
        () => 'down' as const,
      );
      ctx.status = database === 'ok' ? 200 : 503;
      ctx.set('Cache-Control', 'no-store');
      ctx.body = { database, mqtt: brokerState() };
    },
    describes: {
      operationId: 'getReadiness',
      summary: 'Whether the service is ready for requests',
      description:
        'The service is ready when its database answers. It works without its broker, and the answer tells when the broker is down.',
      responses: {
        200: { description: 'The service is ready for requests.', mediaType: 'application/json', schema: readiness },
        503: { description: 'The database does not answer.', mediaType: 'application/json', schema: readiness },
      },
    },
  },
];
