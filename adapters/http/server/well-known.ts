import { type Clock, daysAfter, toIso } from '../../../core/kernel/time.ts';
import type { PlainRoute } from '../route/route.ts';
import { notFound } from '../route/problems.ts';

interface Needs {
  readonly clock: Clock;
  readonly baseUrl: string;
  /** An e-mail address, a phone number or an https URL for reports of vulnerabilities. */
  readonly securityContact: string | undefined;
}

/**
 * Crawlers may read every page, because pages that search engines must not list say so themselves (`X-Robots-Tag`). A
 * crawler that is kept from reading a page never learns that, and lists the page's address.
 */
const ROBOTS = 'User-agent: *\nDisallow:\n';

/** Half a year, because RFC 9116 recommends less than a year. */
const DAYS_VALID = 180;

/** Files that crawlers and security researchers ask every site for: robots.txt (RFC 9309), security.txt (RFC 9116). */
export const wellKnownFiles = ({ clock, baseUrl, securityContact }: Needs): readonly PlainRoute[] => [
  { method: 'get', path: '/robots.txt', serve: (ctx) => sendText(ctx, ROBOTS) },
  {
    method: 'get',
    path: '/.well-known/security.txt',
    serve: (ctx) => {
      if (securityContact === undefined) throw notFound();
      sendText(
        ctx,
        [
          `Contact: ${contactUri(securityContact)}`,
          `Expires: ${toIso(daysAfter(clock(), DAYS_VALID))}`,
          'Preferred-Languages: en, ne',
          `Canonical: ${baseUrl}/.well-known/security.txt`,
          '',
        ].join('\n'),
      );
    },
  },
];

function sendText(ctx: Parameters<PlainRoute['serve']>[0], text: string): void {
  ctx.set({ 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' });
  ctx.body = text;
}

function contactUri(contact: string): string {
  if (contact.startsWith('https:')) return contact;
  return contact.includes('@') ? `mailto:${contact}` : `tel:${contact.replace(/[ -]/g, '')}`;
}
