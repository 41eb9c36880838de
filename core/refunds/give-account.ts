import type { Booking } from '../bookings/booking.ts';
import type { RefundAccountMail } from '../platform/booking-mails.ts';
import { newRefundSms } from '../platform/sms.ts';
import { smsAbout } from '../payments/sms-number.ts';
import type { Instant } from '../kernel/time.ts';
import { aboutBooking, maskedNumber, shownAccount } from '../payments/about-booking.ts';
import type { AccountNamer, RefundAccount } from '../payments/refund.ts';
import type { Actor } from '../platform/trail.ts';
import type { RefundStores } from './world.ts';

interface Giving {
  /** The booking, locked. */
  readonly booking: Pick<Booking, 'id' | 'operatorId' | 'code'>;
  readonly account: RefundAccount;
  readonly actor: Actor & { readonly role: AccountNamer };
  readonly now: Instant;
  /** The base URL of the passenger client, which shows the bookings. */
  readonly clientBase: string;
}

/**
 * Sets the bank or wallet account that a booking's refunds go to, and mails the change to the payer. Every change uses
 * this function, so that no stranger redirects the money unnoticed. Setting the same account again in the same role
 * changes nothing.
 */
export async function giveAccount(stores: RefundStores, giving: Giving): Promise<void> {
  const { booking, account, actor, now, clientBase } = giving;
  const { refunds, officeBookings, mailQueue, smsQueue, trail } = stores;
  const before = await refunds.accountOf(booking.id);
  if (before?.namedBy === actor.role && isSame(before, account)) return;

  await refunds.nameAccount(booking.id, account, actor.role, now);
  await trail.add(
    {
      kind: 'REFUND_ACCOUNT_NAMED',
      actor,
      operatorId: booking.operatorId,
      subject: { type: 'booking', id: booking.id },
      // Logs the old and the new masked number, even if both look alike.
      changes: {
        account_kind: { old: before?.kind ?? null, new: account.kind },
        account_number: { old: before ? maskedNumber(before.number) : null, new: maskedNumber(account.number) },
      },
      description: `Named the account to which refunds of booking ${booking.code} are sent.`,
    },
    now,
  );
  const shown = await officeBookings.find(booking.id);
  // Text messages cannot contain bullets; mails can.
  const number = maskedNumber(account.number).replaceAll('•', '*');
  const texts = smsAbout(shown, { kind: 'ACCOUNT_CHANGED', method: account.kind, number });
  await smsQueue.add(
    texts.map((sms) => newRefundSms(sms, now)),
    now,
  );
  const about = shown && aboutBooking(shown, clientBase);
  const masked = shownAccount(account);
  if (!about || !masked) return;
  const mail: RefundAccountMail = { kind: 'refund-account', ...about, account: masked, namedBy: actor.role };
  await mailQueue.post([mail], now);
}

const isSame = (one: RefundAccount, other: RefundAccount): boolean =>
  one.kind === other.kind && one.holder === other.holder && one.number === other.number && one.bank === other.bank;
