import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import { compose } from '../../adapters/mail/compose.ts';
import { contentOf } from '../../adapters/mail/templates.ts';
import type { Mail } from '../../core/platform/mailer.ts';

export const FROM = { name: 'Bus Ticket', address: 'no-reply@tickets.example.com' };

export const subjectOf = (mail: Mail): string => contentOf(mail, { brand: FROM.name, support: undefined }).subject;

/** The mail as it is sent. `support` is the help contact for its readers. */
export const print = async (mail: Mail, support?: string, from = FROM): Promise<string> => {
  const { message } = await createTransport({ streamTransport: true, buffer: true, newline: 'windows' }).sendMail(
    compose(mail, from, support),
  );
  return (message as Buffer).toString();
};

/** The mail as a mail program shows it. */
export const read = async (mail: Mail, support?: string, from = FROM) =>
  PostalMime.parse(await print(mail, support, from));
