import type { Calendar } from '../../core/kernel/calendar.ts';
import type { FormGateway } from '../../core/payments/gateway.ts';
import { idOf } from '../gateway-protocol/payment-id.ts';
import type { ConnectIpsMerchant } from './merchant.ts';
import { tokenOf } from './signature.ts';

interface Needs extends ConnectIpsMerchant {
  readonly url: string;
  readonly calendar: Pick<Calendar, 'date'>;
}

/**
 * Builds connectIPS' form. The payer's bank statement shows the remarks and particulars. A comma or an equals sign in
 * them would break the signature.
 */
export const formBuilder =
  ({ url, calendar, merchantId, appId, appName, key }: Needs): FormGateway['form'] =>
  ({ amount, createdAt, bookingCode, ...payment }) => {
    const id = idOf(payment);
    const fields = {
      MERCHANTID: merchantId,
      APPID: appId,
      APPNAME: appName,
      TXNID: id,
      TXNDATE: calendar.date(createdAt).split('-').reverse().join('-'),
      TXNCRNCY: 'NPR',
      TXNAMT: String(amount),
      REFERENCEID: id,
      REMARKS: `Booking ${bookingCode}`,
      PARTICULARS: `Bus ticket for booking ${bookingCode}`,
    };
    // The signature covers the fields in this order. The signature's own field takes part with its name as its value.
    const token = tokenOf(key, [...Object.entries(fields), ['TOKEN', 'TOKEN']]);
    return { kind: 'form', url, fields: { ...fields, TOKEN: token } };
  };
