import { createHash } from 'node:crypto';
import type { AtGateway } from '../../core/payments/gateway.ts';

const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 20;

/**
 * Makes a payment's id for gateways that let the merchant choose the id. The 20 letters and digits hold 100 bits of the
 * hash of the payment's UUID.
 */
export const paymentIdOf = (transactionUuid: string): string =>
  Array.from(createHash('sha256').update(transactionUuid).digest().subarray(0, LENGTH), (byte) =>
    ALPHABET.charAt(byte % ALPHABET.length),
  ).join('');

/** The id under which the gateway knows a payment. Returns the stored id if there is one. */
export const idOf = ({ gatewayId, transactionUuid }: Pick<AtGateway, 'gatewayId' | 'transactionUuid'>): string =>
  gatewayId ?? paymentIdOf(transactionUuid);
