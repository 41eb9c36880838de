import type { KeptFor } from '../fleet/kept-seats.ts';
import type { SeatNumber } from '../kernel/ids.ts';
import { databaseUnavailable } from '../kernel/refusal.ts';
import { type BestSeats, bestSeats } from './best-seats.ts';
import type { SeatWish } from './choosable-seats.ts';
import { type HoldPlace, type LockedSeats, type Outcome, holdSelection } from './hold-selection.ts';
import type { SeatMapView } from './ports.ts';
import { noSeatsToChoose, notTogether, tooFewSeatsFree } from './refusals.ts';
import { seatStatus } from './seat-map.ts';
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
      const map = await seatMaps.view(tripId, passenger, clock(), choice);
      let together = false;
      try {
        const locked = await holdSelection(world)(place, {
          find(_, { trip: { bus }, withheld }) {
            if (!bus.hasSeatMap) throw noSeatsToChoose();
            const isOut = (seat: SeatNumber): boolean => heldTooLong.has(seat) || withheld.has(seat);
            const best = map?.hasSeatMap ? choose(map, wish, isOut, keptFor) : undefined;
            together = best?.together ?? false;
            return Promise.resolve(chosenSeats(best, wish));
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

type MappedSeats = Extract<SeatMapView, { readonly hasSeatMap: true }>;

function choose(
  { rows, cols, seats }: MappedSeats,
  wish: SeatWish,
  isOut: (seat: SeatNumber) => boolean,
  keptFor: readonly KeptFor[],
): BestSeats {
  const choosable = seats.map((seat) => {
    const status = seatStatus(seat);
    const isFree = (status === 'AVAILABLE' || status === 'LOCKED_BY_ME') && !isOut(seat.number);
    return { ...seat, isFree, isKept: seat.keptFor !== undefined && !keptFor.includes(seat.keptFor) };
  });
  return bestSeats({ rows, cols, seats: choosable }, wish);
}

/** The chosen seats. Refuses a wish that the free seats cannot fulfil. */
function chosenSeats(best: BestSeats | undefined, wish: SeatWish): readonly SeatNumber[] {
  const { seats, together, left, largest } = best ?? { seats: [], together: false, left: 0, largest: 0 };
  if (left < wish.count) throw tooFewSeatsFree(left);
  if (wish.together && !together) throw notTogether(largest);
  return seats;
}
