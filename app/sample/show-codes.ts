import type { Mail, Mailer } from '../../core/platform/mailer.ts';
import type { SmsSender } from '../../core/platform/sms.ts';

/**
 * Sends mails and also prints the code or link of each, because a demo visitor has no mailbox. Only the demo uses this,
 * because its people are made up.
 */
export const showingCodes = (mailer: Mailer, show: (line: string) => void): Mailer => ({
  async send(mail) {
    await mailer.send(mail);
    const needed = neededFrom(mail);
    if (needed !== undefined) show(`Mail to ${mail.to}: ${needed}`);
  },
});

/** Sends SMS and also prints each, because no phone gets the demo's SMS. */
export const showingTexts = (sender: SmsSender, show: (line: string) => void): SmsSender => ({
  async send(sms) {
    const outcome = await sender.send(sms);
    if (outcome.result === 'sent') show(`Text to ${sms.to}: ${sms.text}`);
    return outcome;
  },
});

function neededFrom(mail: Mail): string | undefined {
  switch (mail.kind) {
    case 'code':
      return `your code is ${mail.code}`;
    case 'password-reset':
      return `choose a new password at ${mail.link}`;
    case 'invitation':
      return `join ${mail.companyName} at ${mail.link}`;
    default:
      return undefined;
  }
}
