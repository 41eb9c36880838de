import type { ComponentType } from 'preact';
import { lazyPage } from '../parts/lazy-page.tsx';

/** The portal's pages by address, loaded on demand. A navigation link appears only if its address is listed here. */
export const PAGES: Readonly<Record<string, ComponentType>> = {
  '/portal': lazyPage(async () => (await import('./pages/operator/today.tsx')).TodayPage),
  '/portal/buses': lazyPage(async () => (await import('./pages/operator/buses.tsx')).BusesPage),
  '/portal/buses/:id': lazyPage(async () => (await import('./pages/operator/bus.tsx')).BusPage),
  '/portal/timetables': lazyPage(async () => (await import('./pages/operator/timetables/list.tsx')).TimetablesPage),
  '/portal/timetables/new': lazyPage(
    async () => (await import('./pages/operator/timetables/new.tsx')).NewTimetablePage,
  ),
  '/portal/timetables/:id': lazyPage(async () => (await import('./pages/operator/timetables/one.tsx')).TimetablePage),
  '/portal/trips': lazyPage(async () => (await import('./pages/operator/trips/list.tsx')).TripsPage),
  '/portal/trips/new': lazyPage(async () => (await import('./pages/operator/trips/new.tsx')).NewTripPage),
  '/portal/trips/:id': lazyPage(async () => (await import('./pages/operator/trip/page.tsx')).TripPage),
  '/portal/trips/:id/manifest': lazyPage(
    async () => (await import('./pages/operator/trip/manifest-page.tsx')).ManifestPage,
  ),
  '/portal/bookings': lazyPage(async () => (await import('./pages/operator/bookings/list.tsx')).BookingsPage),
  '/portal/bookings/:id': lazyPage(async () => (await import('./pages/operator/bookings/page.tsx')).BookingPage),
  '/portal/shifts': lazyPage(async () => (await import('./pages/operator/shifts/list.tsx')).ShiftsPage),
  '/portal/refunds': lazyPage(async () => (await import('./pages/operator/refunds.tsx')).CashRefundsPage),
  '/portal/staff': lazyPage(async () => (await import('./pages/operator/staff.tsx')).StaffPage),
  '/portal/devices': lazyPage(async () => (await import('./pages/operator/devices.tsx')).DevicesPage),
  '/portal/company': lazyPage(async () => (await import('./pages/operator/company.tsx')).CompanyPage),
  '/portal/account': lazyPage(async () => (await import('./pages/account.tsx')).AccountPage),
  '/portal/statements': lazyPage(async () => (await import('./pages/operator/statements.tsx')).StatementsPage),
  '/portal/statements/:id': lazyPage(async () => (await import('./pages/operator/statements.tsx')).StatementPage),
  '/portal/sales': lazyPage(async () => (await import('./pages/operator/sales/page.tsx')).SalesPage),
  '/portal/admin/companies': lazyPage(async () => (await import('./pages/admin/companies/list.tsx')).CompaniesPage),
  '/portal/admin/companies/:id': lazyPage(
    async () => (await import('./pages/admin/companies/page.tsx')).AnyCompanyPage,
  ),
  '/portal/admin/ledger': lazyPage(async () => (await import('./pages/admin/ledger/page.tsx')).LedgerPage),
  '/portal/admin/adjustments/:id': lazyPage(
    async () => (await import('./pages/admin/ledger/adjustments.tsx')).AdjustmentPage,
  ),
  '/portal/admin/statements': lazyPage(
    async () => (await import('./pages/admin/ledger/statements.tsx')).AllStatementsPage,
  ),
  '/portal/admin/statements/:id': lazyPage(
    async () => (await import('./pages/admin/ledger/statements.tsx')).AnyStatementPage,
  ),
  '/portal/admin/payments': lazyPage(async () => (await import('./pages/admin/payments.tsx')).PaymentsPage),
  '/portal/admin/cities': lazyPage(async () => (await import('./pages/admin/cities.tsx')).CitiesPage),
  '/portal/admin/users': lazyPage(async () => (await import('./pages/admin/users/list.tsx')).UsersPage),
  '/portal/admin/users/:id': lazyPage(async () => (await import('./pages/admin/users/page.tsx')).AnyUserPage),
  '/portal/admin/logs': lazyPage(async () => (await import('./pages/admin/logs/page.tsx')).LogsPage),
  '/portal/admin/overview': lazyPage(async () => (await import('./pages/admin/overview.tsx')).OverviewPage),
  '/portal/admin/bookings': lazyPage(async () => (await import('./pages/admin/bookings/list.tsx')).AllBookingsPage),
  '/portal/admin/bookings/:id': lazyPage(async () => (await import('./pages/admin/bookings/page.tsx')).AnyBookingPage),
  '/portal/admin/reviews': lazyPage(async () => (await import('./pages/admin/reviews/page.tsx')).ReviewsPage),
  '/portal/admin/buses': lazyPage(async () => (await import('./pages/admin/reviews/buses.tsx')).AllBusesPage),
  '/portal/admin/buses/:id': lazyPage(async () => (await import('./pages/admin/reviews/bus-page.tsx')).AnyBusPage),
  '/portal/admin/refunds': lazyPage(async () => (await import('./pages/admin/refunds/page.tsx')).RefundsPage),
};
