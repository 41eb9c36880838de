import type { Views } from '../../../core/stores.ts';
import { BOOKING, LIMIT, NOW, SINCE, USER } from './rows.ts';
import type { Calls } from './rows.ts';

const PAGES = [{ limit: LIMIT }, { limit: LIMIT, after: [USER] }];
const LOG_PAGES = [{ limit: LIMIT }, { limit: LIMIT, after: [NOW, BOOKING] }];

export const ADMINISTRATION_VIEW_CALLS = {
  userDirectory: {
    list: async ({ userDirectory }) => {
      for (const page of PAGES)
        for (const filter of [
          {},
          { q: 'somebody' },
          { status: 'SUSPENDED' },
          { role: 'ADMIN' },
          { role: 'OPERATOR', status: 'ACTIVE', q: 'person-7' },
        ] as const)
          await userDirectory.list(filter, page);
    },
  },
  loginLogViews: {
    list: async ({ loginLogViews }) => {
      const during = { start: SINCE, end: NOW };
      for (const page of LOG_PAGES)
        for (const filter of [{}, { userId: USER }, { kind: 'LOCKED' }, { userId: USER, kind: 'FAILED' }] as const) {
          await loginLogViews.list(filter, page);
          await loginLogViews.list({ ...filter, during }, page);
        }
    },
  },
  figures: { read: ({ figures }) => figures.read({ start: SINCE, end: NOW }, NOW, NOW) },
} as const satisfies Partial<Calls<Views, Views>>;
