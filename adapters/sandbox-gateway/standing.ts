import { type Paisa, fromRupees, minus, paisa } from '../../core/kernel/money.ts';
import { type Instant, minutesAfter, secondsAfter } from '../../core/kernel/time.ts';
import type { SandboxPayment } from '../../core/payments/sandbox.ts';

/** The choices of a payer at a simulated gateway, and accidents that the sandbox can simulate. */
export const ACTIONS = ['pay', 'refuse', 'walk_away', 'pay_silently', 'pay_later', 'pay_twice', 'pay_other'] as const;

export type Action = (typeof ACTIONS)[number];

export interface Decision {
  readonly action: Action;
  /** Seconds until the money of `pay_later` arrives. */
  readonly seconds: number;
  /** The amount that `pay_other` pays. By default, one rupee less than the asked amount. */
  readonly amount: Paisa | undefined;
}

/** How a gateway treats its payments. */
export interface Rules {
  /** Minutes after which an unpaid payment expires; undefined if payments never expire. */
  readonly minutes: number | undefined;
  /** Whether a refused or expired payment can never be paid. */
  readonly endsForGood: boolean;
  /** Whether the gateway's answers contain the paid amount. If not, the gateway accepts only the asked amount. */
  readonly namesAmounts: boolean;
}

export type Standing = 'open' | 'lapsed' | 'refused' | 'pending' | 'paid';

export function standingOf({ paid, refusedAt, openedAt }: SandboxPayment, { minutes }: Rules, now: Instant): Standing {
  if (paid !== null) return paid.at <= now ? 'paid' : 'pending';
  if (refusedAt !== null) return 'refused';
  return minutes !== undefined && minutesAfter(openedAt, minutes) <= now ? 'lapsed' : 'open';
}

/** Returns the payment as it is after the payer's decision. A paid payment stays paid. */
export function decided(
  payment: SandboxPayment,
  { action, seconds, amount }: Decision,
  { rules, now, transactionId }: { readonly rules: Rules; readonly now: Instant; readonly transactionId: string },
): SandboxPayment {
  const standing = standingOf(payment, rules, now);
  const isOver = standing === 'paid' || (rules.endsForGood && (standing === 'refused' || standing === 'lapsed'));
  if (isOver || action === 'walk_away') return payment;
  if (action === 'refuse') return { ...payment, refusedAt: now, paid: null };
  return {
    ...payment,
    refusedAt: null,
    paid: {
      amount: action === 'pay_other' ? (amount ?? oneRupeeLess(payment.amount)) : payment.amount,
      at: action === 'pay_later' ? secondsAfter(now, seconds) : now,
      transactionId,
    },
  };
}

/** Subtracts one rupee from an amount. Returns at least one paisa, because nobody can pay zero. */
const oneRupeeLess = (amount: Paisa): Paisa => paisa(Math.max(1, minus(amount, fromRupees(1))));

/** Whether the action sends the browser back to the shop. */
export const returns = (action: Action): boolean => action !== 'walk_away' && action !== 'pay_silently';
