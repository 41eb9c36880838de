import { bookingRoutes } from '../../adapters/http/bookings/bookings-routes.ts';
import { ratingRoutes } from '../../adapters/http/bookings/ratings-routes.ts';
import { completeBookings } from '../../core/bookings/complete-bookings.ts';
import { createBooking } from '../../core/bookings/create-booking.ts';
import { earnBookings } from '../../core/bookings/earn-bookings.ts';
import { expireBookings } from '../../core/bookings/expire-bookings.ts';
import { listBookings } from '../../core/bookings/view-bookings.ts';
import { refuseNotOwn, viewOwnBooking, viewShownBooking } from '../../core/bookings/shown-bookings.ts';
import { rateBooking } from '../../core/bookings/rate-booking.ts';
import type { Dependencies } from '../dependencies.ts';
import type { LineUseCases } from './line.ts';
import type { Job } from '../scheduler.ts';
import type { Settings } from '../settings.ts';

export const bookingsUseCases = (dependencies: Dependencies) => ({
  expireBookings: expireBookings(dependencies),
  completeBookings: completeBookings(dependencies),
  viewShownBooking: viewShownBooking(dependencies),
  viewOwnBooking: viewOwnBooking(dependencies),
  refuseNotOwn: refuseNotOwn(dependencies),
  rateBooking: rateBooking(dependencies),
  earnBookings: earnBookings(dependencies),
  createBooking: createBooking({ ...dependencies, expireBookings: expireBookings(dependencies) }),
  listBookings: listBookings({ ...dependencies, expireBookings: expireBookings(dependencies) }),
});

export type BookingsUseCases = ReturnType<typeof bookingsUseCases>;

export const bookingsRoutes = (useCases: BookingsUseCases & LineUseCases, dependencies: Dependencies) => [
  ...bookingRoutes({ ...useCases, ...dependencies }),
  ...ratingRoutes(useCases),
];

export const bookingsJobs = (
  useCases: BookingsUseCases,
  { expiryCron }: Pick<Settings, 'expiryCron'>,
): readonly Job[] => [
  { name: 'expire bookings', pattern: expiryCron, run: () => useCases.expireBookings() },
  { name: 'earn bookings', pattern: expiryCron, run: () => useCases.earnBookings() },
  { name: 'complete bookings', pattern: expiryCron, run: () => useCases.completeBookings() },
];
