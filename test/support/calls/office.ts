import { hoursAfter } from '../../../core/kernel/time.ts';
import type { Views } from '../../../core/stores.ts';
import { BOOKING, LIMIT, NOW, OPERATOR, PAYMENT, SINCE, TRIP } from './rows.ts';
import type { Calls } from './rows.ts';

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
        }
    },
    find: ({ officeBookings }) => officeBookings.find(BOOKING),
  },
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
        }
    },
    find: ({ paymentRecords }) => paymentRecords.find(PAYMENT),
  },
} as const satisfies Partial<Calls<Views, Views>>;
