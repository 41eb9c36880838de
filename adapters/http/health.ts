import { Type } from '@sinclair/typebox';
import type { Extra } from './route.ts';

const state = Type.String({ enum: ['ok', 'down'] });
const readiness = Type.Object({ database: state, mqtt: state });

interface Needs {
  /** Throws when the database does not answer. */
  readonly pingDatabase: () => Promise<void>;
  readonly brokerState: () => 'ok' | 'down';
}

/** Liveness and readiness, for whoever watches over the process. The service works without its broker: a broker that is down is told, not failed. */
export const healthChecks = ({ pingDatabase, brokerState }: Needs): readonly Extra[] => [
  {
    method: 'get',
    path: '/healthz',
    serve: (ctx) => {
      ctx.set('Cache-Control', 'no-store');
      ctx.body = { status: 'ok' };
    },
    describes: { summary: 'Whether the process is alive', answers: { 200: { description: 'It is.', mediaType: 'application/json', schema: Type.Object({ status: Type.String({ enum: ['ok'] }) }) } } },
  },
  {
    method: 'get',
    path: '/readyz',
    serve: async (ctx) => {
      const database = await pingDatabase().then(() => 'ok' as const, () => 'down' as const);
      ctx.status = database === 'ok' ? 200 : 503;
      ctx.set('Cache-Control', 'no-store');
      ctx.body = { database, mqtt: brokerState() };
    },
    describes: {
      summary: 'Whether the service is ready for requests',
      description: 'It is when its database answers. It works without its broker, and tells when the broker is down.',
      answers: {
        200: { description: 'It is.', mediaType: 'application/json', schema: readiness },
        503: { description: 'The database does not answer.', mediaType: 'application/json', schema: readiness },
      },
    },
  },
];
