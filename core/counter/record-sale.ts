import type { AddedBooking } from '../bookings/add-booking.ts';
import type { Contact, OperatorNotified } from '../bookings/booking.ts';
import { seatsInWords } from '../bookings/seats-in-words.ts';
import { type Member, memberEntry } from '../companies/member.ts';
import type { Recorder } from '../platform/outbox.ts';
import { npr, toRupees } from '../kernel/money.ts';
import type { SeatPassenger } from '../seats/ports.ts';
import { changesBetween } from '../platform/trail.ts';
import { mobileNumberOf } from '../kernel/phone.ts';
import type { Instant } from '../kernel/time.ts';
import { newTripSms } from '../platform/sms.ts';
import type { PlatformStores } from '../platform/stores.ts';

interface Stores extends Pick<PlatformStores, 'mailQueue' | 'smsQueue' | 'trail'> {
  readonly events: Recorder<OperatorNotified>;
}

interface Sold {
  readonly passengers: readonly SeatPassenger[];
  readonly contact: Contact;
  readonly paidBy: string;
  readonly arrivesAt: Instant;
}

/** Notifies the company, the activity log, and the contact if there is an e-mail address or phone. */
export async function recordSale(
  { mailQueue, smsQueue, trail, events }: Stores,
  member: Member,
  { id: bookingId, code, seatsCount, total, bookedAt }: AddedBooking,
  { passengers, contact, paidBy, arrivesAt }: Sold,
): Promise<void> {
  const seats = seatsInWords({ seats: passengers, seatsCount });
  await trail.add(
    memberEntry(member, {
      kind: 'SEATS_SOLD',
      subject: { type: 'booking', id: bookingId },
      changes: changesBetween(
        {},
        { booking_status: 'CONFIRMED', seats, total_amount: toRupees(total), paid_by: paidBy },
      ),
      description: `Sold ${seats} under ${code} for ${npr(total)}, paid ${paidBy === 'CASH' ? 'in cash' : 'by QR'}.`,
      amount: total,
    }),
    bookedAt,
  );
  const { operatorId } = member;
  await events.record(
    { type: 'booking confirmed', operatorId, bookingCode: code, seatsCount, amount: total },
    bookedAt,
  );
  if (mobileNumberOf(contact.phone) !== undefined)
    await smsQueue.add([newTripSms({ kind: 'CONFIRMED', bookingId }, { arrivesAt })], bookedAt);
  if (contact.email !== null) await mailQueue.add({ kind: 'BOOKING_CONFIRMED', bookingId }, bookedAt);
}
