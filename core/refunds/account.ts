import { isMobileNumber } from '../accounts/account.ts';
import { lengthOf } from '../kernel/text.ts';
import type { AccountKind, RefundAccount } from '../payments/refund.ts';
import { badAccountNumber, badBank, badWalletNumber } from './refusals.ts';

const BANK_NUMBER = /^[A-Za-z0-9]{5,34}$/;
const LONGEST_BANK = 150;

/** As somebody types it; `bank` may be empty. */
export interface GivenAccount {
  readonly kind: AccountKind;
  readonly holder: string;
  readonly number: string;
  readonly bank: string;
}

/** A wallet is found by a phone number and has no bank. Throws when the number, or the bank, can't be right. */
export function wantedAccount({ bank, ...given }: GivenAccount): RefundAccount {
  if (given.kind !== 'BANK') {
    if (!isMobileNumber(given.number)) throw badWalletNumber();
    return { ...given, bank: null };
  }
  if (!BANK_NUMBER.test(given.number)) throw badAccountNumber();
  if (bank === '' || lengthOf(bank) > LONGEST_BANK) throw badBank();
  return { ...given, bank };
}

const MOST_SHOWN = 4;

/**
 * A number as everybody but administrators sees it: a third of it at most, and never more than its last four
 * characters.
 */
export function maskedNumber(number: string): string {
  const shown = Math.min(MOST_SHOWN, Math.floor(number.length / 3));
  return '*'.repeat(number.length - shown) + number.slice(number.length - shown);
}

/** The whole account so masked. */
export const masked = <Of extends { readonly account: RefundAccount | null }>(refund: Of): Of => ({
  ...refund,
  account: refund.account && { ...refund.account, number: maskedNumber(refund.account.number) },
});
