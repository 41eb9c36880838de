import { type Instant, toIso } from '../kernel/time.ts';
import { isAhead } from '../trips/sections.ts';
import type { Finding } from './finding.ts';
import type { BlockOnRecord, CrowdedTrip, Overlap } from './ports.ts';
import type { OffRoad, TakenTwice } from './taken-twice.ts';

/**
 * Finds blocks of seats or places that the trip's bus does not have. Checks only upcoming trips, because the bus may
 * get another seat map later.
 */
export function misplacedBlocks(blocks: readonly BlockOnRecord[], at: Instant): readonly Finding[] {
  return blocks.flatMap((block) =>
    faultsOf(block, at).map((fault) => ({
      invariant: 'BLOCK_MISPLACED' as const,
      row: `trip ${block.tripId}`,
      says: `${named(block)} ${fault}`,
    })),
  );
}

function faultsOf({ seat, trip, isAboard, isSold, placesLeft }: BlockOnRecord, at: Instant): readonly string[] {
  if (trip.status !== 'ACTIVE') return [`although the trip is ${trip.status}`];
  const mayBoard = isAhead(trip, at);
  return [
    ...(isSold ? ['and sold'] : []),
    ...(mayBoard && !isAboard
      ? [seat === null ? 'although the bus has a seat map' : 'and not in use on the bus that makes the trip']
      : []),
    ...(mayBoard && seat === null && isAboard && placesLeft < 0
      ? [`and ${-placesLeft} more in all than the bus has left`]
      : []),
  ];
}

const named = ({ seat, places, until }: BlockOnRecord): string => {
  const what = seat === null ? `${places} ${places === 1 ? 'place is' : 'places are'}` : `seat ${seat} is`;
  return `${what} blocked${until === null ? '' : ` until ${toIso(until)}`}`;
};

/** The finding about two overlapping trips of one bus, both planned in the portal. The portal refuses such plans. */
export const overlapFinding = ({ tripId, olderId }: Overlap): Finding => ({
  invariant: 'BUS_ELSEWHERE',
  row: `trip ${tripId}`,
  says: `its bus is on trip ${olderId} at the same time`,
});

/**
 * The finding about a seat that is held or blocked twice, or both held and sold. The seat may be free between other
 * stops.
 */
export const takenTwiceFinding = ({ tripId, seat, takers }: TakenTwice): Finding => ({
  invariant: 'SEAT_TAKEN_TWICE',
  row: `trip ${tripId}`,
  says: `seat ${seat} is ${takers[0] === takers[1] ? `${takers[0]} twice` : takers.join(' and ')} at once`,
});

/** The finding about a hold, a block or a booking whose stops are not on the trip. */
export const offRoadFinding = ({ tripId, taker, from, to }: OffRoad): Finding => ({
  invariant: 'SEATS_DIFFER',
  row: `trip ${tripId}`,
  says: `stops ${from} to ${to} are ${taker}, and the road has no such section`,
});

/** The finding about a trip that has sold more places than its bus has. SEATS_DIFFER covers buses with a seat map. */
export const crowdedFinding = ({ tripId, taken, places }: CrowdedTrip): Finding => ({
  invariant: 'PLACES_OVERSOLD',
  row: `trip ${tripId}`,
  says: `${taken} places are taken, and the bus has ${places}`,
});
