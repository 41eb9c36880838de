import { type Booking, isOverdue } from '../bookings/booking.ts';
import { endBookingsOn } from '../changes/end-bookings-on.ts';
import type { TripId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import { changesBetween } from '../platform/trail.ts';
import { noSuchTrip } from '../trips/refusals.ts';
import { type Trip, tripChanged } from '../trips/trip.ts';
import type { MailingWorld } from '../payments/world.ts';
import type { CatalogueTrip, TripStatusChange } from './catalogue.ts';
import type { CatalogueStores } from './world.ts';

/*
 * Ends the bookings on trips that an import cancels, in the import's transaction. If a later import revives a trip, the
 * bookings stay ended.
 */

/**
 * Finds the trips that the catalogue cancels or revives, and locks their bookings. Call this before locking the trips,
 * because every transaction locks bookings before their trip.
 */
export async function lockStatusChanges(
  { catalogue, bookings }: CatalogueStores,
  trips: readonly CatalogueTrip[],
): Promise<readonly TripStatusChange[]> {
  const changes = await catalogue.statusChanges(trips);
  await bookings.lockAllActive(changes.map(({ id }) => id));
  return changes;
}

/**
 * Ends the bookings that an earlier version of the service left on cancelled trips. Otherwise these bookings would
 * become valid when the catalogue revives the trips.
 */
export const endLeftovers = (
  stores: CatalogueStores,
  mailing: MailingWorld,
  changes: readonly TripStatusChange[],
  now: Instant,
): Promise<void> =>
  endAll(
    stores,
    mailing,
    changes.filter(({ status }) => status === 'ACTIVE'),
    now,
  );

/**
 * Ends the bookings on trips that the catalogue has cancelled, and notifies the passengers and the company. The trips
 * must be locked and saved.
 */
export async function endCancelled(
  stores: CatalogueStores,
  mailing: MailingWorld,
  cancelled: readonly TripStatusChange[],
  now: Instant,
): Promise<void> {
  const by = { by: 'ADMINISTRATION', reason: null } as const;
  await stores.tripCancellations.record(
    cancelled.map(({ id }) => id),
    { at: now, ...by },
  );
  await endAll(stores, mailing, cancelled, now);
  for (const { id } of cancelled) {
    const trip = await found(stores, id);
    await stores.events.record(tripChanged(trip, 'cancelled'), now);
    await stores.trail.add(
      {
        kind: 'TRIP_CANCELLED',
        actor: { role: 'SYSTEM' },
        operatorId: trip.bus.operatorId,
        subject: { type: 'schedule', id },
        changes: changesBetween({ status: 'ACTIVE' }, { status: 'CANCELLED' }),
        description: 'An import of the catalogue cancelled the trip.',
      },
      now,
    );
  }
}

async function endAll(
  stores: CatalogueStores,
  mailing: MailingWorld,
  trips: readonly TripStatusChange[],
  now: Instant,
): Promise<void> {
  // Locks the bookings again, because passengers could still book until the trips were locked.
  const booked = await stores.bookings.lockAllActive(trips.map(({ id }) => id));
  for (const trip of trips) {
    const bookings = booked.filter(({ tripId }) => tripId === trip.id);
    if (bookings.length > 0) await endOne(stores, mailing, trip, bookings, now);
  }
}

async function endOne(
  stores: CatalogueStores,
  mailing: MailingWorld,
  { id }: TripStatusChange,
  booked: readonly Booking[],
  now: Instant,
): Promise<void> {
  const { bus } = await found(stores, id);
  // Keeps bookings whose passengers have already arrived at their stop, if the bus is under way.
  const bookings = booked.filter(({ sectionTimes }) => !sectionTimes || sectionTimes.arrivesAt > now);
  const company = await stores.companies.find(bus.operatorId);
  await endBookingsOn(
    stores,
    mailing,
    {
      id,
      company: { contactPhone: company?.contactPhone ?? null },
      bookings: bookings.filter((booking) => !isOverdue(booking, now)),
      overdue: bookings.filter((booking) => isOverdue(booking, now)),
    },
    { disruption: { reason: 'OTHER', note: '' }, actor: { role: 'SYSTEM' }, now },
  );
}

async function found({ trips }: CatalogueStores, id: TripId): Promise<Trip> {
  const trip = await trips.find(id);
  if (!trip) throw noSuchTrip();
  return trip;
}
