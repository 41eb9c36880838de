import type { AtGateway, EnquiryAnswer, PaymentGateway } from '../../core/payments/gateway.ts';
import { laterOf, minutesAfter } from '../../core/kernel/time.ts';
import { readPaisa } from '../gateway-protocol/amount.ts';
import { type Fields, askAbout } from '../gateway-protocol/ask.ts';
import { idOf } from '../gateway-protocol/payment-id.ts';
import type { ConnectIpsMerchant } from './merchant.ts';
import { tokenOf } from './signature.ts';

interface Needs extends ConnectIpsMerchant {
  readonly url: string;
}

/** While the payer signs in at their bank, connectIPS may answer FAILED or ERROR for this many minutes. */
const SESSION_MINUTES = 15;

/** Asks connectIPS about a payment by its `TXNID`, which it calls `referenceId`. */
export const validator =
  ({ url, merchantId, appId, password, key }: Needs): PaymentGateway['enquire'] =>
  async (payment) => {
    const referenceId = idOf(payment);
    const token = tokenOf(key, [
      ['MERCHANTID', merchantId],
      ['APPID', appId],
      ['REFERENCEID', referenceId],
      ['TXNAMT', String(payment.amount)],
    ]);
    return askAbout({
      url,
      headers: { Authorization: `Basic ${Buffer.from(`${appId}:${password}`).toString('base64')}` },
      json: { merchantId, appId, referenceId, txnAmt: payment.amount, token },
      understand(fields) {
        const named = fields('referenceId');
        return named === '' || named === referenceId ? answerIn(fields, referenceId, payment) : undefined;
      },
    });
  };

function answerIn(
  fields: Fields,
  reference: string,
  { payBefore, createdAt }: AtGateway,
): Omit<EnquiryAnswer, 'raw'> | undefined {
  switch (fields('status').toUpperCase()) {
    case '':
      return undefined;
    case 'SUCCESS': {
      const amount = readPaisa(fields('txnAmt'));
      return amount === undefined ? undefined : { status: 'COMPLETE', amount, reference };
    }
    case 'FAILED':
    case 'ERROR':
      return {
        status: 'FAILED',
        pendingUntil: laterOf(payBefore, minutesAfter(createdAt, SESSION_MINUTES)),
        reference: '',
      };
    default:
      return { status: 'AMBIGUOUS', reference: '' };
  }
}
