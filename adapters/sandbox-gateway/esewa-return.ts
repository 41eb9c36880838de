import type { Paisa } from '../../core/kernel/money.ts';
import type { SandboxPayment } from '../../core/payments/sandbox.ts';
import { signatureOf } from './esewa-form.ts';
import type { Standing } from './standing.ts';

const NAMES = 'transaction_code,status,total_amount,transaction_uuid,product_code,signed_field_names';

/** eSewa's status for each state of a payment. */
export const WORDS: Readonly<Record<Standing, string>> = {
  open: 'PENDING',
  pending: 'PENDING',
  paid: 'COMPLETE',
  refused: 'CANCELED',
  lapsed: 'NOT_FOUND',
};

/** Writes an amount as eSewa does, with at least one decimal: `1200.0`. The text is also a JSON number. */
export function decimal(amount: Paisa): string {
  const [rupees, rest] = [Math.floor(amount / 100), String(amount % 100).padStart(2, '0')];
  return `${rupees}.${rest.replace(/0$/, '')}`;
}

/** The shop's URL to which the browser returns, with the signed outcome of the payment in its query. */
export function esewaReturn({ id, amount, order, paid }: SandboxPayment, standing: Standing, key: string): string {
  const isPaid = standing === 'paid';
  const values: Readonly<Record<string, string>> = {
    transaction_code: isPaid ? (paid?.transactionId ?? '') : '',
    status: WORDS[standing],
    total_amount: decimal(isPaid ? (paid?.amount ?? amount) : amount),
    transaction_uuid: id,
    product_code: order['product_code'] ?? '',
    signed_field_names: NAMES,
  };
  const signed = NAMES.split(',').map((name) => `${name}=${values[name]}`);
  const signature = signatureOf(signed.join(','), key);
  // eSewa writes the amount with a decimal, even a zero. JSON.stringify would drop the zero.
  const members = Object.entries({ ...values, signature }).map(
    ([name, value]) => `"${name}":${name === 'total_amount' ? value : JSON.stringify(value)}`,
  );
  const url = new URL((isPaid || standing === 'pending' ? order['success_url'] : order['failure_url']) ?? '');
  url.searchParams.set('data', Buffer.from(`{${members.join(',')}}`).toString('base64'));
  return url.href;
}
