import type { SeatNumber } from '../kernel/ids.ts';
import { databaseUnavailable } from '../kernel/refusal.ts';
import { type BestSeats, bestSeats } from './best-seats.ts';
import { type SeatWish, choosableOn } from './choosable-seats.ts';
import { type HoldPlace, type LockedSeats, type Outcome, holdSelection } from './hold-selection.ts';
import { noSeatsToChoose, notTogether, tooFewSeatsFree } from './refusals.ts';
import type { SeatStores, SeatWorld } from './world.ts';

/** The number of times that seats are chosen anew because others took them meanwhile. */
const TRIES = 100;

/** Thrown to undo a hold, because a chosen seat cannot be held. */
class NotHeld extends Error {
  readonly refused: Outcome['refused'];

  constructor(refused: Outcome['refused']) {
    super('A chosen seat cannot be held.');
    this.refused = refused;
  }
}

/**
 * Holds the best free seats of a section, all or none. A refusal leaves the passenger's holds as they are. The map is
 * read before the transaction, which need not wait for it. If somebody takes a chosen seat meanwhile, the holds are
 * undone and the seats are chosen anew.
 */
export const lockBestSeats =
  <Stores extends SeatStores>(world: SeatWorld<Stores>) =>
  async (place: HoldPlace<Stores>, wish: SeatWish): Promise<LockedSeats> => {
    const { clock, seatMaps } = world;
    const { tripId, passenger, choice, keptFor } = place;
    const heldTooLong = new Set<SeatNumber>();
    for (let tries = 0; tries < TRIES; tries += 1) {
      const seen = await seatMaps.view(tripId, passenger, clock(), choice);
      let together = false;
      try {
        const locked = await holdSelection(world)(place, {
          async find(stores, { trip: { bus, hasWaits }, withheld, busy }) {
            if (!bus.hasSeatMap) throw noSeatsToChoose();
            // Those who wait were served in this transaction, which the map read before it does not show.
            const map = hasWaits ? await stores.seatMaps.view(tripId, passenger, clock(), choice) : seen;
            const isOut = (seat: SeatNumber): boolean => heldTooLong.has(seat) || withheld.has(seat) || busy.has(seat);
            const best = map?.hasSeatMap ? bestSeats(choosableOn(map, isOut, keptFor), wish) : undefined;
            together = best?.together ?? false;
            return chosenSeats(best, wish);
          },
          refuseCut(found, { onTrip, onDay }) {
            if (found > onTrip) throw tooFewSeatsFree(onTrip);
            if (found > onDay.room) throw onDay.refuse();
          },
          refuseMissing(refused) {
            if (refused.length > 0) throw new NotHeld(refused);
          },
        });
        return { ...locked, together };
      } catch (error) {
        if (!(error instanceof NotHeld)) throw error;
        for (const { seat, reason } of error.refused) if (reason === 'held too long') heldTooLong.add(seat);
      }
    }
    throw databaseUnavailable(new Error(`Others took chosen seats ${TRIES} times.`));
  };

/** The chosen seats. Refuses a wish that the free seats cannot fulfil. */
function chosenSeats(best: BestSeats | undefined, wish: SeatWish): readonly SeatNumber[] {
  const { seats, together, left, largest } = best ?? { seats: [], together: false, left: 0, largest: 0 };
  if (left < wish.count) throw tooFewSeatsFree(left);
  if (wish.together && !together) throw notTogether(largest);
  return seats;
}
