import type { CityId } from '../../../core/kernel/ids.ts';
import { daysAfter, hoursAfter } from '../../../core/kernel/time.ts';
import type { Views } from '../../../core/stores.ts';
import { type Calls, BOOKING, BUS, LIMIT, NOW, OPERATOR, PAYMENT, SINCE, TRIP } from './rows.ts';

const PAGES = [{ limit: LIMIT }, { limit: LIMIT, after: [NOW, BOOKING] }];

export const OFFICE_VIEW_CALLS = {
  officeBookings: {
    list: async ({ officeBookings }) => {
      const departs = { start: NOW, end: hoursAfter(NOW, 24) };
      const status = 'CANCELLED' as const;
      for (const page of PAGES)
        for (const filter of [
          {},
          { status },
          { operatorId: OPERATOR },
          { operatorId: OPERATOR, status },
          { tripId: TRIP },
          { tripId: TRIP, operatorId: OPERATOR, status },
          { departs },
          { departs: { start: NOW } },
          { departs, operatorId: OPERATOR, status },
          { departs, tripId: TRIP },
        ]) {
          await officeBookings.list(filter, page);
          await officeBookings.list({ ...filter, q: 'bt7' }, page);
          await officeBookings.list({ ...filter, q: 'bt261120000001' }, page);
        }
    },
    find: ({ officeBookings }) => officeBookings.find(BOOKING),
    findAll: ({ officeBookings }) => officeBookings.findAll([BOOKING]),
  },
  officeTrips: {
    list: async ({ officeTrips }) => {
      const departs = { start: NOW, end: hoursAfter(NOW, 24) };
      for (const page of PAGES)
        for (const filter of [
          {},
          { status: 'CANCELLED' as const },
          { busId: BUS },
          { sourceCityId: 2 as CityId },
          { sourceCityId: 2 as CityId, destinationCityId: 3 as CityId, busId: BUS },
        ]) {
          await officeTrips.list({ ...filter, operatorId: OPERATOR }, NOW, page);
          await officeTrips.list({ ...filter, operatorId: OPERATOR, departs }, NOW, page);
        }
    },
    openingAt: ({ officeTrips }) => officeTrips.openingAt([NOW, SINCE], NOW),
    find: ({ officeTrips }) => officeTrips.find(TRIP, NOW),
  },
  sales: { trips: ({ sales }) => sales.trips(OPERATOR, { start: daysAfter(NOW, -183), end: daysAfter(NOW, 183) }) },
  paymentRecords: {
    list: async ({ paymentRecords }) => {
      const during = { start: SINCE, end: NOW };
      for (const page of PAGES)
        for (const filter of [
          {},
          { status: 'PENDING' as const },
          { gateway: 'ESEWA' },
          { gateway: 'ESEWA', status: 'PENDING' as const },
        ]) {
          await paymentRecords.list(filter, page);
          await paymentRecords.list({ ...filter, during }, page);
          await paymentRecords.list({ ...filter, q: 'payment-7' }, page);
          await paymentRecords.list({ ...filter, q: 'bt261120000001' }, page);
        }
    },
    find: ({ paymentRecords }) => paymentRecords.find(PAYMENT),
  },
} as const satisfies Partial<Calls<Views, Views>>;
