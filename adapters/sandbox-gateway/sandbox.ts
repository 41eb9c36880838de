import { koaBody } from 'koa-body';
import type { Context } from 'koa';
import type { Clock } from '../../core/kernel/time.ts';
import { answerEnquiry } from './enquiry.ts';
import { FormRefused, readForm } from './form.ts';
import type { Form } from './form.ts';
import { sandboxLedger } from './ledger.ts';
import { contentSecurityPolicy, paymentPage, problemPage, walkedAwayPage } from './page.ts';
import { returnUrl } from './return-url.ts';

const FORM_PATH = '/sandbox/api/epay/main/v2/form';
const STATUS_PATH = '/sandbox/api/epay/transaction/status/';

/** eSewa's public test merchant: everybody knows its key, so that everybody can try. */
const MERCHANT = { productCode: 'EPAYTEST', secretKey: '8gBm/:&EnhH.1/q' };

/**
 * The merchant's view of the sandbox: what the eSewa adapter needs in order to speak with it. Browsers come through `baseUrl`;
 * the service itself asks at `ownUrl`, where it listens.
 */
export const sandboxMerchant = (baseUrl: string, ownUrl: string) =>
  ({ ...MERCHANT, formUrl: `${baseUrl}${FORM_PATH}`, statusUrl: `${ownUrl}${STATUS_PATH}` });

interface Needs {
  readonly clock: Clock;
  /** Where the service is reached from outside: browsers are sent back there and nowhere else. */
  readonly baseUrl: string;
  /** Where the service in turn may send browsers. */
  readonly passengerClientBase: string;
  /** Who is paid, as the passenger reads it. */
  readonly merchant?: string;
}

/**
 * A payment gateway for development and tests, which speaks ePay v2 as eSewa does. It takes the form, shows a page with the buttons Pay, Fail
 * and Walk away, and answers enquiries from its own ledger. A script posts the very same form with `decision` (`pay`, `fail` or `walk-away`) beside it.
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

/** What passes here is between one browser and the gateway. */
const PRIVATE = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };

/** See Other: the browser comes back with a GET. */
function sendBack(ctx: Context, url: string): void {
  ctx.set({ ...PRIVATE, Location: url });
  ctx.body = null;
  ctx.status = 303;
}

const MOST_OF_A_FORM = 16 * 1024;

const readBody = koaBody({
  json: false, urlencoded: false, multipart: false, text: true, textTypes: ['application/x-www-form-urlencoded'], textLimit: MOST_OF_A_FORM,
  // What can't be read is an empty form: the page then says what is missing.
  onError: () => undefined,
});

async function readText(ctx: Context): Promise<string> {
  await readBody(ctx, () => Promise.resolve());
  const { body } = ctx.request as { body?: unknown };
  return typeof body === 'string' ? body : '';
}
