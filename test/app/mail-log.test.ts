import { expect } from 'chai';
import { sendDueMails } from '../../app/send-due-mails.ts';
import type { MailId } from '../../core/kernel/ids.ts';
import { minutesAfter } from '../../core/kernel/time.ts';
import { MailRefused } from '../../core/platform/mailer.ts';
import type { MailTrouble } from '../../core/platform/send-mails.ts';
import { START } from '../support/clock.ts';
import { readableLog } from '../support/readable-log.ts';

/** Reports a mail that failed. Returns the alarms of the log, and the kinds that the metrics counted. */
async function report(trouble: Pick<MailTrouble, 'error' | 'nextAttemptAt'>) {
  const { log, lines } = readableLog();
  const counted: string[] = [];
  const troubles: readonly MailTrouble[] = [{ id: 7 as MailId, kind: 'trip-retimed', attempt: 1, ...trouble }];
  const countFailedMail = (kind: string): void => void counted.push(kind);
  await sendDueMails({ sendMails: async () => ({ sent: 0, troubles }), log, countFailedMail })();
  return { alarms: lines.filter((line) => line.includes('"alarm":true')), counted };
}

describe('the log of mails', () => {
  const later = minutesAfter(START, 1);

  it('a mail server that refuses every mail raises an alarm, and no mail counts as failed', async () => {
    const { alarms, counted } = await report({
      error: new MailRefused('SERVER', new Error('535 Invalid login')),
      nextAttemptAt: later,
    });
    expect(alarms).to.have.length(1);
    expect(counted).to.deep.equal([]);
  });

  it('a mail that the server refuses for good is counted by its kind, without an alarm', async () => {
    const error = new MailRefused('MAIL', new Error('550 5.1.1 No such user'));
    expect(await report({ error, nextAttemptAt: undefined })).to.deep.equal({ alarms: [], counted: ['trip-retimed'] });
  });

  it('a mail server that does not answer raises no alarm', async () => {
    expect(await report({ error: new Error('ECONNREFUSED'), nextAttemptAt: later })).to.deep.equal({
      alarms: [],
      counted: [],
    });
  });
});
