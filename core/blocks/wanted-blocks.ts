import type { SeatNumber } from '../kernel/ids.ts';
import { refuseFaults } from '../kernel/refusal.ts';
import type { Fault } from '../kernel/refusal.ts';
import { repeats } from '../kernel/repeats.ts';
import type { Instant } from '../kernel/time.ts';
import { placesOf, seatsOf } from './block.ts';
import type { Block } from './block.ts';
import type { Blockable } from './ports.ts';
import { seatsHeld, seatsSold } from './refusals.ts';

/** What somebody wants to block: a seat where seats are chosen, places where they are counted. */
export interface GivenBlock {
  readonly seat?: SeatNumber;
  readonly places?: number;
  readonly reason: string;
  readonly until: Instant | null;
}

/** The blocks as they are to be; refused where they are wrong, whoever has the seats. */
export function wantedBlocks(given: readonly GivenBlock[], blockable: Blockable, now: Instant): readonly Block[] {
  const faults = given.flatMap((one, index) =>
    faultsOf(one, blockable, now).map(({ field, message }) => ({ field: `blocks[${index}].${field}`, message })),
  );
  const twice = blockable.hasSeatMap
    ? repeats(given, ({ seat }) => seat).map(({ index, first }) => ({
        field: `blocks[${index}].seat_number`,
        message: `is named before, at blocks[${first}]`,
      }))
    : [];
  refuseFaults([...faults, ...twice]);
  return given.flatMap(({ seat, places, reason, until }): Block[] => {
    if (blockable.hasSeatMap) return seat === undefined ? [] : [{ seat, reason, until }];
    return places === undefined ? [] : [{ places, reason, until }];
  });
}

function faultsOf({ seat, places, until }: GivenBlock, blockable: Blockable, now: Instant): readonly Fault[] {
  const faults: Fault[] = [];
  if (blockable.hasSeatMap && seat === undefined) faults.push({ field: 'seat_number', message: 'is required' });
  else if (blockable.hasSeatMap && seat !== undefined && !blockable.seats.has(seat))
    faults.push({ field: 'seat_number', message: 'must be a seat of the bus that is in use' });
  else if (!blockable.hasSeatMap && places === undefined) faults.push({ field: 'places', message: 'is required' });
  if (until !== null && until <= now) faults.push({ field: 'until', message: 'must be in the future' });
  return faults;
}

/** Refuses to block what passengers have. */
export function refuseTaken(blocks: readonly Block[], blockable: Blockable): void {
  if (!blockable.hasSeatMap) {
    if (placesOf(blocks) > blockable.places) throw seatsSold([], blockable.places);
    return;
  }
  const those = (state: 'sold' | 'held') => seatsOf(blocks).filter((seat) => blockable.seats.get(seat) === state);
  if (those('sold').length > 0) throw seatsSold(those('sold'));
  if (those('held').length > 0) throw seatsHeld(those('held'));
}
