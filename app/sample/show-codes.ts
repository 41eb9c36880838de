import type { Mail, Mailer } from '../../core/platform/mailer.ts';

/**
 * A mailer that also shows what somebody needs from a mail to go on, in one line: whoever tries the service has no
 * mailbox to look into. Only for the demo, whose people are invented.
 */
export const showingCodes = (mailer: Mailer, show: (line: string) => void): Mailer => ({
  async send(mail) {
    await mailer.send(mail);
    const needed = neededFrom(mail);
    if (needed !== undefined) show(`Mail to ${mail.to}: ${needed}`);
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
