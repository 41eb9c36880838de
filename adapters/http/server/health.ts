import { type Static, Type } from '@sinclair/typebox';
import type { PlainRoute } from '../route/route.ts';

const readiness = Type.Object(
  {
    database: Type.String({
      enum: ['ok', 'down', 'read-only', 'stuck'],
      description:
        'Gives the state of the database. With `down` it does not answer, and with `read-only` it is a standby. With `stuck` it answers, but for 10 seconds no commit got through.',
    }),
    mqtt: Type.String({
      enum: ['ok', 'down'],
      description: 'Gives the state of the broker. The service works without its broker.',
    }),
    disk: Type.Optional(
      Type.String({ enum: ['full'], description: 'Is present only while the folder DATA_DIR takes no new file.' }),
    ),
    clock: Type.Optional(
      Type.String({
        enum: ['wrong'],
        description: 'Is present only while the clock is more than a minute off that of the database.',
      }),
    ),
  },
  { title: 'Readiness' },
);

/** A process looks at its database this often. */
const RETRY_AFTER_SECONDS = 5;

interface Needs {
  /** Why the process cannot sell now. Empty if it can. */
  readonly unreadiness: () => Promise<Partial<Omit<Static<typeof readiness>, 'mqtt'>>>;
  readonly brokerState: () => 'ok' | 'down';
}

/**
 * Liveness and readiness checks, for programs that monitor the process. The service works without its broker. So a
 * broker that is down is reported, but the service still counts as ready.
 */
export const healthChecks = ({ unreadiness, brokerState }: Needs): readonly PlainRoute[] => [
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
      const reasons = await unreadiness();
      const isReady = Object.keys(reasons).length === 0;
      ctx.status = isReady ? 200 : 503;
      ctx.set({ 'Cache-Control': 'no-store', ...(!isReady && { 'Retry-After': String(RETRY_AFTER_SECONDS) }) });
      ctx.body = { database: 'ok', mqtt: brokerState(), ...reasons };
    },
    describes: {
      operationId: 'getReadiness',
      summary: 'Whether the service is ready for requests',
      description:
        'The service is ready when it can sell: commits get through, the disk takes files, and the clock is right. It works without its broker, and the answer tells when the broker is down.',
      responses: {
        200: { description: 'The service is ready for requests.', mediaType: 'application/json', schema: readiness },
        503: {
          description: 'The service cannot sell now. The answer names the reason.',
          mediaType: 'application/json',
          schema: readiness,
        },
      },
    },
  },
];
