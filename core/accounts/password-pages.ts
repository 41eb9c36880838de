import type { PasswordPage } from '../platform/mailer.ts';
import { type Account, mayActAs } from './account.ts';

/** Pages where people set a new password. */
export interface PasswordPages {
  readonly passengerClientBase: string;
  readonly operatorLoginUrl: string;
}

export const maySignInToPortal = (account: Pick<Account, 'role' | 'roles'>): boolean =>
  mayActAs(account, 'OPERATOR') || mayActAs(account, 'ADMIN');

const passengerPage = ({ passengerClientBase }: PasswordPages): string => `${passengerClientBase}/reset-password.html`;

/** The page where the owner of an account asks for a link to set a new password. */
export const passwordPageOf = (pages: PasswordPages, { role }: Pick<Account, 'role'>): PasswordPage =>
  role === 'PASSENGER'
    ? { kind: 'new-password', url: passengerPage(pages) }
    : { kind: 'sign-in', url: pages.operatorLoginUrl };

export const passengerResetLink = (pages: PasswordPages, token: string): string =>
  `${passengerPage(pages)}?token=${token}`;

/** Adds the token to the login page's URL. The URL may already have a query, and a fragment, which stays at the end. */
export function portalResetLink({ operatorLoginUrl }: PasswordPages, token: string): string {
  const [page = '', ...fragment] = operatorLoginUrl.split('#');
  return [`${page}${page.includes('?') ? '&' : '?'}token=${token}`, ...fragment].join('#');
}
