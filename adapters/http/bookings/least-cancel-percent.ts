import { Type } from '@sinclair/typebox';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { PassengerBooking } from '../../../core/bookings/ports.ts';
import { leastRate } from '../../../core/changes/refund-tiers.ts';

export const leastCancelPercent = Type.Number({
  description:
    'Gives the lowest cancellation fee of a changed booking, as a percentage of its price. If cancelling cost 25 percent when the booking was changed, it costs at least 25 percent from then on, even if the new trip departs much later. It is 0 if no change sets such a fee, while cancelling is free (before the booking is paid, for example), and once the booking is closed.',
  examples: [0],
});

export const toLeastCancelPercent = (
  booking: Pick<Booking, 'bookedFor' | 'leastFee' | 'status'> & {
    readonly trip: Pick<PassengerBooking['trip'], 'status' | 'departsAt' | 'busType'>;
  },
): number => leastRate(booking, { ...booking.trip, bus: { type: booking.trip.busType } }) / 100;
