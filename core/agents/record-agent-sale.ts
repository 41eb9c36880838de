import type { AddedBooking } from '../bookings/add-booking.ts';
import { seatsInWords } from '../bookings/seats-in-words.ts';
import { npr, toRupees } from '../kernel/money.ts';
import { mobileNumberOf } from '../kernel/phone.ts';
import type { Instant } from '../kernel/time.ts';
import { newTripSms } from '../platform/sms.ts';
import { changesBetween } from '../platform/trail.ts';
import type { SeatPassenger } from '../seats/sold-passenger.ts';
import type { Times } from '../trips/sections.ts';
import { actorOf } from './caller.ts';
import type { LockedAgent } from './lock-agent.ts';
import type { AgentStores } from './world.ts';

/** Adds an entry about an agent's sale to the activity log. */
export async function logAgentSale(
  { trail }: AgentStores,
  { caller, agent }: LockedAgent,
  { id, code, operatorId, seatsCount, total }: AddedBooking,
  passengers: readonly SeatPassenger[],
  now: Instant,
): Promise<void> {
  const seats = seatsInWords({ seats: passengers, seatsCount });
  await trail.add(
    {
      kind: 'SEATS_SOLD',
      actor: actorOf(caller),
      operatorId,
      subject: { type: 'booking', id },
      changes: changesBetween(
        {},
        { booking_status: 'CONFIRMED', seats, total_amount: toRupees(total), paid_by: 'AGENT' },
      ),
      description: `Sold ${seats} under ${code} for ${npr(total)}, on account of ${agent.name}.`,
      amount: total,
    },
    now,
  );
}

/** Notifies the company of an agent's sale, and the traveller unless the agent does that itself. */
export async function tellOfAgentSale(
  { mailQueue, smsQueue, events }: AgentStores,
  { id: bookingId, code: bookingCode, operatorId, seatsCount, total: amount, contact, agent }: AddedBooking,
  { arrivesAt }: Pick<Times, 'arrivesAt'>,
  now: Instant,
): Promise<void> {
  await events.record({ type: 'booking confirmed', operatorId, bookingCode, seatsCount, amount }, now);
  if (agent?.messages === 'agent' || contact === null) return;
  if (mobileNumberOf(contact.phone) !== undefined)
    await smsQueue.add([newTripSms({ kind: 'CONFIRMED', bookingId }, { arrivesAt })], now);
  if (contact.email !== null) await mailQueue.add({ kind: 'BOOKING_CONFIRMED', bookingId }, now);
}
