import type { Booking, BookingStatus, Contact } from '../bookings/booking.ts';
import { seatsInWords } from '../bookings/seats-in-words.ts';
import { type Member, memberEntry } from '../companies/member.ts';
import { npr, toRupees } from '../kernel/money.ts';
import { changesBetween } from '../platform/trail.ts';
import { mobileNumberOf } from '../kernel/phone.ts';
import type { Instant } from '../kernel/time.ts';
import { newTripSms } from '../platform/sms.ts';
import type { CounterStores } from './world.ts';

/** Facts about a sale that the activity log describes. */
interface Sold {
  readonly passengers: Parameters<typeof seatsInWords>[0]['seats'];
  readonly paidBy: string;
  /** The booking's status before the payment; null for a new sale. */
  readonly before: BookingStatus | null;
  readonly after: 'PENDING_PAYMENT' | 'CONFIRMED';
}

export type SoldBooking = Pick<Booking, 'id' | 'code' | 'seatsCount' | 'total'>;

const PAID: Readonly<Record<string, string>> = { CASH: 'paid in cash', QR: 'paid by QR' };

/** Adds an entry about a new sale, or about its payment, to the activity log. */
export async function logSale(
  { trail }: CounterStores,
  member: Member,
  { id, code, seatsCount, total }: SoldBooking,
  { passengers, paidBy, before, after }: Sold,
  now: Instant,
): Promise<void> {
  const seats = seatsInWords({ seats: passengers, seatsCount });
  const paid = after === 'CONFIRMED' ? (PAID[paidBy] ?? 'paid') : 'to be paid by a code';
  const sale = { seats, total_amount: toRupees(total) };
  await trail.add(
    memberEntry(member, {
      kind: 'SEATS_SOLD',
      subject: { type: 'booking', id },
      changes: changesBetween(before === null ? {} : { booking_status: before, ...sale }, {
        booking_status: after,
        ...sale,
        paid_by: paidBy,
      }),
      description: `Sold ${seats} under ${code} for ${npr(total)}, ${paid}.`,
      amount: total,
    }),
    now,
  );
}

interface Buyer {
  readonly contact: Contact;
  readonly arrivesAt: Instant;
}

/** Notifies the company of a sale, and the customer if an e-mail address or phone number is known. */
export async function tellOfSale(
  { mailQueue, smsQueue, events }: CounterStores,
  { operatorId }: Member,
  { id: bookingId, code: bookingCode, seatsCount, total: amount }: SoldBooking,
  { contact, arrivesAt }: Buyer,
  now: Instant,
): Promise<void> {
  await events.record({ type: 'booking confirmed', operatorId, bookingCode, seatsCount, amount }, now);
  if (mobileNumberOf(contact.phone) !== undefined)
    await smsQueue.add([newTripSms({ kind: 'CONFIRMED', bookingId }, { arrivesAt })], now);
  if (contact.email !== null) await mailQueue.add({ kind: 'BOOKING_CONFIRMED', bookingId }, now);
}
