import { shareCompany } from '../companies/lock-company.ts';
import { type Member, memberEntry } from '../companies/member.ts';
import type { BusId, TripId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import { amenitiesIn } from './amenities.ts';
import { type BusDetails, type KeptBus, waiting } from './bus.ts';
import { changesOfBus } from './bus-trail.ts';
import type { BusRepo, TripsAhead } from './ports.ts';
import { busInUse, busUnknown, placesTaken, registrationNoTaken, seatsAreMapped } from './refusals.ts';
import { keyOfRegistration, numberOf } from './registration.ts';
import { type ShownBus, showBus } from './view-buses.ts';
import type { FleetWorld } from './world.ts';

export type ChangeBus = ReturnType<typeof changeBus>;

/** Changes the given fields of a bus. A change of registration number, type or seat count needs a new review. */
export const changeBus =
  (world: FleetWorld) =>
  async (member: Member, id: BusId, given: Partial<BusDetails>): Promise<ShownBus> => {
    const { transact } = world;
    const now = world.clock();

    return transact(async (stores) => {
      const { buses, tripsAhead, fleetViews, trail } = stores;
      await shareCompany(stores, member, 'MANAGER');
      const before = await buses.lock(id, member.operatorId);
      if (!before) throw busUnknown();
      if (before.hasSeatMap && given.totalSeats !== undefined) throw seatsAreMapped();

      const after = changed(before, given, now);
      const changes = changesOfBus(before, after);
      if (Object.keys(changes).length > 0) {
        await refuseReserved(buses, before, after);
        const trips = await refuseLess(tripsAhead, before, after, now);
        const saved = await buses.update({ ...after, revision: before.revision + 1, changedInOffice: true });
        if (saved === 'registered') throw registrationNoTaken();
        await tripsAhead.fitBlocks(trips, now);
        const subject = { type: 'bus', id } as const;
        await trail.add(
          memberEntry(member, {
            kind: 'BUS_CHANGED',
            subject,
            changes,
            description: `Changed the bus ${after.registrationNo}.`,
          }),
          now,
        );
      }
      const bus = await fleetViews.find(id);
      if (!bus) throw busUnknown();
      return showBus(world)(bus);
    });
  };

function changed(bus: KeptBus, given: Partial<BusDetails>, now: Instant): KeptBus {
  const after: KeptBus = {
    ...bus,
    ...given,
    type: (given.type ?? bus.type).toUpperCase(),
    amenities: amenitiesIn(given.amenities ?? bus.amenities),
  };
  return hasToBeReviewed(bus, given, after) ? waiting(after, now) : after;
}

/**
 * Whether a change needs a review of registration number, type and seat count. An APPROVED bus needs a review if one of
 * these facts changes. A REJECTED bus needs one as soon as the company enters one of them.
 */
function hasToBeReviewed(bus: KeptBus, given: Partial<BusDetails>, after: KeptBus): boolean {
  if (bus.approvalStatus === 'REJECTED')
    return given.registrationNo !== undefined || given.type !== undefined || given.totalSeats !== undefined;
  const isAnother = keyOfRegistration(after.registrationNo) !== keyOfRegistration(bus.registrationNo);
  return (
    bus.approvalStatus === 'APPROVED' && (isAnother || after.type !== bus.type || after.totalSeats !== bus.totalSeats)
  );
}

/**
 * Throws if another company has reserved the bus's new registration number. A REJECTED bus reserves no number. So
 * another bus may have got the number by the time this bus becomes PENDING again.
 */
async function refuseReserved(buses: BusRepo, before: KeptBus, after: KeptBus): Promise<void> {
  const number = numberOf(after);
  const isSame = number.registrationKey === keyOfRegistration(before.registrationNo);
  const isRevived = before.approvalStatus === 'REJECTED' && after.approvalStatus !== 'REJECTED';
  if (isSame && !isRevived) return;
  if ((await buses.lockReserved([number])).size > 0) throw registrationNoTaken();
}

/** Throws if the change takes away seats or places that are sold for upcoming trips. Returns those trips, locked. */
async function refuseLess(
  tripsAhead: TripsAhead,
  before: KeptBus,
  after: KeptBus,
  now: Instant,
): Promise<readonly TripId[]> {
  const isWithdrawn = after.status === 'INACTIVE' && before.status === 'ACTIVE';
  const isResized = after.totalSeats !== before.totalSeats;
  if (!isWithdrawn && !isResized) return [];
  const trips = await tripsAhead.lock(before.id, now);
  const places = await tripsAhead.mostPlaces(trips, now);
  if (isResized && after.totalSeats < places) throw placesTaken(places);
  if (isWithdrawn && (places > 0 || (await tripsAhead.sold(trips, now)).length > 0)) throw busInUse();
  return trips;
}
