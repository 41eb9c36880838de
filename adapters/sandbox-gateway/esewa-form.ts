import { createHmac, timingSafeEqual } from 'node:crypto';
import { parseRupees } from '../../core/kernel/money.ts';
import type { EsewaMerchant } from './merchants.ts';
import { LONGEST_URL, returnPath } from './return-path.ts';
import { type Opening, FormRefused } from './simulator.ts';

/** All fields of an ePay v2 form. */
const FIELDS = [
  'amount',
  'tax_amount',
  'total_amount',
  'transaction_uuid',
  'product_code',
  'product_service_charge',
  'product_delivery_charge',
  'success_url',
  'failure_url',
  'signed_field_names',
  'signature',
] as const;

type Field = (typeof FIELDS)[number];

interface Rules extends EsewaMerchant {
  /** The service's URL. Browsers are sent back only to its paths for payments. */
  readonly baseUrl: string;
}

const SIGNED = 'total_amount,transaction_uuid,product_code';
const AMOUNT = /^\d{1,10}(\.\d{1,2})?$/;

export const signatureOf = (message: string, secretKey: string): string =>
  createHmac('sha256', secretKey).update(message).digest('base64');

/** Reads a posted form. Throws FormRefused when it is not valid. */
export function readEsewaForm(body: URLSearchParams, { productCode, secretKey, baseUrl }: Rules): Opening {
  const wrong = (message: string): never => {
    throw new FormRefused(message);
  };
  const missing = FIELDS.filter((name) => body.get(name) === null);
  if (missing.length > 0) wrong(`These fields are missing: ${missing.join(', ')}.`);
  const repeated = FIELDS.filter((name) => body.getAll(name).length > 1);
  if (repeated.length > 0) wrong(`These fields are given more than once: ${repeated.join(', ')}.`);
  const fields = Object.fromEntries(FIELDS.map((name) => [name, body.get(name) ?? ''])) as Record<Field, string>;

  const parts = [fields.amount, fields.tax_amount, fields.product_service_charge, fields.product_delivery_charge];
  if (![...parts, fields.total_amount].every((amount) => AMOUNT.test(amount)))
    wrong('Amounts are rupees such as 1200 or 1200.50.');
  if (sum(parts) !== sum([fields.total_amount]) || sum(parts) === 0)
    wrong('total_amount must be above 0, and the sum of amount, tax_amount and the two charges.');
  if (!/^[A-Za-z0-9-]{1,100}$/.test(fields.transaction_uuid))
    wrong('transaction_uuid may hold letters, digits and hyphens only.');
  if (fields.product_code !== productCode) wrong('No merchant has this product_code.');
  if (fields.signed_field_names !== SIGNED) wrong(`signed_field_names must be ${SIGNED}.`);
  const message = SIGNED.split(',')
    .map((name) => `${name}=${fields[name as Field]}`)
    .join(',');
  if (!equal(fields.signature, signatureOf(message, secretKey)))
    wrong('The signature does not match the signed fields.');
  for (const name of ['success_url', 'failure_url'] as const) {
    if (returnPath(fields[name], baseUrl) === undefined)
      wrong(`${name} must lead back to ${baseUrl}/api/payments/, in at most ${LONGEST_URL} characters.`);
  }
  const amount = parseRupees(fields.total_amount) ?? wrong('total_amount is not an amount.');
  return { id: fields.transaction_uuid, amount, order: fields };
}

const sum = (amounts: readonly string[]): number =>
  amounts.reduce((total, amount) => total + Math.round(Number(amount) * 100), 0);

function equal(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
