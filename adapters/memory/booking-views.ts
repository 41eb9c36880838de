import type { Booking } from '../../core/bookings/booking.ts';
import type { BookingViews, PassengerBooking } from '../../core/bookings/ports.ts';
import { bySeat } from '../../core/seats/seat-map.ts';
import { memoryBookings } from './bookings.ts';
import { busOf } from './state.ts';
import type { State } from './state.ts';

export const memoryBookingViews = (state: State): BookingViews => {
  const tripOf = ({ tripId }: Booking): PassengerBooking['trip'] => {
    const trip = state.trips.get(tripId);
    const route = trip && state.routes.get(trip.routeId);
    if (!route) throw new Error(`A booking is on trip ${tripId}, which is not there.`);
    const bus = busOf(state, trip);
    return {
      sourceCity: state.cities.get(route.source)?.name ?? '',
      destinationCity: state.cities.get(route.destination)?.name ?? '',
      departsAt: trip.departsAt,
      arrivesAt: trip.arrivesAt,
      busName: bus.name,
      registrationNo: bus.registrationNo,
      busType: bus.type,
      operatorId: bus.operatorId,
      companyName: state.operators.get(bus.operatorId)?.companyName ?? '',
    };
  };

  const cancellationOf = ({ id }: Booking): Pick<PassengerBooking, 'cancelReason' | 'cancelledBy' | 'cancelledAt' | 'cancellationFee'> => {
    const cancellation = state.cancellations.get(id);
    return {
      cancelReason: cancellation?.reason ?? null,
      cancelledBy: cancellation?.by ?? null,
      cancelledAt: cancellation?.at ?? null,
      cancellationFee: cancellation?.fee ?? null,
    };
  };

  const ratingOf = ({ id }: Booking): PassengerBooking['rating'] => {
    const rating = state.ratings.get(id);
    return rating ? { stars: rating.stars, review: rating.review, issueFlag: rating.issueFlag } : null;
  };

  const view = (booking: Booking): PassengerBooking => ({
    ...booking,
    ...cancellationOf(booking),
    trip: tripOf(booking),
    seats: state.sales.filter(({ bookingId }) => bookingId === booking.id)
      .map(({ seat, name, age, gender, boardingPoint, droppingPoint }) => ({ seat, name, age, gender, boardingPoint, droppingPoint })).sort(bySeat),
    paymentStatus: [...state.payments.values()].filter(({ bookingId }) => bookingId === booking.id).at(-1)?.status ?? null,
    rating: ratingOf(booking),
  });

  return {
    list: async (owner, limit) => [...state.bookings.values()].filter(({ userId }) => userId === owner)
      .sort((one, other) => other.bookedAt - one.bookedAt || other.id - one.id).slice(0, limit).map(view),

    async find(id, owner) {
      const booking = state.bookings.get(id);
      return booking?.userId === owner ? view(booking) : undefined;
    },

    anyOverdue: async (now) => (await memoryBookings(state).overdue(now, 1)).length > 0,
  };
};
