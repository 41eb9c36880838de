import type { AtGateway, EnquiryAnswer, PaymentGateway } from '../../core/payments/gateway.ts';
import { amountText, readAmount } from '../gateway-protocol/amount.ts';
import { type Fields, askAbout } from '../gateway-protocol/ask.ts';

interface Needs {
  readonly statusUrl: string;
  readonly productCode: string;
}

type Asked = Pick<AtGateway, 'transactionUuid' | 'amount'>;

/** Asks eSewa's status endpoint about a payment. Ignores an answer about another payment. */
export const enquirer =
  ({ statusUrl, productCode }: Needs): PaymentGateway['enquire'] =>
  async (payment) => {
    const url = new URL(statusUrl);
    url.searchParams.set('product_code', productCode);
    url.searchParams.set('total_amount', amountText(payment.amount));
    url.searchParams.set('transaction_uuid', payment.transactionUuid);
    return askAbout({ url, understand: (fields) => answerIn(fields, payment, productCode) });
  };

function answerIn(fields: Fields, payment: Asked, productCode: string): Omit<EnquiryAnswer, 'raw'> | undefined {
  const [status, reference] = [fields('status'), fields('ref_id')];
  const amount = readAmount(fields('total_amount'));
  if (status === 'COMPLETE') {
    // A success must contain the full amount. The core judges whether the amount is right.
    const isOurs = fields('transaction_uuid') === payment.transactionUuid && fields('product_code') === productCode;
    return isOurs && amount !== undefined ? { status, amount, reference } : undefined;
  }
  const isOurs =
    ['', payment.transactionUuid].includes(fields('transaction_uuid')) &&
    ['', productCode].includes(fields('product_code')) &&
    (fields('total_amount') === '' || amount === payment.amount);
  if (status === '' || !isOurs) return undefined;
  return { status, reference, ...(status === 'CANCELED' && { isLastWord: true }) };
}
