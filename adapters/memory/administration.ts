import { memorySmsQueue } from './sms-queue.ts';
import { userSearchKey } from '../../core/accounts/account.ts';
import type { CompanyDirectory, ListedCompany } from '../../core/companies/view-companies.ts';
import type { Figures, FiguresReader } from '../../core/reports/ports.ts';
import type { ListedUser, LoginLogViews, UserDirectory } from '../../core/accounts/view-users.ts';
import type { Company } from '../../core/companies/company.ts';
import { foldCase } from '../../core/kernel/text.ts';
import { paisa } from '../../core/kernel/money.ts';
import type { Instant, Span } from '../../core/kernel/time.ts';
import { OPEN } from '../../core/payments/payment.ts';
import { findCompany } from './companies.ts';
import { listed } from './keyset.ts';
import { lapsedPlaces } from './seats.ts';
import { busOf, seatsOnMap } from './relations.ts';
import type { State, StoredTrip, StoredUser } from './state.ts';

export const memoryUserDirectory = (state: State): UserDirectory => ({
  list: async ({ q, role, status }, page) =>
    listed(
      [...state.users.values()]
        .filter(
          (user) =>
            (q === undefined || userSearchKey(user).includes(q)) &&
            (role === undefined || user.role === role || user.granted.has(role)) &&
            (status === undefined || user.status === status),
        )
        .map(shown),
      page,
      ({ id }) => [id],
      'desc',
    ),
});

const shown = (user: StoredUser): ListedUser => ({
  id: user.id,
  fullName: user.fullName,
  email: user.email,
  phone: user.phone,
  role: user.role,
  status: user.status,
  emailVerified: user.emailVerified,
  phoneVerified: user.phoneVerified,
  lastLoginAt: user.lastLoginAt,
  createdAt: user.createdAt,
});

export const memoryCompanyDirectory = (state: State): CompanyDirectory => {
  const listedCompany = (company: Company): ListedCompany => {
    const joined = [...state.staff.values()].filter(
      ({ operatorId, userId }) => operatorId === company.id && userId !== null,
    );
    return {
      ...company,
      owners: joined.flatMap(({ position, userId }) => {
        const user = position === 'OWNER' && userId !== null ? state.users.get(userId) : undefined;
        return user ? [{ id: user.id, fullName: user.fullName, email: user.email }] : [];
      }),
      buses: [...state.buses.values()].filter(({ operatorId }) => operatorId === company.id).length,
      staff: joined.length,
    };
  };
  return {
    list: async ({ q, status }, page) =>
      listed(
        [...state.operators.keys()]
          .flatMap((id) => findCompany(state, id) ?? [])
          .filter(
            (company) =>
              (q === undefined || foldCase(company.companyName).includes(q)) &&
              (status === undefined || company.status === status),
          )
          .map(listedCompany),
        page,
        ({ id }) => [id],
        'desc',
      ),
    async find(id) {
      const company = findCompany(state, id);
      return company && listedCompany(company);
    },
  };
};

export const memoryLoginLogViews = (state: State): LoginLogViews => ({
  list: async ({ userId, kind, during }, page) =>
    listed(
      state.loginLog
        .map((entry, index) => ({ ...entry, id: index + 1 }))
        .filter(
          (entry) =>
            (userId === undefined || entry.userId === userId) &&
            (kind === undefined || entry.kind === kind) &&
            isWithin(entry.at, during),
        ),
      page,
      ({ at, id }) => [at, id],
      'desc',
    ),
});

const isWithin = (at: Instant, during: Partial<Span> = {}): boolean =>
  (during.start === undefined || at >= during.start) && (during.end === undefined || at < during.end);

const PAID: readonly string[] = ['CONFIRMED', 'CHECKED_IN', 'COMPLETED'];

export const memoryFigures = (state: State): FiguresReader => ({
  async read(day, openSince, now): Promise<Figures> {
    const paid = [...state.bookings.values()].filter(
      ({ status, bookedAt }) => PAID.includes(status) && isWithin(bookedAt, day),
    );
    const leaving = [...state.trips.values()].filter(
      ({ status, departsAt }) => status === 'ACTIVE' && isWithin(departsAt, day),
    );
    const buses = [...state.buses.values()];
    return {
      bookings: paid.length,
      gross: paisa(sum(paid.map(({ total }) => total))),
      seatsSold: sum(leaving.map((trip) => soldOn(state, trip, now))),
      seatsOffered: sum(leaving.map((trip) => offeredOn(state, trip))),
      paymentsOpen: [...state.payments.values()].filter(
        ({ status, createdAt }) => (OPEN as readonly string[]).includes(status) && createdAt <= openSince,
      ).length,
      reviewsWaiting:
        buses.filter(({ approvalStatus }) => approvalStatus === 'PENDING').length +
        [...state.documents.values()].filter(({ status }) => status === 'PENDING').length,
      mailBacklog: state.mailQueue.filter(({ nextAttemptAt }) => nextAttemptAt !== undefined).length,
      smsBacklog: await memorySmsQueue(state).backlog(),
      smsPartsSent: await memorySmsQueue(state).partsSent(day),
    };
  },
});

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const offeredOn = (state: State, trip: StoredTrip): number => {
  const { id, seatMap, totalSeats } = busOf(state, trip);
  return seatMap ? seatsOnMap(state, id).filter(({ isActive }) => isActive).length : totalSeats;
};

function soldOn(state: State, trip: StoredTrip, now: Instant): number {
  if (busOf(state, trip).seatMap)
    return state.sales.filter(
      ({ tripId, active, takenUntil }) => tripId === trip.id && active && (takenUntil === null || takenUntil > now),
    ).length;
  return trip.placesTaken - lapsedPlaces(state, trip.id, now);
}
