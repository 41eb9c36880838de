import type { Route } from '../adapters/http/route.ts';
import { authRoutes } from '../adapters/http/routes/auth.ts';
import { avatarRoutes } from '../adapters/http/routes/avatar.ts';
import { bookingRoutes } from '../adapters/http/routes/bookings.ts';
import { cancellationRoutes } from '../adapters/http/routes/cancellations.ts';
import { googleRoutes } from '../adapters/http/routes/google.ts';
import { passengerRoutes } from '../adapters/http/routes/passenger.ts';
import { paymentRoutes } from '../adapters/http/routes/payments.ts';
import { ratingRoutes } from '../adapters/http/routes/ratings.ts';
import { seatRoutes } from '../adapters/http/routes/seats.ts';
import { ticketRoutes } from '../adapters/http/routes/tickets.ts';
import { tripRoutes } from '../adapters/http/routes/trips.ts';
import type { Service } from './service.ts';
import type { World } from './world.ts';

/** Every route, given its use cases. One line a slice. */
export const buildRoutes = (service: Service, world: World): readonly Route[] => [
  ...authRoutes(service),
  ...googleRoutes(service, world),
  ...passengerRoutes(service),
  ...avatarRoutes(service),
  ...tripRoutes(service),
  ...seatRoutes(service),
  ...bookingRoutes(service),
  ...paymentRoutes({ ...service, ...world }),
  ...cancellationRoutes(service),
  ...ticketRoutes(service),
  ...ratingRoutes(service),
];
