import type { Route } from '../adapters/http/route/route.ts';
import { adminBusRoutes } from '../adapters/http/routes/admin/buses.ts';
import { adminCityRoutes } from '../adapters/http/routes/admin/cities.ts';
import { adminDocumentRoutes } from '../adapters/http/routes/admin/documents.ts';
import { adminLogRoutes } from '../adapters/http/routes/admin/logs.ts';
import { adminOperatorRoutes } from '../adapters/http/routes/admin/operators.ts';
import { adminOverviewRoutes } from '../adapters/http/routes/admin/overview.ts';
import { adminReviewRoutes } from '../adapters/http/routes/admin/reviews.ts';
import { adminLedgerRoutes } from '../adapters/http/routes/admin/ledger.ts';
import { adminStatementRoutes } from '../adapters/http/routes/admin/statements.ts';
import { adminUserRoutes } from '../adapters/http/routes/admin/users.ts';
import { adminBookingRoutes } from '../adapters/http/routes/admin/bookings.ts';
import { adminPaymentRoutes } from '../adapters/http/routes/admin/payments.ts';
import { adminRefundRoutes } from '../adapters/http/routes/admin/refunds.ts';
import { authRoutes } from '../adapters/http/routes/auth.ts';
import { avatarRoutes } from '../adapters/http/routes/avatar.ts';
import { bookingRoutes } from '../adapters/http/routes/bookings.ts';
import { cancellationRoutes } from '../adapters/http/routes/cancellations.ts';
import { scanRoutes } from '../adapters/http/routes/conductor/scans.ts';
import { conflictRoutes } from '../adapters/http/routes/operator/conflicts.ts';
import { enrolRoutes } from '../adapters/http/routes/conductor/enrol.ts';
import { deviceRoutes } from '../adapters/http/routes/operator/devices.ts';
import { conductorTripRoutes } from '../adapters/http/routes/conductor/trips.ts';
import { manifestRoutes } from '../adapters/http/routes/operator/manifests.ts';
import { googleRoutes } from '../adapters/http/routes/google.ts';
import { operatorActivityLogRoutes } from '../adapters/http/routes/operator/activity-log.ts';
import { invitationRoutes } from '../adapters/http/routes/invitations.ts';
import { companyRoutes } from '../adapters/http/routes/operator/company.ts';
import { staffRoutes } from '../adapters/http/routes/operator/staff.ts';
import { operatorBookingRoutes } from '../adapters/http/routes/operator/bookings.ts';
import { operatorBusRoutes } from '../adapters/http/routes/operator/buses.ts';
import { operatorSeatMapRoutes } from '../adapters/http/routes/operator/seat-maps.ts';
import { blockRoutes } from '../adapters/http/routes/operator/blocks.ts';
import { operatorRefundRoutes } from '../adapters/http/routes/operator/refunds.ts';
import { saleRoutes } from '../adapters/http/routes/operator/sales.ts';
import { operatorTripRoutes } from '../adapters/http/routes/operator/trips.ts';
import { disruptionRoutes } from '../adapters/http/routes/operator/disruptions.ts';
import { reportRoutes } from '../adapters/http/routes/operator/reports.ts';
import { todayRoutes } from '../adapters/http/routes/operator/today.ts';
import { shiftRoutes } from '../adapters/http/routes/operator/shifts.ts';
import { swapBusRoutes } from '../adapters/http/routes/operator/swap-bus.ts';
import { operatorDocumentRoutes } from '../adapters/http/routes/operator/documents.ts';
import { operatorLedgerRoutes } from '../adapters/http/routes/operator/ledger.ts';
import { operatorStatementRoutes } from '../adapters/http/routes/operator/statements.ts';
import { timetableRoutes } from '../adapters/http/routes/operator/timetables.ts';
import { passengerRoutes } from '../adapters/http/routes/passenger.ts';
import { paymentRoutes } from '../adapters/http/routes/payments.ts';
import { refundRoutes } from '../adapters/http/routes/refunds.ts';
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
  ...refundRoutes(useCases),
  ...ticketRoutes(useCases),
  ...ratingRoutes(useCases),
  ...companyRoutes(useCases),
  ...staffRoutes(useCases, dependencies),
  ...operatorBusRoutes({ ...useCases, ...dependencies }),
  ...operatorSeatMapRoutes(useCases),
  ...operatorDocumentRoutes({ ...useCases, ...dependencies }),
  ...swapBusRoutes(useCases),
  ...operatorBookingRoutes({ ...useCases, ...dependencies }),
  ...blockRoutes(useCases),
  ...saleRoutes({ ...useCases, ...dependencies }),
  ...disruptionRoutes(useCases),
  ...operatorRefundRoutes(useCases),
  ...shiftRoutes({ ...useCases, ...dependencies }),
  ...operatorTripRoutes({ ...useCases, ...dependencies }),
  ...timetableRoutes({ ...useCases, ...dependencies }),
  ...operatorLedgerRoutes({ ...useCases, ...dependencies }),
  ...operatorStatementRoutes({ ...useCases, ...dependencies }),
  ...todayRoutes(useCases),
  ...conductorTripRoutes(useCases),
  ...manifestRoutes({ ...useCases, ...dependencies }),
  ...reportRoutes({ ...useCases, ...dependencies }),
  ...deviceRoutes({ ...useCases, ...dependencies }),
  ...conflictRoutes({ ...useCases, ...dependencies }),
  ...enrolRoutes(useCases),
  ...scanRoutes(useCases),
  ...operatorActivityLogRoutes({ ...useCases, ...dependencies }),
  ...adminOverviewRoutes(useCases),
  ...adminReviewRoutes({ ...useCases, ...dependencies }),
  ...adminBusRoutes({ ...useCases, ...dependencies }),
  ...adminDocumentRoutes(useCases),
  ...adminOperatorRoutes({ ...useCases, ...dependencies }),
  ...adminBookingRoutes({ ...useCases, ...dependencies }),
  ...adminPaymentRoutes({ ...useCases, ...dependencies }),
  ...adminLedgerRoutes({ ...useCases, ...dependencies }),
  ...adminStatementRoutes({ ...useCases, ...dependencies }),
  ...adminRefundRoutes({ ...useCases, ...dependencies }),
  ...adminUserRoutes({ ...useCases, ...dependencies }),
  ...adminCityRoutes(useCases),
  ...adminLogRoutes({ ...useCases, ...dependencies }),
];
