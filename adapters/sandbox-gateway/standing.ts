import { type Paisa, fromRupees, minus, paisa } from '../../core/kernel/money.ts';
import { type Instant, minutesAfter, secondsAfter } from '../../core/kernel/time.ts';
import type { SandboxPayment } from '../../core/payments/sandbox.ts';

/** The actions of a payer at a pretend gateway. */
export const ACTIONS = ['pay', 'refuse', 'walk_away', 'pay_silently', 'pay_later', 'pay_twice', 'pay_other'] as const;

export type Action = (typeof ACTIONS)[number];

export interface Decision {
  readonly action: Action;
  /** Seconds until a payment made by `pay_later` arrives. */
  readonly seconds: number;
  /** The amount that `pay_other` pays. One rupee less than the asked amount by default. */
  readonly amount: Paisa | undefined;
}

/** The rules of a gateway about its payments. */
export interface Rules {
  /** Minutes after which an unpaid payment expires; undefined if payments never expire. */
  readonly minutes: number | undefined;
  /** True if nobody can pay after a refusal or an expiry. */
  readonly endsForGood: boolean;
  /** Whether the gateway's answers contain the amount. If not, it accepts only the asked amount. */
  readonly namesAmounts: boolean;
}

export type Standing = 'open' | 'lapsed' | 'refused' | 'pending' | 'paid';

export function standingOf({ paid, refusedAt, openedAt }: SandboxPayment, { minutes }: Rules, now: Instant): Standing {
  if (paid !== null) return paid.at <= now ? 'paid' : 'pending';
  if (refusedAt !== null) return 'refused';
  return minutes !== undefined && minutesAfter(openedAt, minutes) <= now ? 'lapsed' : 'open';
}

/** The payment after a payer's decision. Money that was paid stays paid. */
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

/** The result is at least one paisa, because nobody can pay zero. */
const oneRupeeLess = (amount: Paisa): Paisa => paisa(Math.max(1, minus(amount, fromRupees(1))));

/** Whether the browser goes back to the shop. */
export const returns = (action: Action): boolean => action !== 'walk_away' && action !== 'pay_silently';
