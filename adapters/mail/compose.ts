import { randomInt } from 'node:crypto';
import type { SendMailOptions } from 'nodemailer';
import type { Mail } from '../../core/kernel/mailer.ts';
import { toHtml, toText } from './letter.ts';
import { isPlainName, letterOf } from './letters.ts';

/** Who mails come from. */
export interface Sender {
  readonly name: string;
  readonly address: string;
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';

/** Unguessable, and without digits: whoever looks for a code in a mail finds the code alone. */
const letters = (count: number): string => Array.from({ length: count }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');

/** A mail as nodemailer takes it: to one address, which is never parsed. */
export function compose(mail: Mail, from: Sender): SendMailOptions & { readonly subject: string } {
  const brand = from.name === '' ? 'Bus Ticket' : from.name;
  const letter = letterOf(mail, brand);
  const text = toText(letter, brand);
  const to = { name: isPlainName(mail.name) ? mail.name : '', address: mail.to };
  return {
    from: { ...from },
    to,
    envelope: { from: { ...from }, to: [to], use8BitMime: isWide(text) },
    subject: letter.subject,
    messageId: `<${letters(28)}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    date: new Date(),
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    text: { raw: part('text/plain', text) },
    html: { raw: part('text/html', toHtml(letter, brand)) },
    attachments: mail.kind === 'booking-confirmed'
      ? [{ filename: mail.ticket.fileName, content: Buffer.from(mail.ticket.content), contentType: 'application/pdf' }]
      : [],
    baseBoundary: letters(28),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

const isWide = (text: string): boolean => /[^\x00-\x7F]/.test(text);

/** A part with its own headers: nodemailer would break lines over 76 characters, and with them a link, by quoted-printable. */
const part = (type: string, text: string): string => [
  `Content-Type: ${type}; charset=utf-8`,
  `Content-Transfer-Encoding: ${isWide(text) ? '8bit' : '7bit'}`,
  '',
  ...text.split('\n'),
].join('\r\n');
