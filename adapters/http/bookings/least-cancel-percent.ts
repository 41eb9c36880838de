import { Type } from '@sinclair/typebox';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { PassengerBooking } from '../../../core/bookings/ports.ts';
import { leastRate } from '../../../core/changes/refund-tiers.ts';

export const leastCancelPercent = Type.Number({
  description:
    'Gives the percentage of its price that cancelling the booking costs at least, because cancelling cost as much when the booking was changed. It is 0 when no change sets a least fee, while cancelling is free, as before the booking is paid, and once the booking is closed.',
  examples: [0],
});

export const toLeastCancelPercent = (
  booking: Pick<Booking, 'bookedFor' | 'leastFee' | 'status'> & {
    readonly trip: Pick<PassengerBooking['trip'], 'status' | 'departsAt' | 'busType'>;
  },
): number => leastRate(booking, { ...booking.trip, bus: { type: booking.trip.busType } }) / 100;
