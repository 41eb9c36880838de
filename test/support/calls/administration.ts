import type { Views } from '../../../core/stores.ts';
import { type Calls, BOOKING, LIMIT, NOW, OPERATOR, SINCE, USER } from './rows.ts';

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
  companyDirectory: {
    list: async ({ companyDirectory }) => {
      for (const page of PAGES)
        for (const filter of [{}, { q: 'company' }, { status: 'SUSPENDED' }, { q: 'x', status: 'ACTIVE' }] as const)
          await companyDirectory.list(filter, page);
    },
    find: ({ companyDirectory }) => companyDirectory.find(OPERATOR),
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
  figures: {
    read: ({ figures }) => figures.read({ start: SINCE, end: NOW }, NOW, NOW),
    taken: ({ figures }) =>
      figures.taken([
        { start: SINCE, end: NOW },
        { start: SINCE, end: NOW },
      ]),
  },
} as const satisfies Partial<Calls<Views, Views>>;
