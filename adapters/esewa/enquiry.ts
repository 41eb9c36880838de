import type { AtGateway, PaymentGateway } from '../../core/payments/gateway.ts';
import { amountText, readAmount } from '../gateway-protocol/amount.ts';
import { type Fields, askAbout } from '../gateway-protocol/ask.ts';

interface Needs {
  readonly statusUrl: string;
  readonly productCode: string;
}

type Asked = Pick<AtGateway, 'transactionUuid' | 'amount'>;

/** Asks eSewa's status endpoint, and believes only an answer about the payment that it asked about. */
export const enquirer =
  ({ statusUrl, productCode }: Needs): PaymentGateway['enquire'] =>
  async (payment) => {
    const url = new URL(statusUrl);
    url.searchParams.set('product_code', productCode);
    url.searchParams.set('total_amount', amountText(payment.amount));
    url.searchParams.set('transaction_uuid', payment.transactionUuid);
    return askAbout({
      url,
      understand(fields) {
        const status = fields('status');
        if (status === '' || !isAbout(fields, { ...payment, productCode }, status)) return undefined;
        return {
          status,
          reference: fields('ref_id'),
          ...(status === 'CANCELED' && { isLastWord: true }),
        };
      },
    });
  };

/** No field of the answer may name another payment. A COMPLETE answer must name the whole payment. */
function isAbout(fields: Fields, asked: Asked & { readonly productCode: string }, status: string): boolean {
  const [uuid, product, total] = [fields('transaction_uuid'), fields('product_code'), fields('total_amount')];
  if (status === 'COMPLETE' && (!uuid || !product || !total)) return false;
  return (
    (!uuid || uuid === asked.transactionUuid) &&
    (!product || product === asked.productCode) &&
    (!total || readAmount(total) === asked.amount)
  );
}
