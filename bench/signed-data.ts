import { createHmac } from 'node:crypto';
import { MERCHANT } from './server.ts';

/** The signed data that eSewa would send back through the browser. */
export function signedData(uuid: string, amount: string): string {
  const names = 'transaction_code,status,total_amount,transaction_uuid,product_code,signed_field_names';
  const fields = {
    transaction_code: 'BENCH01',
    status: 'COMPLETE',
    total_amount: amount,
    transaction_uuid: uuid,
    product_code: MERCHANT.productCode,
    signed_field_names: names,
  };
  const message = names
    .split(',')
    .map((name) => `${name}=${fields[name as keyof typeof fields]}`)
    .join(',');
  const signature = createHmac('sha256', MERCHANT.secretKey).update(message).digest('base64');
  return Buffer.from(JSON.stringify({ ...fields, signature })).toString('base64');
}
