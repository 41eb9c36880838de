import type { AtGateway, EnquiryAnswer, PaymentGateway } from '../../core/payments/gateway.ts';
import { readAmount } from '../gateway-protocol/amount.ts';
import { type Fields, askAbout } from '../gateway-protocol/ask.ts';
import { idOf } from '../gateway-protocol/payment-id.ts';
import type { FonepayMerchant } from './merchant.ts';
import { dataValidation } from './signature.ts';

interface Needs extends FonepayMerchant {
  readonly url: string;
}

type Asked = Pick<AtGateway, 'amount' | 'payBefore'>;

/** Asks Fonepay about a payment by its `prn`. */
export const statusEnquirer =
  ({ url, merchantCode, secret, username, password }: Needs): PaymentGateway['enquire'] =>
  async (payment) => {
    const prn = idOf(payment);
    return askAbout({
      url,
      json: { prn, merchantCode, dataValidation: dataValidation(secret, [prn, merchantCode]), username, password },
      understand: (fields) => (isAbout(fields, prn, merchantCode) ? answerIn(fields, payment) : undefined),
    });
  };

const wordOf = (fields: Fields): string => fields('paymentStatus').toLowerCase();

/**
 * Whether the answer is about this payment. The answer must not name another payment, and a success must name this one.
 */
function isAbout(fields: Fields, prn: string, merchantCode: string): boolean {
  const mayBeAbsent = wordOf(fields) !== 'success';
  const matches = (given: string, ours: string): boolean => given === ours || (mayBeAbsent && given === '');
  return matches(fields('prn'), prn) && matches(fields('merchantCode'), merchantCode);
}

function answerIn(fields: Fields, { amount, payBefore }: Asked): Omit<EnquiryAnswer, 'raw'> | undefined {
  const reference = fields('fonepayTraceId');
  switch (wordOf(fields)) {
    case '':
      return undefined;
    case 'success':
      return successOf(fields, amount);
    case 'pending':
      return { status: 'PENDING', reference };
    // While the QR code is shown, the payer may scan the code again after a failed attempt.
    case 'failed':
    case 'timeout':
      return { status: 'FAILED', pendingUntil: payBefore, reference };
    default:
      return { status: 'AMBIGUOUS', reference };
  }
}

/** Reads a success. If an amount in the answer differs from the requested amount, returns that amount. */
function successOf(fields: Fields, asked: AtGateway['amount']): Omit<EnquiryAnswer, 'raw'> | undefined {
  const reference = fields('fonepayTraceId');
  const amounts = [fields('amount'), fields('requestedAmount')].filter((text) => text !== '').map(readAmount);
  if (amounts.includes(undefined)) return undefined;
  const amount = amounts.find((each) => each !== asked) ?? amounts[0];
  return { status: 'COMPLETE', reference, ...(amount !== undefined && { amount }) };
}
