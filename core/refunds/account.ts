import { isMobileNumber } from '../accounts/account.ts';
import { lengthOf } from '../kernel/text.ts';
import { maskedNumber } from '../payments/about-booking.ts';
import type { AccountKind, NamedAccount, RefundAccount } from '../payments/refund.ts';
import { badAccountNumber, badBank, badWalletNumber } from './refusals.ts';

const BANK_NUMBER = /^[A-Za-z0-9]{5,34}$/;
const LONGEST_BANK = 150;

/** An account as somebody typed it; `bank` may be empty. */
export interface GivenAccount {
  readonly kind: AccountKind;
  readonly holder: string;
  readonly number: string;
  readonly bank: string;
}

/**
 * Checks a typed account and returns it. A wallet is found by a phone number and has no bank. Throws if the number, or
 * the bank, is impossible. The names of the faulty fields begin with `at`.
 */
export function wantedAccount({ bank, ...given }: GivenAccount, at = ''): RefundAccount {
  if (given.kind !== 'BANK') {
    if (!isMobileNumber(given.number)) throw badWalletNumber(at);
    return { ...given, bank: null };
  }
  if (!BANK_NUMBER.test(given.number)) throw badAccountNumber(at);
  if (bank === '' || lengthOf(bank) > LONGEST_BANK) throw badBank(at);
  return { ...given, bank };
}

/** An opaque string that differs for each account of a booking; null without an account. */
export const versionOf = (account: Pick<NamedAccount, 'version'> | null): string | null =>
  account && String(account.version);

/** A refund with the number of its account masked. */
export const masked = <Of extends { readonly account: RefundAccount | null }>(refund: Of): Of => ({
  ...refund,
  account: refund.account && { ...refund.account, number: maskedNumber(refund.account.number) },
});
