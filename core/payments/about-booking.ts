import { bookingPageOf } from '../bookings/booking.ts';
import { type CancelledPart, refundsOfPart } from '../bookings/cancelled-part.ts';
import type { AboutBooking, MaskedAccount, MoneyBack, RefundDueMail } from '../platform/booking-mails.ts';
import { sum } from '../kernel/money.ts';
import { goesByItself } from './automatic-refunds.ts';
import type { Gateways } from './gateway.ts';
import type { OfficeBooking } from './office-booking.ts';
import { isOnAccount } from './payment.ts';
import { isForCancellation, isPaidAtCounter, type RefundAccount, type RefundReason } from './refund.ts';
import { newRefundSms } from '../platform/sms.ts';
import { smsAbout } from './sms-number.ts';
import type { BookingId, RefundId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { PaymentStores, MailingWorld } from './world.ts';

/**
 * The facts that every mail about a booking shows. Undefined if the booking's contact has no mail address, or a
 * stranger's agent sold it on a sandbox.
 */
export function aboutBooking(booking: OfficeBooking, clientBase: string): AboutBooking | undefined {
  const { contact, code: bookingCode, language, channel, soldBy, trip, companyName, seats, seatsCount } = booking;
  if (contact.email === null || soldBy?.isTest) return undefined;
  return {
    to: contact.email,
    name: contact.name,
    language,
    bookingCode,
    channel,
    ...(soldBy && { agent: { name: soldBy.name, email: soldBy.contactEmail } }),
    page: bookingPageOf(clientBase, booking),
    sourceCity: trip.sourceCity,
    destinationCity: trip.destinationCity,
    companyName,
    seats: seats.map(({ seat }) => seat),
    seatsCount,
  };
}

/** The bank or wallet account for a refund, as mails show it: with a masked number. */
export const shownAccount = (account: RefundAccount | null): MaskedAccount | null =>
  account && { method: account.kind, bank: account.bank, number: maskedNumber(account.number) };

function destinationOf(refund: OfficeBooking['refunds'][number], gateways: Pick<Gateways, 'of'>): MoneyBack['goesTo'] {
  if (isOnAccount(refund)) return 'AGENT';
  if (isPaidAtCounter(refund)) return 'COUNTER';
  return goesByItself(refund, gateways) ? 'GATEWAY' : 'ACCOUNT';
}

/**
 * The facts for a mail about a refund, after the company, an administrator or an agent cancelled a paid booking. With
 * `part`, the mail is about the cancelled seats in `part` only. Without it, refunds of seats that were cancelled
 * earlier are left out.
 */
export function moneyBackOf(
  { total, channel, refunds, parts }: Pick<OfficeBooking, 'total' | 'channel' | 'refunds' | 'parts'>,
  { calendar, gateways }: MailingWorld,
  part?: CancelledPart,
): MoneyBack {
  const ofParts = parts.flatMap(refundsOfPart);
  const meant = part && refundsOfPart(part);
  // An agent's customer gets this mail for the agent's own cancellations, too.
  const isMeant = (reason: RefundReason): boolean =>
    reason === 'OPERATOR_CANCELLATION' || (channel === 'AGENT' && isForCancellation(reason));
  const due = refunds.filter(({ id, reason }) =>
    meant ? meant.includes(id) : isMeant(reason) && !ofParts.includes(id),
  );
  const [first] = due;
  const given = part ? [] : refunds.filter(({ reason }) => reason === 'GOODWILL');
  return {
    paid: part?.amount ?? total,
    before: sum(given.map(({ amount }) => amount)),
    refund: sum(due.map(({ amount }) => amount)),
    dueOn: first ? calendar.date(first.dueAt) : null,
    goesTo: first ? destinationOf(first, gateways) : WITHOUT_REFUND[channel],
    account: shownAccount(first?.account ?? null),
  };
}

/** How a refund would go to the payer, for a booking of each channel that gets none. */
const WITHOUT_REFUND = { ONLINE: 'ACCOUNT', COUNTER: 'COUNTER', AGENT: 'AGENT' } as const;

const MOST_SHOWN = 3;

/**
 * Masks the number of a bank or wallet account for everybody but administrators. Shows the last three characters, but
 * at most a third of the number. Each other character becomes a bullet.
 */
export function maskedNumber(number: string): string {
  const shown = Math.min(MOST_SHOWN, Math.floor(number.length / 3));
  return '•'.repeat(number.length - shown) + number.slice(number.length - shown);
}

/** The gateway of a second payment of the booking, for news about the refund that gives that payment back. */
export const paidTwiceBy = ({
  reason,
  gateway,
}: Pick<OfficeBooking['refunds'][number], 'reason' | 'gateway'>): { readonly paidTwiceBy?: string } =>
  reason === 'DUPLICATE_PAYMENT' ? { paidTwiceBy: gateway } : {};

/**
 * Notifies the payer, by mail and text message, of a refund that the platform sends by hand. If the booking names no
 * bank or wallet account for refunds, asks for one. Only for refunds that no other mail mentions. An agent's refunds
 * are not told, because the agent gives the money back.
 */
export async function queueRefundDueMail(
  { officeBookings, mailQueue, smsQueue }: PaymentStores,
  { calendar, gateways, passengerClientBase }: MailingWorld,
  { bookingId, refundId }: { readonly bookingId: BookingId; readonly refundId: RefundId },
  now: Instant,
): Promise<void> {
  const booking = await officeBookings.find(bookingId);
  const refund = booking?.refunds.find(({ id }) => id === refundId);
  if (!booking || !refund || booking.agent !== null || isPaidAtCounter(refund) || goesByItself(refund, gateways))
    return;
  const { amount, account } = refund;
  const asksForAccount = account === null;
  const texts = smsAbout(booking, { kind: 'REFUND_DUE', amount, asksForAccount, ...paidTwiceBy(refund) });
  await smsQueue.add(
    texts.map((sms) => newRefundSms(sms, now)),
    now,
  );
  const about = aboutBooking(booking, passengerClientBase);
  if (!about) return;
  const mail: RefundDueMail = {
    kind: 'refund-due',
    ...about,
    amount,
    reason: refund.reason,
    dueOn: calendar.date(refund.dueAt),
    account: shownAccount(account),
  };
  await mailQueue.post([mail], now);
}
