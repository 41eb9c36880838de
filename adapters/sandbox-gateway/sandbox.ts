import type { KeyObject } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import type { Clock } from '../../core/kernel/time.ts';
import type { Transact } from '../../core/kernel/unit-of-work.ts';
import type { Sandbox } from '../../core/payments/sandbox.ts';
import { serveCall } from './calls.ts';
import { CONNECTIPS_PATH, connectIpsSimulator } from './connectips.ts';
import { paymentUnknown, readFault, refuseOutsiders } from './control.ts';
import { readDecision, readReference } from './decisions.ts';
import { ESEWA_FORM_PATH, ESEWA_STATUS_PATH, esewaSimulator } from './esewa.ts';
import { FONEPAY_PATH, fonepaySimulator } from './fonepay.ts';
import { KHALTI_PATH, khaltiSimulator } from './khalti.ts';
import { connectIpsMerchant, ESEWA_MERCHANT, FONEPAY_MERCHANT, KHALTI_MERCHANT } from './merchants.ts';
import { closedPage, contentSecurityPolicy, paymentPage, problemPage } from './page.ts';
import { decide, newPayment } from './payments.ts';
import { isFromHere, pathParameter, readForm, readJson } from './requests.ts';
import { returnPath } from './return-path.ts';
import { type Opening, type Simulator, FormRefused } from './simulator.ts';
import { type Decision, returns } from './standing.ts';

/**
 * Settings with which the gateway adapters call the sandbox instead of the real gateways. Browsers reach the sandbox
 * through `baseUrl`. The service reaches it through `ownUrl`, where the service listens.
 */
export const sandboxMerchants = (baseUrl: string, ownUrl: string, key: KeyObject) => ({
  ESEWA: { ...ESEWA_MERCHANT, formUrl: `${baseUrl}${ESEWA_FORM_PATH}`, statusUrl: `${ownUrl}${ESEWA_STATUS_PATH}` },
  KHALTI: { ...KHALTI_MERCHANT, khaltiUrl: `${ownUrl}${KHALTI_PATH}` },
  FONEPAY: { ...FONEPAY_MERCHANT, fonepayUrl: `${ownUrl}${FONEPAY_PATH}` },
  CONNECTIPS: {
    ...connectIpsMerchant(key),
    formUrl: `${baseUrl}${CONNECTIPS_PATH}`,
    validationUrl: `${ownUrl}${CONNECTIPS_PATH}`,
  },
});

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<{ readonly sandbox: Sandbox }>;
  /** The URL at which the service is reached from outside. Browsers are redirected only to this URL after a payment. */
  readonly baseUrl: string;
  /** The URL at which the service reaches itself. */
  readonly ownUrl: string;
  /** The base address of the passenger's pages. The service redirects browsers there after the payment. */
  readonly passengerClientBase: string;
  /** Counts a request of an IP address. Throws a Refusal if the address sends too many. */
  readonly countCall: (ip: string) => Promise<void>;
  /** Counts a payment that an IP address opens, which takes a row. Throws a Refusal if there are too many. */
  readonly countOpening: (ip: string) => Promise<void>;
  /** The key with which the service signs its requests to connectIPS. */
  readonly key: KeyObject;
  /** The name of the merchant, as passengers see it. */
  readonly merchant?: string;
}

interface SandboxRoute {
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly serve: Middleware;
}

/** Decisions of the payer that a script can put into eSewa's form, so that no page asks for a decision. */
const FORM_DECISIONS: Readonly<Record<string, Decision['action']>> = {
  pay: 'pay',
  fail: 'refuse',
  'walk-away': 'walk_away',
};

/**
 * Simulates payment gateways for development and tests, with the protocols of the real ones. Payers decide on a page,
 * and scripts by a request to `/sandbox/<gateway>/act`. A request to `/sandbox/control` makes later calls of the
 * service fail.
 */
export function sandboxGateway({ merchant = 'Bus Ticket', ...needs }: Needs): readonly SandboxRoute[] {
  const { clock, transact, baseUrl, passengerClientBase, key, countCall, countOpening } = needs;
  const origin = new URL(baseUrl).origin;
  const policy = contentSecurityPolicy([origin, new URL(passengerClientBase).origin]);
  const simulators = [
    esewaSimulator(ESEWA_MERCHANT, baseUrl),
    khaltiSimulator(baseUrl),
    fonepaySimulator(baseUrl),
    connectIpsSimulator(connectIpsMerchant(key), baseUrl),
  ];

  const show = (ctx: Context, status: number, html: string): void => {
    ctx.status = status;
    ctx.set({ ...PRIVATE, 'Content-Security-Policy': policy, 'X-Content-Type-Options': 'nosniff' });
    ctx.type = 'html';
    ctx.body = html;
  };

  /** Carries out the payer's decision. Returns the URL that the browser goes to next, or null. */
  const act = async (simulator: Simulator, id: string, decision: Decision): Promise<string | null> => {
    const now = clock();
    const payment = await transact(({ sandbox }) => decide(sandbox, simulator, id, decision, now));
    if (!payment) throw paymentUnknown();
    const url = returns(decision.action) ? (simulator.returnUrl?.(payment, now) ?? null) : null;
    if (url !== null && decision.action === 'pay_twice') await callReturn(url, needs);
    return url;
  };

  const actOnPage = async (ctx: Context, simulator: Simulator, id: string, decision: Decision): Promise<void> => {
    const url = await act(simulator, id, decision);
    if (url === null) show(ctx, 200, closedPage(merchant, simulator, decision.action));
    else sendBack(ctx, url);
  };

  const takeForm =
    (simulator: Simulator, read: (fields: URLSearchParams) => Opening) =>
    async (ctx: Context): Promise<void> => {
      await countOpening(ctx.ip);
      const fields = await readForm(ctx);
      try {
        const opening = read(fields);
        const payment = await transact(async ({ sandbox }) => {
          await sandbox.open(newPayment(simulator.gateway, opening, clock()));
          return sandbox.find(simulator.gateway, opening.id);
        });
        if (payment?.amount !== opening.amount) throw new FormRefused('Another payment was begun under this id.');
        const action = FORM_DECISIONS[fields.get('decision') ?? ''];
        if (action) await actOnPage(ctx, simulator, payment.id, readDecision({ action }, simulator));
        else show(ctx, 200, paymentPage(merchant, simulator, payment));
      } catch (error) {
        if (!(error instanceof FormRefused)) throw error;
        show(ctx, 400, problemPage(error.message));
      }
    };

  const routesOf = (simulator: Simulator): readonly SandboxRoute[] => {
    const { gateway, form, calls } = simulator;
    const path = `/sandbox/${gateway.toLowerCase()}`;
    return [
      ...(form ? [{ method: 'post', path: form.path, serve: takeForm(simulator, form.read) } as const] : []),
      ...calls.map((call) => ({ method: call.method, path: call.path, serve: serveCall(simulator, call, needs) })),
      {
        method: 'get',
        path: `${path}/pay/:id`,
        async serve(ctx) {
          const payment = await transact(({ sandbox }) => sandbox.find(gateway, pathParameter(ctx, 'id')));
          if (payment) show(ctx, 200, paymentPage(merchant, simulator, payment));
          else show(ctx, 404, problemPage('The sandbox knows no such payment.'));
        },
      },
      {
        method: 'post',
        path: `${path}/pay/:id`,
        async serve(ctx) {
          const decision = readDecision({ action: (await readForm(ctx)).get('action') }, simulator);
          await actOnPage(ctx, simulator, pathParameter(ctx, 'id'), decision);
        },
      },
      {
        method: 'post',
        path: `${path}/act`,
        async serve(ctx) {
          const body = await readJson(ctx);
          const decision = readDecision(body, simulator);
          answer(ctx, { redirect_url: await act(simulator, readReference(body), decision) });
        },
      },
    ];
  };

  const control: SandboxRoute = {
    method: 'post',
    path: '/sandbox/control',
    async serve(ctx) {
      refuseOutsiders(ctx.req);
      const fault = readFault(await readJson(ctx), simulators);
      await transact(({ sandbox }) => sandbox.setFault(fault, clock()));
      answer(ctx, fault);
    },
  };

  /** Counts requests like those to other paths, but those that the service sends to itself. */
  const counting = (route: SandboxRoute): SandboxRoute => ({
    ...route,
    async serve(ctx, next) {
      if (!isFromHere(ctx.req)) await countCall(ctx.ip);
      return route.serve(ctx, next) as unknown;
    },
  });
  return [...simulators.flatMap(routesOf), control].map(counting);
}

/** Headers of pages and redirects: the response is for one browser, so nothing may store it. */
const PRIVATE = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };

function answer(ctx: Context, value: unknown): void {
  ctx.status = 200;
  ctx.set(PRIVATE);
  ctx.type = 'application/json';
  ctx.body = JSON.stringify(value);
}

/** Redirects the browser with 303 See Other, so that it sends a GET. */
function sendBack(ctx: Context, url: string): void {
  ctx.set({ ...PRIVATE, Location: url });
  ctx.body = null;
  ctx.status = 303;
}

/** Requests a return URL as a browser would, and waits for the response. Requests nothing but this service. */
async function callReturn(url: string, { baseUrl, ownUrl }: Pick<Needs, 'baseUrl' | 'ownUrl'>): Promise<void> {
  const path = returnPath(url, baseUrl);
  if (path === undefined) return;
  const response = await fetch(`${ownUrl}${path}`, { redirect: 'manual' });
  await response.body?.cancel();
}
