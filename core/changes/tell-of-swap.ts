import { isFreeToCancel } from './refund-tiers.ts';
import type { Booking } from '../bookings/booking.ts';
import type { Company } from '../companies/company.ts';
import { type Member, memberEntry } from '../companies/member.ts';
import { newTripSms } from '../platform/sms.ts';
import { smsAbout } from '../payments/sms-number.ts';
import type { Recorder } from '../platform/outbox.ts';
import { type TakenSeats, changedNumbers } from '../fleet/replace-seat-map.ts';
import { type TakenSection, changesOfRoad } from '../fleet/road-changes.ts';
import type { SeatNumber } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import { seatsChanged } from '../seats/seat-events.ts';
import { type SeatEvent } from '../seats/ports.ts';
import { wholeRoad } from '../trips/sections.ts';
import { type TrailEntry, changesBetween } from '../platform/trail.ts';
import type { PlannedTrip } from '../trips/planned-trips.ts';
import type { CounterStores } from '../counter/world.ts';
import type { MailingWorld } from '../payments/world.ts';
import { type Disruption, type MovedSeat, inSentences } from './disruption.ts';
import type { LockedBus } from './lock-trip.ts';
import type { NewSeats } from './seat-passengers.ts';
import { type Reach, notifyPassengers } from './notify-passengers.ts';
import { goesOn, tripMail } from './trip-mails.ts';

/** A trip that got another bus, with the data that notifications need. */
export interface Swap {
  readonly member: Member;
  readonly company: Company;
  readonly disruption: Disruption;
  /** The trip before it got the new bus. */
  readonly trip: PlannedTrip;
  readonly before: LockedBus;
  readonly after: LockedBus;
  /** The seats that were taken on the old bus, and the seats that are taken on the new bus. */
  readonly taken: TakenSeats;
  /**
   * `takenBefore`: the sections for which seats were taken on the old bus. `takenAfter`: those on the new bus. Both are
   * empty on a trip without intermediate stops.
   */
  readonly takenBefore: readonly TakenSection[];
  readonly takenAfter: readonly TakenSection[];
  readonly seats: NewSeats;
  /** The active bookings of the trip. */
  readonly bookings: readonly Booking[];
  readonly now: Instant;
}

/** Publishes the seats whose status changes because of the new bus, so that open seat maps are updated. */
export async function tellOfNumbers(
  { events }: { readonly events: Recorder<SeatEvent> },
  { trip, before, after, taken, takenBefore, takenAfter, now }: Swap,
): Promise<void> {
  for (const [state, numbers] of changedNumbers(before.map?.seats ?? [], after.map?.seats ?? [], taken))
    await events.record(seatsChanged(trip.id, numbers, state), now);
  if (trip.stops.length === 0) return;
  const [was, is] = [
    { inUse: inUse(before), taken: takenBefore },
    { inUse: inUse(after), taken: takenAfter },
  ];
  for (const { seats, section, status } of changesOfRoad(wholeRoad(trip), was, is))
    await events.record({ type: 'section changed', tripId: trip.id, seats, ...section, status }, now);
}

/** The numbers of those seats of a bus that are in use. */
const inUse = ({ map }: LockedBus): readonly SeatNumber[] =>
  (map?.seats ?? []).flatMap(({ number, isActive }) => (isActive ? [number] : []));

/** The activity log entry about the new bus. */
export function busSwapped({ member, disruption, trip, before, after, seats }: Swap): TrailEntry {
  const action = `Put the bus ${after.bus.registrationNo} on the trip instead of ${before.bus.registrationNo}`;
  return memberEntry(member, {
    kind: 'BUS_SWAPPED',
    subject: { type: 'schedule', id: trip.id },
    changes: changesBetween(
      toldOf(before, seats.moved, ({ seat }) => seat),
      toldOf(after, seats.moved, ({ newSeat }) => newSeat),
    ),
    description: inSentences(action, disruption),
  });
}

const toldOf = ({ bus }: LockedBus, moved: readonly MovedSeat[], seatOf: (moved: MovedSeat) => SeatNumber) => ({
  bus_id: bus.id,
  registration_no: bus.registrationNo,
  ...(moved.length > 0 && {
    seats: moved.map((one) => ({ booking_code: one.bookingCode, seat_number: seatOf(one) })),
  }),
});

/**
 * Mails passengers whose seat number changed. Sends every passenger a text message, because the bus has another
 * registration number.
 */
export async function writeToPassengers(
  stores: CounterStores,
  needs: MailingWorld,
  { company, disruption, trip, after, seats, bookings, now }: Swap,
): Promise<Reach> {
  const booked = await stores.officeBookings.findAll(bookings.map(({ id }) => id));
  const { calendar } = needs;
  const messages = booked.map((booking) => {
    const moved = seats.moved.filter(({ bookingId }) => bookingId === booking.id);
    const mail = tripMail(needs, booking, company, disruption, (about) => ({
      kind: 'seats-moved',
      ...about,
      ...goesOn(booking, calendar, {
        trip,
        now,
        isFreeToCancel: isFreeToCancel(booking, { ...booking.trip, bus: after.bus }),
      }),
      departure: calendar.text(booking.trip.departsAt),
      busName: after.bus.name,
      registrationNo: after.bus.registrationNo,
      moved: moved.map(({ seat, newSeat }) => ({ seat, newSeat })),
    }));
    const [sms] = smsAbout(booking, { kind: 'BUS_CHANGED' });
    return { booking, mail: moved.length > 0 ? mail : undefined, sms: sms && newTripSms(sms, booking.trip) };
  });
  return notifyPassengers(stores, trip.id, messages, now);
}
