import type { BeginningPayment, PageGateway } from '../../core/payments/gateway.ts';
import { type Instant, parseMoment, secondsAfter } from '../../core/kernel/time.ts';
import { type Fields, openPage } from '../gateway-protocol/ask.ts';

interface Needs {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly websiteUrl: string;
  readonly returnUrl: string;
}

/** Asks Khalti for a payment page. Khalti gets the booking's code, and no personal data. */
export const pageOpener =
  ({ url, headers, websiteUrl, returnUrl }: Needs): PageGateway['open'] =>
  async (payment) =>
    openPage({
      url,
      headers,
      json: {
        return_url: returnUrl,
        website_url: websiteUrl,
        amount: payment.amount,
        purchase_order_id: payment.transactionUuid,
        purchase_order_name: payment.bookingCode,
      },
      understand(fields) {
        const [gatewayId, content] = [fields('pidx'), fields('payment_url')];
        if (gatewayId === '' || !isWebUrl(content)) return undefined;
        return { content, gatewayId, goodUntil: goodUntil(fields, payment) };
      },
    });

/** Whether a text is an http or https URL. Browsers are redirected to this URL. */
const isWebUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/**
 * The moment at which Khalti's page expires. Khalti's count of seconds is preferred, because it does not depend on
 * Khalti's clock. If Khalti sends neither seconds nor a time, the page is valid until the payment deadline.
 */
function goodUntil(fields: Fields, { createdAt, payBefore }: BeginningPayment): Instant {
  const seconds = Number(fields('expires_in'));
  if (seconds > 0 && Number.isFinite(seconds)) return secondsAfter(createdAt, Math.floor(seconds));
  return parseMoment(fields('expires_at')) ?? payBefore;
}
