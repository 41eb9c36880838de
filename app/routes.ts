import type { Route } from '../adapters/http/route/route.ts';
import { adminBusRoutes } from '../adapters/http/routes/admin/buses.ts';
import { adminCityRoutes } from '../adapters/http/routes/admin/cities.ts';
import { adminDocumentRoutes } from '../adapters/http/routes/admin/documents.ts';
import { adminLogRoutes } from '../adapters/http/routes/admin/logs.ts';
import { adminOperatorRoutes } from '../adapters/http/routes/admin/operators.ts';
import { adminOverviewRoutes } from '../adapters/http/routes/admin/overview.ts';
import { adminReviewRoutes } from '../adapters/http/routes/admin/reviews.ts';
import { adminUserRoutes } from '../adapters/http/routes/admin/users.ts';
import { adminBookingRoutes } from '../adapters/http/routes/admin/bookings.ts';
import { adminPaymentRoutes } from '../adapters/http/routes/admin/payments.ts';
import { authRoutes } from '../adapters/http/routes/auth.ts';
import { avatarRoutes } from '../adapters/http/routes/avatar.ts';
import { bookingRoutes } from '../adapters/http/routes/bookings.ts';
import { cancellationRoutes } from '../adapters/http/routes/cancellations.ts';
import { googleRoutes } from '../adapters/http/routes/google.ts';
import { operatorActivityLogRoutes } from '../adapters/http/routes/operator/activity-log.ts';
import { invitationRoutes } from '../adapters/http/routes/invitations.ts';
import { companyRoutes } from '../adapters/http/routes/operator/company.ts';
import { staffRoutes } from '../adapters/http/routes/operator/staff.ts';
import { operatorBusRoutes } from '../adapters/http/routes/operator/buses.ts';
import { operatorSeatMapRoutes } from '../adapters/http/routes/operator/seat-maps.ts';
import { operatorDocumentRoutes } from '../adapters/http/routes/operator/documents.ts';
import { passengerRoutes } from '../adapters/http/routes/passenger.ts';
import { paymentRoutes } from '../adapters/http/routes/payments.ts';
import { ratingRoutes } from '../adapters/http/routes/ratings.ts';
import { seatRoutes } from '../adapters/http/routes/seats.ts';
import { ticketRoutes } from '../adapters/http/routes/tickets.ts';
import { tripRoutes } from '../adapters/http/routes/trips.ts';
import type { UseCases } from './use-cases.ts';
import type { Dependencies } from './dependencies.ts';

/** Every route of the API, with its use cases; in the order in which the page of the API shows them. */
export const buildRoutes = (useCases: UseCases, dependencies: Dependencies): readonly Route[] => [
  ...authRoutes(useCases),
  ...googleRoutes(useCases, dependencies),
  ...invitationRoutes(useCases),
  ...passengerRoutes(useCases),
  ...avatarRoutes(useCases),
  ...tripRoutes(useCases),
  ...seatRoutes(useCases),
  ...bookingRoutes(useCases),
  ...paymentRoutes({ ...useCases, ...dependencies }),
  ...cancellationRoutes(useCases),
  ...ticketRoutes(useCases),
  ...ratingRoutes(useCases),
  ...companyRoutes(useCases),
  ...staffRoutes(useCases, dependencies),
  ...operatorBusRoutes({ ...useCases, ...dependencies }),
  ...operatorSeatMapRoutes(useCases),
  ...operatorDocumentRoutes({ ...useCases, ...dependencies }),
  ...operatorActivityLogRoutes({ ...useCases, ...dependencies }),
  ...adminOverviewRoutes(useCases),
  ...adminReviewRoutes({ ...useCases, ...dependencies }),
  ...adminBusRoutes({ ...useCases, ...dependencies }),
  ...adminDocumentRoutes(useCases),
  ...adminOperatorRoutes({ ...useCases, ...dependencies }),
  ...adminBookingRoutes({ ...useCases, ...dependencies }),
  ...adminPaymentRoutes({ ...useCases, ...dependencies }),
  ...adminUserRoutes({ ...useCases, ...dependencies }),
  ...adminCityRoutes(useCases),
  ...adminLogRoutes({ ...useCases, ...dependencies }),
];
