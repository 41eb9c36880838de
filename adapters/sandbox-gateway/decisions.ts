import { type Paisa, NOTHING, parseRupees } from '../../core/kernel/money.ts';
import { invalidField } from '../../core/kernel/refusal.ts';
import type { Simulator } from './simulator.ts';
import { type Action, type Decision, ACTIONS } from './standing.ts';

/** Seconds after which the money of `pay_later` arrives, by default. */
const SECONDS = 30;
const MAX_SECONDS = 7 * 24 * 3_600;

/** Reads a payer's decision from a body. Throws a Refusal for a decision that the gateway does not know. */
export function readDecision(
  { action, seconds = SECONDS, amount }: Readonly<Record<string, unknown>>,
  { rules, title }: Simulator,
): Decision {
  if (!isAction(action)) throw invalidField('action', `action must be one of ${ACTIONS.join(', ')}.`);
  if (!isWhole(seconds) || seconds > MAX_SECONDS)
    throw invalidField('seconds', `seconds must be a whole number from 0 to ${MAX_SECONDS}.`);
  if (action === 'pay_other' && !rules.namesAmounts)
    throw invalidField('action', `${title} takes no other amount than the one asked for.`);
  return { action, seconds, amount: amount === undefined ? undefined : readAmount(amount) };
}

/** Reads the id that the gateway gave to the payment. */
export function readReference({ reference }: Readonly<Record<string, unknown>>): string {
  if (typeof reference === 'string' && reference !== '') return reference;
  throw invalidField('reference', 'reference must be the id of a payment at the gateway.');
}

const isAction = (value: unknown): value is Action => ACTIONS.some((action) => action === value);
const isWhole = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

function readAmount(value: unknown): Paisa {
  const amount = typeof value === 'number' ? parseRupees(String(value)) : undefined;
  if (amount === undefined || amount <= NOTHING)
    throw invalidField('amount', 'amount must be rupees above 0, with at most two decimals.');
  return amount;
}
