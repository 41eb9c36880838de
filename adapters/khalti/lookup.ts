import type { EnquiryAnswer, PaymentGateway } from '../../core/payments/gateway.ts';
import { readPaisa } from '../gateway-protocol/amount.ts';
import { type Fields, askAbout, noAnswer } from '../gateway-protocol/ask.ts';
import { isOk } from '../gateway-protocol/call.ts';

interface Needs {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

type Meaning = Pick<EnquiryAnswer, 'status' | 'isLastWord' | 'isPartlyGivenBack'>;

/** Khalti's statuses in lower case, and their meaning. */
const MEANINGS: ReadonlyMap<string, Meaning> = new Map([
  ['completed', { status: 'COMPLETE' }],
  ['pending', { status: 'PENDING' }],
  ['initiated', { status: 'INITIATED' }],
  ['refunded', { status: 'FULL_REFUND' }],
  ['partially refunded', { status: 'AMBIGUOUS', isPartlyGivenBack: true }],
]);

/** Statuses of payments that have ended. Khalti sends these with HTTP status 400. */
const ENDINGS: ReadonlyMap<string, Meaning> = new Map([
  ['user canceled', { status: 'CANCELED', isLastWord: true }],
  ['expired', { status: 'FAILED', isLastWord: true }],
]);

const UNCLEAR: Meaning = { status: 'AMBIGUOUS' };

/** Asks Khalti about a payment by its `pidx`. */
export const lookup =
  ({ url, headers }: Needs): PaymentGateway['enquire'] =>
  async ({ gatewayId }) => {
    if (gatewayId === undefined) return noAnswer('(no answer: Khalti opened no page)');
    return askAbout({
      url,
      headers,
      json: { pidx: gatewayId },
      isRead: (status) => isOk(status) || (status >= 400 && status < 500),
      understand: (fields, status) => answerIn(fields, status, gatewayId),
    });
  };

function answerIn(fields: Fields, httpStatus: number, pidx: string): Omit<EnquiryAnswer, 'raw'> | undefined {
  const reference = fields('transaction_id');
  // Khalti answers 404 without a status if it does not know the `pidx`.
  if (httpStatus === 404) return { ...UNCLEAR, reference };
  const word = fields('status').toLowerCase();
  const named = fields('pidx');
  if (word === '' || (named !== '' && named !== pidx)) return undefined;

  const meaning = ENDINGS.get(word) ?? (isOk(httpStatus) ? MEANINGS.get(word) : undefined) ?? UNCLEAR;
  if (meaning.status !== 'COMPLETE') return { ...meaning, reference };
  const amount = readPaisa(fields('total_amount'));
  return named === '' || amount === undefined ? undefined : { ...meaning, amount, reference };
}
