import { npr, toRupees } from '../kernel/money.ts';
import type { Paisa } from '../kernel/money.ts';
import { invalidField, refusal } from '../kernel/refusal.ts';
import type { RefundStatus } from '../payments/refund.ts';

/** Also for another company's refund: the caller can't tell which of the two it is. */
export const refundUnknown = refusal('absent', 'REFUND_UNKNOWN', 'There is no such refund.');

type NotPaidHere = 'BY_COMPANY' | 'BY_PLATFORM';

const NOT_HERE: Readonly<Record<NotPaidHere, string>> = {
  BY_COMPANY: 'The bus company took this payment itself, and pays it back over its counter.',
  BY_PLATFORM: 'This refund is not paid over the counter: the platform sends the money.',
};

const isElsewhere = (why: RefundStatus | NotPaidHere): why is NotPaidHere => Object.hasOwn(NOT_HERE, why);

/** For the state that the refund is in, or because somebody else pays it. */
export const wrongRefundState = refusal('conflict', 'REFUND_STATE', (why: RefundStatus | NotPaidHere) =>
  isElsewhere(why) ? NOT_HERE[why] : `This can't be done to a refund that is ${why}.`,
);

export const refundExceeds = refusal('conflict', 'REFUND_EXCEEDS', (left: Paisa) => ({
  message:
    left > 0
      ? `Only ${npr(left)} of this payment is left to be given back.`
      : 'Nothing of this payment is left to be given back.',
  told: { left: toRupees(left) },
}));

export const noRefundDue = refusal(
  'conflict',
  'NO_REFUND_DUE',
  'No refund of this booking waits to be sent, so no account is needed for one.',
);

export const badWalletNumber = () =>
  invalidField('number', 'number must be the phone number of the wallet: 10 digits that begin with 97 or 98.');
export const badAccountNumber = () => invalidField('number', 'number must be 5 to 34 letters and digits.');
export const badBank = () => invalidField('bank', 'bank must name the bank of the account, in 1 to 150 characters.');
