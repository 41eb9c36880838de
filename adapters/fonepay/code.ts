import type { PageGateway } from '../../core/payments/gateway.ts';
import { amountText } from '../gateway-protocol/amount.ts';
import { openPage } from '../gateway-protocol/ask.ts';
import { idOf } from '../gateway-protocol/payment-id.ts';
import type { FonepayMerchant } from './merchant.ts';
import { dataValidation } from './signature.ts';

interface Needs extends FonepayMerchant {
  readonly url: string;
}

/**
 * Lets Fonepay make a QR code. The payer's bank statement shows the remarks. A remark may have 25 characters. A comma
 * in a remark would break the signature.
 */
export const codeOpener =
  ({ url, merchantCode, secret, username, password }: Needs): PageGateway['open'] =>
  async ({ amount: paisa, bookingCode, payBefore, ...payment }) => {
    const prn = idOf(payment);
    const amount = amountText(paisa);
    const [remarks1, remarks2] = [`Ticket ${bookingCode}`, `Booking ${bookingCode}`];
    return openPage({
      url,
      json: {
        amount,
        remarks1,
        remarks2,
        prn,
        merchantCode,
        dataValidation: dataValidation(secret, [amount, prn, merchantCode, remarks1, remarks2]),
        username,
        password,
      },
      understand(fields) {
        const content = fields('qrMessage');
        if (fields('success') !== 'true' || content === '') return undefined;
        return { content, gatewayId: prn, goodUntil: payBefore };
      },
    });
  };
