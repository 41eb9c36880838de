import type { Booking } from '../../core/bookings/booking.ts';
import { type BusSwap, swapBus } from '../../core/changes/swap-bus.ts';
import { seatsOf } from '../../core/seats/block.ts';
import type { Member } from '../../core/companies/member.ts';
import type { SeatsMovedMail } from '../../core/platform/booking-mails.ts';
import type { BusId, TripId, UserId } from '../../core/kernel/ids.ts';
import { daysAfter } from '../../core/kernel/time.ts';
import { aBooking } from './bookings.ts';
import { type ListedBus, aBus, aTrip, calendar, seat } from './catalogue.ts';
import type { Paying } from './paying.ts';
import { anOperator, aPassengerId } from './people.ts';

/** Seat assignments from texts such as `A1>B2`: the passenger on A1 gets B2. */
export const assignedSeats = (...pairs: readonly string[]): BusSwap['assignments'] =>
  pairs.map((pair) => {
    const [from = '', to = ''] = pair.split('>');
    return { seat: seat(from), newSeat: seat(to) };
  });

type BusTraits = Partial<ListedBus> & { readonly seats?: readonly string[] | number };

/** Adds a company with a trip. Returns functions that act for the staff, such as a bus swap, and for passengers. */
export async function swappingOn(paying: Paying, { seats = ['A1', 'A2', 'B1'], ...traits }: BusTraits = {}) {
  const { engine, clock } = paying;
  const { id: userId, operatorId } = await anOperator(engine, { companyName: 'Blue Sky' });
  const member: Member = { userId, operatorId };
  const trip = await aTrip(engine, { bus: { operatorId, ...traits }, seats });
  const passenger = await aPassengerId(engine);

  return {
    member,
    trip,
    passenger,
    bus: (given: BusTraits = {}) => aBus(engine, { operatorId, ...given }),
    swap: (
      busId: BusId,
      { by = member, on = trip.id, ...given }: Partial<BusSwap> & { readonly by?: Member; readonly on?: TripId } = {},
    ) =>
      swapBus({ ...engine, clock, calendar })(by, on, {
        busId,
        assignments: [],
        reason: 'BREAKDOWN',
        note: '',
        isDryRun: false,
        ...given,
      }),
    sell: (numbers: readonly string[] | number, given: Partial<Booking> & { readonly userId?: UserId } = {}) =>
      aBooking(engine, {
        userId: passenger,
        tripId: trip.id,
        status: 'CONFIRMED',
        ...(typeof numbers === 'number' ? { seatsCount: numbers } : { seats: numbers.map(seat) }),
        ...given,
      }),
    hold: (numbers: readonly string[], by = passenger) =>
      engine.transact(({ seatLocks }) =>
        seatLocks.hold(
          { tripId: trip.id, passenger: by, wanted: numbers.map(seat), expiresAt: daysAfter(clock(), 1) },
          clock(),
        ),
      ),
    block: (...numbers: readonly string[]) =>
      engine.transact(async ({ blocks }) => {
        await blocks.lock(trip.id, clock());
        await blocks.replace(
          trip.id,
          numbers.map((number) => ({ seat: seat(number), reason: 'Kept', until: null })),
          clock(),
        );
      }),
    blocked: async () => {
      const found = await engine.transact(({ blocks }) => blocks.find(trip.id, clock()));
      return found && seatsOf(found.blocks);
    },
    seatsOf: async ({ id, userId: owner }: Pick<Booking, 'id' | 'userId'>) =>
      (await engine.bookingViews.find(id, owner))?.seats.map((one) => one.seat),
    planned: () => engine.transact(({ plannedTrips }) => plannedTrips.find(trip.id)),
    /** The statuses of the trip's seats on the public seat map, or the number of places left. */
    shown: async () => {
      const map = await engine.seatMaps.view(trip.id, undefined, clock());
      return map?.hasSeatMap
        ? map.seats.map((one) => `${one.number} ${one.isBooked ? 'booked' : one.heldBy === 'nobody' ? 'free' : 'held'}`)
        : map?.seatsLeft;
    },
    logged: () => engine.transact(({ trail }) => trail.of({ type: 'schedule', id: trip.id })),
    mails: async () =>
      (
        await engine.transact(({ mailQueue }) => mailQueue.claim(daysAfter(clock(), 1), daysAfter(clock(), 9), 100))
      ).flatMap(({ mail }) => (mail.kind === 'seats-moved' ? [mail satisfies SeatsMovedMail] : [])),
  };
}

export type Swapping = Awaited<ReturnType<typeof swappingOn>>;
