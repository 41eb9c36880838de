import { randomInt } from 'node:crypto';
import type { SendMailOptions } from 'nodemailer';
import { encode, wrap } from 'nodemailer/lib/qp';
import type { CalendarEntry } from '../../core/platform/booking-mails.ts';
import type { Mail } from '../../core/platform/mailer.ts';
import { toHtml, toText } from './layout.ts';
import { contentOf } from './templates.ts';
import { isPlainName } from './naming.ts';

/** The sender of mails. */
export interface Sender {
  readonly name: string;
  readonly address: string;
}

const SENDER = /^(?:(?<name>.*?)\s*<(?<named>[^\s<>@,;]+@[^\s<>@,;]+)>|(?<bare>[^\s<>@,;]+@[^\s<>@,;]+))$/s;

/** An address that is followed by a comma or a semicolon: the text is a list of senders. */
const LISTED = /[^\s@]@[^\s@]+\s*[,;]/;

/**
 * Reads `Bus Ticket <no-reply@example.com>` or a bare address. The name stays as written, but for quotation marks
 * around it. A parser of mail headers would take a name's brackets for a comment, and drop them. Undefined unless the
 * text is exactly one address without blanks.
 */
export function readSender(text: string): Sender | undefined {
  const { name = '', named, bare } = SENDER.exec(text.trim())?.groups ?? {};
  const address = named ?? bare;
  if (address === undefined || LISTED.test(name)) return undefined;
  const quoted = /^"(.*)"$/s.exec(name)?.[1];
  return { name: quoted === undefined ? name : quoted.replace(/\\(.)/gs, '$1'), address };
}

/** The name of the service. */
export const brandOf = ({ name }: Sender): string => (name === '' ? 'Bus Ticket' : name);

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';

/** Random letters without digits, so that a search for the digits of a code finds only the code. */
const randomLetters = (count: number): string =>
  Array.from({ length: count }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');

/**
 * Makes the message that nodemailer sends. `support` is the contact for readers. The recipient is one address, which
 * nodemailer does not parse.
 */
export function compose(mail: Mail, from: Sender, support?: string): SendMailOptions & { readonly subject: string } {
  const brand = brandOf(from);
  const content = contentOf(mail, { brand, support });
  const text = toText(content, brand);
  const to = { name: isPlainName(mail.name) ? mail.name : '', address: mail.to };
  return {
    from: { ...from, name: senderName(mail, from, brand) },
    ...('agent' in mail && { replyTo: { name: '', address: mail.agent.email } }),
    to,
    envelope: { from: { ...from }, to: [to], use8BitMime: isWide(text) },
    subject: content.subject,
    messageId: `<${randomLetters(28)}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    date: new Date(),
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    text: { raw: part('text/plain', text) },
    html: { raw: part('text/html', toHtml(content, brand)) },
    attachments: attachmentsOf(mail),
    baseBoundary: randomLetters(28),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/**
 * The name of the sender. Mails about an agent's booking come from `Himal Tickets via Bus Ticket`: administrators have
 * given the agent its name.
 */
function senderName(mail: Mail, { name }: Sender, brand: string): string {
  return 'agent' in mail ? `${mail.agent.name} via ${brand}` : name;
}

const attachmentsOf = (mail: Mail): NonNullable<SendMailOptions['attachments']> => [
  ...(mail.kind === 'booking-confirmed'
    ? [{ filename: mail.ticket.fileName, content: Buffer.from(mail.ticket.content), contentType: 'application/pdf' }]
    : []),
  ...('calendarEntries' in mail ? (mail.calendarEntries ?? []) : []).map(toAttachment),
];

const toAttachment = ({ fileName, text, isCancelled }: CalendarEntry) => ({
  filename: fileName,
  content: Buffer.from(text),
  contentType: `text/calendar; charset=utf-8; method=${isCancelled ? 'CANCEL' : 'PUBLISH'}`,
});

const isWide = (text: string): boolean => /[^\x00-\x7F]/.test(text);

/** The longest line, in octets without its line break, that a mail server has to accept (RFC 5321, 4.5.3.1.6). */
const LONGEST_LINE = 998;

const hasLongLine = (lines: readonly string[]): boolean => lines.some((line) => Buffer.byteLength(line) > LONGEST_LINE);

/**
 * Writes a MIME part with its own headers. Nodemailer itself would encode the part as quoted-printable, which breaks
 * lines above 76 characters and the links in them. Only a part with a line that mail servers refuse is encoded so.
 */
function part(type: string, text: string): string {
  const lines = text.split('\n');
  const isEncoded = hasLongLine(lines);
  return [
    `Content-Type: ${type}; charset=utf-8`,
    `Content-Transfer-Encoding: ${isEncoded ? 'quoted-printable' : isWide(text) ? '8bit' : '7bit'}`,
    '',
    isEncoded ? wrap(encode(lines.join('\r\n'))) : lines.join('\r\n'),
  ].join('\r\n');
}
