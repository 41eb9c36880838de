import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import { compose } from '../../adapters/mail/compose.ts';
import type { Mail } from '../../core/delivery/mailer.ts';

export const FROM = { name: 'Bus Ticket', address: 'no-reply@tickets.example.com' };

/** A mail as it is sent. */
export const print = async (mail: Mail): Promise<string> => {
  const { message } = await createTransport({ streamTransport: true, buffer: true, newline: 'windows' }).sendMail(
    compose(mail, FROM),
  );
  return (message as Buffer).toString();
};

/** The same, as a mail program reads it. */
export const read = async (mail: Mail) => PostalMime.parse(await print(mail));
