import { type Paisa, npr, toRupees } from '../kernel/money.ts';
import { invalidField, refusal } from '../kernel/refusal.ts';
import { toIso } from '../kernel/time.ts';
import type { RefundStatus } from '../payments/refund.ts';
import type { NamedClaim } from './ports.ts';

/** Thrown for an unknown refund and for another company's refund. Callers cannot tell the two cases apart. */
export const refundUnknown = refusal('absent', 'REFUND_UNKNOWN', 'There is no such refund.');

type NotPaidHere = 'BY_COMPANY' | 'BY_PLATFORM' | 'BY_GATEWAY' | 'EXPLAINED';

const NOT_HERE: Readonly<Record<NotPaidHere, string>> = {
  BY_COMPANY: 'The bus company took this payment itself, and pays it back over its counter.',
  BY_PLATFORM: 'This refund is not paid over the counter: the platform sends the money.',
  EXPLAINED: 'By now a payment of a booking has the reference of this money, so the money is not without a payment.',
  BY_GATEWAY: 'The service itself has the gateway pay this refund, or is finding out what became of it.',
};

const isElsewhere = (why: RefundStatus | NotPaidHere): why is NotPaidHere => Object.hasOwn(NOT_HERE, why);

/** Refuses an action because of the refund's state, or because somebody else pays the refund. */
export const wrongRefundState = refusal('conflict', 'REFUND_STATE', (why: RefundStatus | NotPaidHere) =>
  isElsewhere(why) ? NOT_HERE[why] : `This can't be done to a refund that is ${why}.`,
);

/** Thrown if a refund is sent by another method than the one by which it can be sent. */
export const otherMethod = (isCredited: boolean) =>
  invalidField(
    'method',
    isCredited
      ? 'method AGENT credits an agent: no agent sold this booking.'
      : 'method must be AGENT: an agent sold this booking, and is credited.',
  );

export const refundExceeds = refusal('conflict', 'REFUND_EXCEEDS', (left: Paisa) => ({
  message:
    left > 0
      ? `Only ${npr(left)} of this payment is left to be given back.`
      : 'Nothing of this payment is left to be given back.',
  extra: { left: toRupees(left) },
}));

export const noRefundDue = refusal(
  'conflict',
  'NO_REFUND_DUE',
  'No refund of this booking waits to be sent, so no account is needed for one.',
);

export const passengerNamesAccount = refusal(
  'conflict',
  'PASSENGER_NAMES_ACCOUNT',
  'This was booked online: only its passenger can name the account, on the page of the booking.',
);

/**
 * Refuses an action on a refund that another administrator has claimed. Only administrators see the claimant's name.
 */
export const refundClaimed = refusal('conflict', 'REFUND_CLAIMED', (claim?: NamedClaim) =>
  claim
    ? {
        message: `${claim.fullName} is sending this refund: it is theirs until ${toIso(claim.until)}.`,
        extra: { by: { id: claim.by, full_name: claim.fullName } },
      }
    : 'This refund is being sent just now. Please try again in a quarter of an hour.',
);

export const secondPerson = refusal(
  'conflict',
  'SECOND_PERSON',
  'It is by your word alone that this money goes back, so somebody else has to send it: ask another administrator.',
);

export const sentByYou = refusal(
  'conflict',
  'SECOND_PERSON',
  'You have sent this money, so somebody else has to confirm that it arrived: ask another administrator.',
);

export const accountChanged = refusal(
  'conflict',
  'ACCOUNT_CHANGED',
  'The account has been changed since you saw it. Please look at the refund again before you send the money.',
);

export const notAutomatic = () =>
  invalidField('method', 'method must be ESEWA, KHALTI or BANK: no gateway pays this refund by itself.');
export const referenceMissing = () =>
  invalidField('reference', 'reference must name the transfer, in 1 to 100 characters.');

export const badWalletNumber = (at: string) =>
  invalidField(`${at}number`, 'number must be the phone number of the wallet: 10 digits that begin with 97 or 98.');
export const badAccountNumber = (at: string) =>
  invalidField(`${at}number`, 'number must be 5 to 34 letters and digits.');
export const badBank = (at: string) =>
  invalidField(`${at}bank`, 'bank must name the bank of the account, in 1 to 150 characters.');
