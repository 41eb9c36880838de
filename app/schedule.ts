import type { Job } from './jobs.ts';
import type { Log } from './log.ts';
import { mailConfirmations } from './mail-confirmations.ts';
import type { Service } from './service.ts';
import type { Settings } from './settings.ts';

const EVERY_TEN_MINUTES = '*/10 * * * *';
const EVERY_TWO_SECONDS = '*/2 * * * * *';

/** Every job and its time. EXPIRY_CRON says when what time has overtaken is swept. */
export const scheduleOf = (service: Service, { expiryCron, log }: Pick<Settings, 'expiryCron'> & { readonly log: Log }): readonly Job[] => [
  { name: 'expire bookings', pattern: expiryCron, run: () => service.expireBookings() },
  { name: 'sweep seat locks', pattern: expiryCron, run: () => service.sweepLocks() },
  { name: 'complete bookings', pattern: expiryCron, run: () => service.completeBookings() },
  { name: 'reconcile payments', pattern: expiryCron, run: () => service.reconcilePayments() },
  { name: 'mail confirmations', pattern: EVERY_TWO_SECONDS, run: mailConfirmations({ ...service, log }) },
  { name: 'forget what has expired', pattern: EVERY_TEN_MINUTES, run: () => service.forgetExpired() },
  { name: 'forget what is old', pattern: EVERY_TEN_MINUTES, run: () => service.forgetOld() },
];
