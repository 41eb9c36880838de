import { toIso } from '../kernel/time.ts';
import type { Instant } from '../kernel/time.ts';
import type { Finding } from './invariants.ts';
import type { BlockOnRecord } from './ports.ts';

/**
 * What is blocked on a trip that has seats or places which nobody has. Until the departure it is in use on the bus that
 * makes the trip; later the bus may get another seat map.
 */
export function misplacedBlocks(blocks: readonly BlockOnRecord[], at: Instant): readonly Finding[] {
  return blocks.flatMap((block) =>
    faultsOf(block, at).map((fault) => ({
      invariant: 'BLOCK_MISPLACED' as const,
      row: `schedules ${block.tripId}`,
      says: `${named(block)} ${fault}`,
    })),
  );
}

function faultsOf({ seat, trip, isAboard, isSold, placesLeft }: BlockOnRecord, at: Instant): readonly string[] {
  if (trip.status !== 'ACTIVE') return [`although the trip is ${trip.status}`];
  const isAhead = trip.departsAt > at;
  return [
    ...(isSold ? ['and sold'] : []),
    ...(isAhead && !isAboard
      ? [seat === null ? 'although the bus has a seat map' : 'and not in use on the bus that makes the trip']
      : []),
    ...(isAhead && seat === null && isAboard && placesLeft < 0
      ? [`and ${-placesLeft} more in all than the bus has left`]
      : []),
  ];
}

const named = ({ seat, places, until }: BlockOnRecord): string => {
  const what = seat === null ? `${places} ${places === 1 ? 'place is' : 'places are'}` : `seat ${seat} is`;
  return `${what} blocked${until === null ? '' : ` until ${toIso(until)}`}`;
};
