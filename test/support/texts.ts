import type { AccountSms, CodeSms } from '../../core/platform/sms.ts';
import type { Instant } from '../../core/kernel/time.ts';
import type { Engine } from './engines.ts';

/** Reads the queued text messages (SMS) that contain codes, oldest first. */
export const readTexts = ({ transact }: Pick<Engine, 'transact'>, now: Instant): Promise<readonly CodeSms[]> =>
  transact(async ({ smsQueue }) =>
    (await smsQueue.due(now, 1_000)).flatMap(({ sms }) => (sms.kind === 'CODE' ? [sms] : [])),
  );

/** Reads the queued text messages about accounts, oldest first. */
export const readNotices = ({ transact }: Pick<Engine, 'transact'>, now: Instant): Promise<readonly AccountSms[]> =>
  transact(async ({ smsQueue }) =>
    (await smsQueue.due(now, 1_000)).flatMap(({ sms }) => (sms.kind === 'ACCOUNT' ? [sms] : [])),
  );
