import { isMobileNumber } from '../accounts/account.ts';
import { lengthOf } from '../kernel/text.ts';
import { maskedNumber } from '../payments/about-booking.ts';
import type { AccountKind, NamedAccount, RefundAccount } from '../payments/refund.ts';
import { badAccountNumber, badBank, badWalletNumber } from './refusals.ts';

const BANK_NUMBER = /^[A-Za-z0-9]{5,34}$/;
const LONGEST_BANK = 150;

/** A bank or wallet account for refunds, as a person typed it. `bank` may be empty. */
export interface GivenAccount {
  readonly kind: AccountKind;
  readonly holder: string;
  readonly number: string;
  readonly bank: string;
}

/**
 * Checks a typed bank or wallet account and returns it. A wallet's number is a phone number, and a wallet has no bank.
 * Throws if the number or the bank is invalid. `at` is a prefix for the names of faulty fields.
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

/** An opaque version of a booking's refund account; null without an account. Each change of the account changes it. */
export const versionOf = (account: Pick<NamedAccount, 'version'> | null): string | null =>
  account && String(account.version);

/** Masks the account number of a refund. */
export const masked = <Of extends { readonly account: RefundAccount | null }>(refund: Of): Of => ({
  ...refund,
  account: refund.account && { ...refund.account, number: maskedNumber(refund.account.number) },
});
