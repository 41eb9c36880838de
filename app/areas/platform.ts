import { activityLogRoutes } from '../../adapters/http/platform/activity-log-routes.ts';
import { asService } from '../../adapters/knex/acting-caller.ts';
import { mailIsWanted } from '../../core/companies/standing-invitation.ts';
import { answerOnce } from '../../core/platform/answer-once.ts';
import { pruneDelivered } from '../../core/platform/prune.ts';
import { relayOutbox } from '../../core/platform/relay-outbox.ts';
import { sendMails } from '../../core/platform/send-mails.ts';
import { sendSms } from '../../core/platform/send-sms.ts';
import { viewCompanyActivityLog } from '../../core/platform/view-activity-log.ts';
import { composeSms } from '../../core/tickets/compose-sms.ts';
import { composeBookingMail } from '../../core/tickets/confirmation-mail.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Job, EVERY_TEN_MINUTES, EVERY_TWO_SECONDS } from '../scheduler.ts';
import { type MailReporting, sendDueMails } from '../send-due-mails.ts';
import { type SmsReporting, sendDueSms } from '../send-due-sms.ts';

export const platformUseCases = (dependencies: Dependencies) => ({
  answerOnce: answerOnce({ ...dependencies, asService }),
  relayOutbox: relayOutbox(dependencies),
  pruneDelivered: pruneDelivered(dependencies),
  viewCompanyActivityLog: viewCompanyActivityLog(dependencies),
  sendMails: sendMails({
    ...dependencies,
    composeBookingMail: composeBookingMail(dependencies),
    mailIsWanted: mailIsWanted(dependencies),
  }),
  sendSms: sendSms({ ...dependencies, composeSms: composeSms(dependencies) }),
});

export type PlatformUseCases = ReturnType<typeof platformUseCases>;

export const platformRoutes = (useCases: PlatformUseCases, dependencies: Dependencies) => [
  ...activityLogRoutes({ ...useCases, ...dependencies }),
];

export const platformJobs = (
  useCases: PlatformUseCases,
  { log, countSms, countFailedMail }: SmsReporting & MailReporting,
): readonly Job[] => [
  { name: 'send mails', pattern: EVERY_TWO_SECONDS, run: sendDueMails({ ...useCases, log, countFailedMail }) },
  { name: 'send texts', pattern: EVERY_TWO_SECONDS, run: sendDueSms({ ...useCases, log, countSms }) },
  { name: 'forget what is old', pattern: EVERY_TEN_MINUTES, run: () => useCases.pruneDelivered() },
];
