import type { GatewayCallback } from '../../core/payments/gateway.ts';
import { readAmount } from '../gateway-protocol/amount.ts';
import { type Literal, readLiterals } from '../gateway-protocol/literals.ts';
import { type Signer, messageOf } from './signature.ts';

interface Needs {
  readonly productCode: string;
  readonly signer: Signer;
}

/** Fields that eSewa's signature must cover. A signature that leaves one of them out is refused. */
const MUST_BE_SIGNED = ['transaction_code', 'status', 'total_amount', 'transaction_uuid', 'product_code'];

/**
 * Reads the data that eSewa sends back through the payer's browser. Anybody can forge the data, so any text is
 * possible.
 */
export const callbackReader =
  ({ productCode, signer }: Needs) =>
  (data: string): GatewayCallback => {
    const raw = decode(data);
    const literals = readLiterals(raw) ?? new Map<string, Literal>();
    const text = (name: string): string => literals.get(name)?.text ?? '';

    return {
      transactionUuid: text('transaction_uuid'),
      status: text('status'),
      reference: text('transaction_code'),
      amount: readAmount(text('total_amount')),
      authentic: text('product_code') === productCode && isSigned(literals, signer),
      raw,
    };
  };

function isSigned(literals: ReadonlyMap<string, Literal>, signer: Signer): boolean {
  const names = (literals.get('signed_field_names')?.text ?? '').split(',');
  if (!MUST_BE_SIGNED.every((name) => names.includes(name))) return false;
  const message = messageOf(names, (name) => literals.get(name)?.raw);
  return message !== undefined && signer.verify(message, literals.get('signature')?.text ?? '');
}

/**
 * Decodes base64, standard or for URLs, padded or not. A `+` may arrive as a space. Returns an empty text if the data
 * is not base64 of UTF-8.
 */
function decode(data: string): string {
  const standard = data.replace(/[ -]/g, '+').replaceAll('_', '/');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(standard)) return '';
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(standard, 'base64'));
  } catch {
    return '';
  }
}
