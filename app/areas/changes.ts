import { sandboxActRoutes } from '../../adapters/http/changes/sandbox-acts-routes.ts';
import { cancelByCompany, setOwnCredit, takeSeatsByStranger } from '../../core/changes/act-in-sandbox.ts';
import { agentChangesRoutes } from '../../adapters/http/changes/agent-changes-routes.ts';
import { cancellationRoutes } from '../../adapters/http/changes/cancellations-routes.ts';
import { changeRoutes } from '../../adapters/http/changes/changes-routes.ts';
import { officeChangeRoutes } from '../../adapters/http/changes/operator-changes-routes.ts';
import { officeCancellationRoutes } from '../../adapters/http/changes/office-cancellations-routes.ts';
import { disruptionRoutes } from '../../adapters/http/changes/operator-disruptions-routes.ts';
import { swapBusRoutes } from '../../adapters/http/changes/operator-swap-bus-routes.ts';
import { toldRoutes } from '../../adapters/http/changes/operator-told-routes.ts';
import { passengerRoutes } from '../../adapters/http/changes/passengers-routes.ts';
import { viewAgentBooking, viewSeatsOfAgentBooking } from '../../core/changes/agents-booking.ts';
import { cancelForAgent, quoteCancellationForAgent } from '../../core/changes/cancel-for-agent.ts';
import { changeForAgent, quoteChangeForAgent } from '../../core/changes/change-for-agent.ts';
import { cancelBooking, quoteCancellation } from '../../core/changes/cancel-booking.ts';
import { cancelForOffice } from '../../core/changes/cancel-for-office.ts';
import { expireBookings } from '../../core/bookings/expire-bookings.ts';
import { changeBooking, quoteChange } from '../../core/changes/change-booking.ts';
import { changeForOffice, quoteChangeForOffice } from '../../core/changes/change-for-office.ts';
import { sweepChanges } from '../../core/changes/sweep-changes.ts';
import { cancelTrip } from '../../core/changes/cancel-trip.ts';
import { changePassengers, changePassengersForAgent } from '../../core/changes/change-passengers.ts';
import { listNotified } from '../../core/changes/list-notified.ts';
import { retimeTrip } from '../../core/changes/retime-trip.ts';
import { swapBus } from '../../core/changes/swap-bus.ts';
import { sweepCancelledTrips } from '../../core/changes/sweep-cancelled-trips.ts';
import type { Dependencies } from '../dependencies.ts';
import type { LineUseCases } from './line.ts';
import type { Job } from '../scheduler.ts';
import type { Settings } from '../settings.ts';
import type { BookingsUseCases } from './bookings.ts';
import type { PaymentsUseCases } from './payments.ts';
import type { TripsUseCases } from './trips.ts';

export const changesUseCases = (dependencies: Dependencies) => ({
  quoteCancellation: quoteCancellation(dependencies),
  cancelBooking: cancelBooking(dependencies),
  cancelForOffice: cancelForOffice(dependencies),
  changePassengers: changePassengers(dependencies),
  changePassengersForAgent: changePassengersForAgent(dependencies),
  quoteChange: quoteChange(dependencies),
  changeBooking: changeBooking({ ...dependencies, expireBookings: expireBookings(dependencies) }),
  quoteChangeForOffice: quoteChangeForOffice(dependencies),
  changeForOffice: changeForOffice({ ...dependencies, expireBookings: expireBookings(dependencies) }),
  viewAgentBooking: viewAgentBooking(dependencies),
  viewSeatsOfAgentBooking: viewSeatsOfAgentBooking(dependencies),
  quoteCancellationForAgent: quoteCancellationForAgent(dependencies),
  cancelForAgent: cancelForAgent(dependencies),
  quoteChangeForAgent: quoteChangeForAgent(dependencies),
  changeForAgent: changeForAgent({ ...dependencies, expireBookings: expireBookings(dependencies) }),
  cancelByCompany: cancelByCompany(dependencies),
  takeSeatsByStranger: takeSeatsByStranger(dependencies),
  setOwnCredit: setOwnCredit(dependencies),
  sweepChanges: sweepChanges(dependencies),
  swapBus: swapBus(dependencies),
  cancelTrip: cancelTrip(dependencies),
  sweepCancelledTrips: sweepCancelledTrips(dependencies),
  retimeTrip: retimeTrip(dependencies),
  listNotified: listNotified(dependencies),
});

export type ChangesUseCases = ReturnType<typeof changesUseCases>;

export const changesRoutes = (
  useCases: ChangesUseCases & BookingsUseCases & LineUseCases & PaymentsUseCases & TripsUseCases,
  dependencies: Dependencies,
) => [
  ...cancellationRoutes(useCases),
  ...passengerRoutes({ ...useCases, ...dependencies }),
  ...changeRoutes({ ...useCases, ...dependencies }),
  ...officeChangeRoutes({ ...useCases, ...dependencies }),
  ...officeCancellationRoutes({ ...useCases, ...dependencies }),
  ...swapBusRoutes(useCases),
  ...disruptionRoutes(useCases),
  ...toldRoutes({ ...useCases, ...dependencies }),
  ...agentChangesRoutes({ ...dependencies, ...useCases }),
  ...(dependencies.keyMode === 'test' ? sandboxActRoutes(useCases) : []),
];

export const changesJobs = (
  useCases: ChangesUseCases,
  { expiryCron }: Pick<Settings, 'expiryCron'>,
): readonly Job[] => [
  { name: 'end changes of departed bookings', pattern: expiryCron, run: () => useCases.sweepChanges() },
  { name: 'end bookings of cancelled trips', pattern: expiryCron, run: () => useCases.sweepCancelledTrips() },
];
