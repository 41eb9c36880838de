import { seatsNamed } from '../fleet/seats-named.ts';
import type { KeptFor } from '../fleet/kept-seats.ts';
import type { SeatHolder, SeatNumber, TripId } from '../kernel/ids.ts';
import type { JudgePass } from '../trips/sale-opening.ts';
import type { Section } from '../trips/sections.ts';
import type { SeatWish } from './choosable-seats.ts';
import { type HoldRules, type LockedSeats, holdSelection } from './hold-selection.ts';
import { lockBestSeats } from './lock-best-seats.ts';
import { noSeatMap } from './refusals.ts';
import { MOST_SEATS } from './seat-map.ts';
import type { SeatStores, SeatWorld } from './world.ts';

export type LockSeats = ReturnType<typeof lockSeats>;

/**
 * Holds every wanted seat that is free on a section, for a few minutes. Releases the passenger's other seats on the
 * trip. Unavailable seats are listed in the result; the free ones are held all the same. Instead of the seats'
 * numbers, a wish can say how many seats are wanted: then the best ones are chosen, and held all or none.
 * `keptFor` names the kinds of kept seats that the passengers may have. `judgePass` is left out if no pass is needed.
 */
export const lockSeats =
  <Stores extends SeatStores>(world: SeatWorld<Stores>) =>
  async (
    passenger: SeatHolder,
    tripId: TripId,
    wanted: readonly SeatNumber[] | SeatWish,
    choice?: Section,
    rules?: HoldRules<Stores>,
    keptFor: readonly KeptFor[] = [],
    judgePass?: JudgePass,
  ): Promise<LockedSeats> => {
    const place = { passenger, tripId, choice, rules, keptFor, judgePass };
    if ('count' in wanted) return lockBestSeats(world)(place, wanted);
    return holdSelection(world)(place, {
      async find({ buses }, { trip: { bus }, isUnusual }) {
        if (!bus.hasSeatMap) throw noSeatMap();
        const named = await seatsNamed({ buses }, { bus: bus.id, typed: wanted, isUnusual });
        return [...new Set(named)].slice(0, MOST_SEATS);
      },
    });
  };
