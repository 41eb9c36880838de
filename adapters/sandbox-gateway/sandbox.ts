import { koaBody } from 'koa-body';
import type { Context } from 'koa';
import type { Clock } from '../../core/kernel/time.ts';
import { answerEnquiry } from './enquiry.ts';
import { type Form, FormRefused, readForm } from './form.ts';
import { sandboxLedger } from './ledger.ts';
import { contentSecurityPolicy, paymentPage, problemPage, walkedAwayPage } from './page.ts';
import { returnUrl } from './return-url.ts';

const FORM_PATH = '/sandbox/api/epay/main/v2/form';
const STATUS_PATH = '/sandbox/api/epay/transaction/status/';

/** eSewa's public test merchant. Everybody knows its key. */
const MERCHANT = { productCode: 'EPAYTEST', secretKey: '8gBm/:&EnhH.1/q' };

/**
 * Settings by which the eSewa adapter uses the sandbox. Browsers reach it through `baseUrl`; the service itself asks at
 * `ownUrl`, where it listens.
 */
export const sandboxMerchant = (baseUrl: string, ownUrl: string) => ({
  ...MERCHANT,
  formUrl: `${baseUrl}${FORM_PATH}`,
  statusUrl: `${ownUrl}${STATUS_PATH}`,
});

interface Needs {
  readonly clock: Clock;
  /** The URL at which the service is reached from outside. Browsers are sent back there and nowhere else. */
  readonly baseUrl: string;
  /** The address that the service then redirects browsers to. */
  readonly passengerClientBase: string;
  /** The name of the merchant, as passengers see it. */
  readonly merchant?: string;
}

/**
 * A payment gateway for development and tests, which speaks ePay v2 as eSewa does. It takes the form, shows a page with
 * the buttons Pay, Fail and Walk away, and answers enquiries from its own ledger. A script can post the same form with
 * one more field, `decision`: `pay`, `fail` or `walk-away`.
 */
export function sandboxGateway({ clock, baseUrl, passengerClientBase, merchant = 'Bus Ticket' }: Needs) {
  const ledger = sandboxLedger(clock);
  const origin = new URL(baseUrl).origin;
  const policy = contentSecurityPolicy([origin, new URL(passengerClientBase).origin]);

  const show = (ctx: Context, status: number, html: string): void => {
    ctx.status = status;
    ctx.set({ ...PRIVATE, 'Content-Security-Policy': policy, 'X-Content-Type-Options': 'nosniff' });
    ctx.type = 'html';
    ctx.body = html;
  };

  const decide = (ctx: Context, form: Form, decision: string | null): void => {
    if (decision === 'pay' || decision === 'fail') {
      const known = ledger.settle(form, decision === 'pay' ? 'COMPLETE' : 'CANCELED');
      sendBack(ctx, returnUrl(form, known, MERCHANT.secretKey));
    } else {
      ledger.open(form);
      show(ctx, 200, decision === 'walk-away' ? walkedAwayPage(merchant) : paymentPage(merchant, form));
    }
  };

  const takeForm = async (ctx: Context): Promise<void> => {
    const body = new URLSearchParams(await readText(ctx));
    try {
      decide(ctx, readForm(body, { ...MERCHANT, origin }), body.get('decision'));
    } catch (error) {
      if (!(error instanceof FormRefused)) throw error;
      show(ctx, 400, problemPage(error.message));
    }
  };

  const enquire = (ctx: Context): void => {
    const { status, body } = answerEnquiry(new URLSearchParams(ctx.querystring), ledger);
    ctx.status = status;
    ctx.type = 'application/json';
    ctx.body = body;
  };

  return [
    { method: 'post', path: FORM_PATH, serve: takeForm },
    { method: 'get', path: STATUS_PATH, serve: enquire },
  ] as const;
}

/** Pages and redirects here are for one browser only. */
const PRIVATE = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };

/** 303 See Other: the browser goes back with a GET. */
function sendBack(ctx: Context, url: string): void {
  ctx.set({ ...PRIVATE, Location: url });
  ctx.body = null;
  ctx.status = 303;
}

const MAX_FORM_BYTES = 16 * 1024;

const readBody = koaBody({
  json: false,
  urlencoded: false,
  multipart: false,
  text: true,
  textTypes: ['application/x-www-form-urlencoded'],
  textLimit: MAX_FORM_BYTES,
  // An unreadable body counts as an empty form: the page then names missing fields.
  onError: () => undefined,
});

async function readText(ctx: Context): Promise<string> {
  await readBody(ctx, () => Promise.resolve());
  const { body } = ctx.request as { body?: unknown };
  return typeof body === 'string' ? body : '';
}
