import type { Mail, Mailer } from '../../core/platform/mailer.ts';

/** A mailer that records its mails. It rejects all mails while `broken`. */
export interface RecordingMailer extends Mailer {
  readonly sent: Mail[];
  broken: boolean;
}

export function recordingMailer(): RecordingMailer {
  const sent: Mail[] = [];
  return {
    sent,
    broken: false,
    async send(mail) {
      if (this.broken) throw new Error('The mail server does not answer.');
      sent.push(mail);
    },
  };
}
