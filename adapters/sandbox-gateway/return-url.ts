import { type Form, signatureOf } from './form.ts';
import type { Known } from './ledger.ts';

const NAMES = 'transaction_code,status,total_amount,transaction_uuid,product_code,signed_field_names';

/** eSewa writes amounts with at least one decimal: `1200.0`. */
export const decimal = (amount: string): string => (amount.includes('.') ? amount.replace(/0$/, '') : `${amount}.0`);

/** The URL that the browser goes back to: the shop's own, with the signed outcome of the payment. */
export function returnUrl(
  { fields, total, transactionUuid, productCode }: Form,
  { status, reference }: Known,
  secretKey: string,
): string {
  const values: Readonly<Record<string, string>> = {
    transaction_code: reference ?? '',
    status,
    total_amount: decimal(total),
    transaction_uuid: transactionUuid,
    product_code: productCode,
    signed_field_names: NAMES,
  };
  const signature = signatureOf(
    NAMES.split(',')
      .map((name) => `${name}=${values[name]}`)
      .join(','),
    secretKey,
  );
  // The amount is a number with a decimal, even if that is a zero, which JSON.stringify would drop.
  const members = Object.entries({ ...values, signature }).map(
    ([name, value]) => `"${name}":${name === 'total_amount' ? value : JSON.stringify(value)}`,
  );
  const url = new URL(status === 'COMPLETE' ? fields.success_url : fields.failure_url);
  url.searchParams.set('data', Buffer.from(`{${members.join(',')}}`).toString('base64'));
  return url.href;
}
