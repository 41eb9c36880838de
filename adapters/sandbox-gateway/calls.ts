import type { Context, Middleware } from 'koa';
import type { Clock } from '../../core/kernel/time.ts';
import type { Transact } from '../../core/kernel/unit-of-work.ts';
import type { Sandbox } from '../../core/payments/sandbox.ts';
import { newPayment } from './payments.ts';
import { isFromHere, pathParameter, readJson } from './requests.ts';
import type { Call, Faults, Memory, Reply, Request, Simulator } from './simulator.ts';

export interface CallNeeds {
  readonly clock: Clock;
  readonly transact: Transact<{ readonly sandbox: Sandbox }>;
  readonly countOpening: (ip: string) => Promise<void>;
}

/** Faults that any call from the service to the gateway can have. */
export const FAULTS: Faults = {
  timeout: async () => undefined,
  'http-500': async () => ({ status: 500, body: '' }),
  garbage: async () => ({ status: 200, body: '<html><body>The gateway is being repaired.' }),
};

/** Answers a call of the service as the real gateway would. If a tester has set a fault, answers with that fault. */
export const serveCall =
  ({ gateway }: Pick<Simulator, 'gateway'>, call: Call, { clock, transact, countOpening }: CallNeeds): Middleware =>
  async (ctx) => {
    // The service's own calls are for many passengers.
    if (call.opens && !isFromHere(ctx.req)) await countOpening(ctx.ip);
    const faults = { ...FAULTS, ...call.faults };
    // A HEAD changes nothing, so it uses no fault up.
    const fault =
      ctx.method === 'HEAD'
        ? undefined
        : await transact(({ sandbox }) => sandbox.takeFault(gateway, Object.keys(faults)));
    const request = await requestOf(ctx);
    const answer = () => transact(({ sandbox }) => call.answer(request, memoryOf(gateway, sandbox, clock)));
    const failure = fault === undefined ? undefined : faults[fault];
    const reply = await (failure ? failure(answer) : answer());
    if (reply) send(ctx, reply);
    else await hangUp(ctx);
  };

async function requestOf(ctx: Context): Promise<Request> {
  const query = new URLSearchParams(ctx.querystring);
  return {
    parameter: (name) => pathParameter(ctx, name) || (query.get(name) ?? ''),
    authorization: ctx.get('authorization'),
    body: ctx.method === 'POST' ? await readJson(ctx) : {},
  };
}

const memoryOf = (gateway: string, sandbox: Sandbox, clock: Clock): Memory => {
  const now = clock();
  return {
    now,
    find: (id) => sandbox.find(gateway, id),
    findPaid: (transactionId) => sandbox.findPaid(gateway, transactionId),
    save: (payment) => sandbox.save(payment),
    async open(opening) {
      if (await sandbox.find(gateway, opening.id)) return false;
      await sandbox.open(newPayment(gateway, opening, now));
      return true;
    },
  };
};

function send(ctx: Context, { status, body }: Reply): void {
  ctx.status = status;
  ctx.type = 'application/json';
  ctx.body = body;
}

/** Sends no response, and waits until the caller gives up. */
const hangUp = (ctx: Context): Promise<void> =>
  new Promise((resolve) => {
    if (ctx.res.destroyed) resolve();
    else ctx.res.once('close', () => resolve());
  });
