import type { BookingId } from '../kernel/ids.ts';
import { npr, type Paisa, toRupees } from '../kernel/money.ts';
import { invalidField, refusal } from '../kernel/refusal.ts';
import type { AgentScope } from './agent-key.ts';

export const keyInvalid = refusal('unauthenticated', 'KEY_INVALID', 'This API key is not valid.');
export const keyExpired = refusal('unauthenticated', 'KEY_EXPIRED', 'This API key has expired.');
export const keySuspended = refusal('unauthenticated', 'KEY_SUSPENDED', 'This API key is suspended.');
export const wrongMode = refusal('unauthenticated', 'WRONG_MODE', (sentence: string) => sentence);

export const notAnAgent = refusal(
  'forbidden',
  'NOT_AN_AGENT',
  'This is for the people and programs of agents. You do not belong to an agent.',
);
export const scopeMissing = refusal('forbidden', 'SCOPE_MISSING', (wanted: readonly AgentScope[]) =>
  wanted.length === 0
    ? 'API keys may not do this. Please sign in as one of the agent’s people.'
    : `This API key needs the scope ${wanted.map((scope) => `"${scope}"`).join(' or ')}.`,
);
export const notACompany = refusal(
  'forbidden',
  'NOT_A_COMPANY',
  'This is for the staff of bus companies. You belong to an agent.',
);

export const keyUnknown = refusal('absent', 'AGENT_KEY_UNKNOWN', 'There is no such key.');
export const tooManyKeys = refusal(
  'conflict',
  'TOO_MANY_KEYS',
  (most: number) => `An agent has at most ${most} keys that have not expired. Delete one that is not used any more.`,
);
export const keyState = refusal(
  'conflict',
  'KEY_STATE',
  'Only an ACTIVE key without an end can be exchanged for a new one.',
);
export const badAgentEmail = () => invalidField('contact_email', 'contact_email must be an e-mail address.');

export const referenceUsed = refusal('conflict', 'REFERENCE_USED', (bookingId: BookingId) => ({
  message: 'You have sold something else under this reference. Use a new reference for a new sale.',
  extra: { booking_id: bookingId },
}));

export const fareChanged = refusal('conflict', 'FARE_CHANGED', (total: Paisa) => ({
  message: `The price is ${npr(total)} by now. Nothing was sold.`,
  extra: { total: toRupees(total) },
}));

export const creditExhausted = refusal('conflict', 'CREDIT_EXHAUSTED', (available: Paisa) => ({
  message: `Your credit does not suffice: ${npr(available)} is available.`,
  extra: { available: toRupees(available) },
}));

export const keyLimitReached = refusal(
  'conflict',
  'KEY_LIMIT_REACHED',
  (most: Paisa) => `This API key may sell for ${npr(most)} a day. Nothing was sold.`,
);

export const tooManyHolds = refusal('throttled', 'TOO_MANY_HOLDS', (most: number) => ({
  message: `At most ${most} seats may be held for your customers at a time. Sell or release some first.`,
  retryAfterSeconds: 60,
}));

export const nothingToStateOfAgent = refusal(
  'conflict',
  'NOTHING_TO_STATE',
  'Up to that day this agent has bought and paid nothing that is not on a statement already.',
);

export const paymentKnown = refusal(
  'conflict',
  'PAYMENT_KNOWN',
  'A payment of this agent with this reference was recorded before.',
);
