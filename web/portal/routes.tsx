import type { ComponentType } from 'preact';
import { lazyPage } from '../parts/lazy-page.tsx';

/** Functions that load the code of the portal's pages, by address. */
const CODE: Readonly<Record<string, () => Promise<ComponentType>>> = {
  '/portal': async () => (await import('./reports/today.tsx')).TodayPage,
  '/portal/buses': async () => (await import('./fleet/buses.tsx')).BusesPage,
  '/portal/buses/:id': async () => (await import('./fleet/bus.tsx')).BusPage,
  '/portal/timetables': async () => (await import('./planning/timetables.tsx')).TimetablesPage,
  '/portal/timetables/new': async () => (await import('./planning/new-timetable.tsx')).NewTimetablePage,
  '/portal/timetables/:id': async () => (await import('./planning/timetable.tsx')).TimetablePage,
  '/portal/trips': async () => (await import('./trips/trips.tsx')).TripsPage,
  '/portal/trips/new': async () => (await import('./planning/new-trip.tsx')).NewTripPage,
  '/portal/trips/:id': async () => (await import('./trips/trip.tsx')).TripPage,
  '/portal/trips/:id/manifest': async () => (await import('./boarding/manifest.tsx')).ManifestPage,
  '/portal/bookings': async () => (await import('./bookings/bookings.tsx')).BookingsPage,
  '/portal/bookings/:id': async () => (await import('./bookings/booking.tsx')).BookingPage,
  '/portal/bookings/:id/code': async () => (await import('./counter/code.tsx')).CodePage,
  '/portal/shifts': async () => (await import('./counter/shifts.tsx')).ShiftsPage,
  '/portal/refunds': async () => (await import('./refunds/cash-refunds.tsx')).CashRefundsPage,
  '/portal/staff': async () => (await import('./companies/staff.tsx')).StaffPage,
  '/portal/devices': async () => (await import('./boarding/devices.tsx')).DevicesPage,
  '/portal/company': async () => (await import('./companies/company.tsx')).CompanyPage,
  '/portal/account': async () => (await import('./accounts/account.tsx')).AccountPage,
  '/portal/statements': async () => (await import('./ledger/statements.tsx')).StatementsPage,
  '/portal/statements/:id': async () => (await import('./ledger/statements.tsx')).StatementPage,
  '/portal/sales': async () => (await import('./reports/sales.tsx')).SalesPage,
  '/portal/agents': async () => (await import('./agents/company-agents.tsx')).CompanyAgentsPage,
  '/portal/agency/sell': async () => (await import('./agents/search.tsx')).SellPage,
  '/portal/agency/sell/:id': async () => (await import('./agents/sell.tsx')).SellTripPage,
  '/portal/agency/bookings': async () => (await import('./agents/bookings.tsx')).AgentBookingsPage,
  '/portal/agency/bookings/:id': async () => (await import('./agents/booking.tsx')).AgentBookingPage,
  '/portal/agency/account': async () => (await import('./agents/account.tsx')).AgentAccountPage,
  '/portal/agency/keys': async () => (await import('./agents/keys.tsx')).KeysPage,
  '/portal/agency/staff': async () => (await import('./agents/staff.tsx')).AgentStaffPage,
  '/portal/admin/agents': async () => (await import('./agents/agents.tsx')).AgentsPage,
  '/portal/admin/agents/:id': async () => (await import('./agents/any-agent.tsx')).AnyAgentPage,
  '/portal/admin/companies': async () => (await import('./companies/companies.tsx')).CompaniesPage,
  '/portal/admin/companies/:id': async () => (await import('./companies/any-company.tsx')).AnyCompanyPage,
  '/portal/admin/ledger': async () => (await import('./ledger/ledger.tsx')).LedgerPage,
  '/portal/admin/adjustments/:id': async () => (await import('./ledger/adjustments.tsx')).AdjustmentPage,
  '/portal/admin/statements': async () => (await import('./ledger/all-statements.tsx')).AllStatementsPage,
  '/portal/admin/statements/:id': async () => (await import('./ledger/all-statements.tsx')).AnyStatementPage,
  '/portal/admin/payments': async () => (await import('./payments/payments.tsx')).PaymentsPage,
  '/portal/admin/cities': async () => (await import('./trips/cities.tsx')).CitiesPage,
  '/portal/admin/users': async () => (await import('./accounts/users.tsx')).UsersPage,
  '/portal/admin/users/:id': async () => (await import('./accounts/any-user.tsx')).AnyUserPage,
  '/portal/admin/logs': async () => (await import('./platform/logs.tsx')).LogsPage,
  '/portal/admin/overview': async () => (await import('./reports/overview.tsx')).OverviewPage,
  '/portal/admin/bookings': async () => (await import('./bookings/all-bookings.tsx')).AllBookingsPage,
  '/portal/admin/bookings/:id': async () => (await import('./bookings/any-booking.tsx')).AnyBookingPage,
  '/portal/admin/reviews': async () => (await import('./fleet/reviews.tsx')).ReviewsPage,
  '/portal/admin/buses': async () => (await import('./fleet/all-buses.tsx')).AllBusesPage,
  '/portal/admin/buses/:id': async () => (await import('./fleet/any-bus.tsx')).AnyBusPage,
  '/portal/admin/refunds': async () => (await import('./refunds/refunds.tsx')).RefundsPage,
};

/**
 * The portal's pages by address, loaded on demand. A navigation link appears only if its address is listed here. A
 * page's address is also its name for `fetchAhead`.
 */
export const PAGES: Readonly<Record<string, ComponentType>> = Object.fromEntries(
  Object.entries(CODE).map(([address, load]) => [address, lazyPage(load, address)]),
);
