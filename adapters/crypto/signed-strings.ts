import { createHmac, timingSafeEqual } from 'node:crypto';
import type { LoginTicket, ProviderState, ResetToken, StringSigner } from '../../core/accounts/ports.ts';
import type { Instant } from '../../core/kernel/time.ts';
import type { TicketToken } from '../../core/tickets/ports.ts';
import { deriveKey } from './keys.ts';
import type { KeyPurpose } from './keys.ts';

/** When it was signed, in seconds since 1970, inside what is signed. */
interface Issued {
  readonly iat: number;
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function decoded(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Compared as text, so that one signature has one spelling. */
function sameText(one: string, other: string): boolean {
  const [mine, theirs] = [Buffer.from(one), Buffer.from(other)];
  return mine.length === theirs.length && timingSafeEqual(mine, theirs);
}

/** Strings of one kind, `base64url(payload).base64url(HMAC-SHA-256)`, under a key of their own. */
export function signedStrings<Payload extends object>(secret: string, purpose: KeyPurpose, maxAgeSeconds = Infinity): StringSigner<Payload> {
  const key = deriveKey(secret, purpose);

  const signatureOf = (payload: string, mixed: string | undefined): string => {
    const signing = mixed === undefined ? key : createHmac('sha256', key).update(mixed).digest();
    return createHmac('sha256', signing).update(payload).digest('base64url');
  };

  return {
    sign(payload, at, mixed) {
      const text = encoded({ ...payload, iat: at / 1_000 } satisfies Issued);
      return `${text}.${signatureOf(text, mixed)}`;
    },

    open(text, now, mixed) {
      const [payload = '', signature = '', ...more] = text.split('.');
      if (more.length > 0 || !sameText(signature, signatureOf(payload, mixed))) return undefined;
      const { iat, ...rest } = decoded(payload) as Issued;
      return isYoung(iat, now, maxAgeSeconds) ? (rest as Payload) : undefined;
    },

    peek: (text) => decoded(text.split('.')[0] ?? ''),
  };
}

const isYoung = (iat: number, now: Instant, maxAgeSeconds: number): boolean => now - iat * 1_000 <= maxAgeSeconds * 1_000;

export const loginTickets = (secret: string): StringSigner<LoginTicket> => signedStrings(secret, 'login-ticket', 600);
export const resetTokens = (secret: string): StringSigner<ResetToken> => signedStrings(secret, 'password-reset', 3_600);
export const ticketTokens = (secret: string): StringSigner<TicketToken> => signedStrings(secret, 'e-ticket');
export const providerStates = (secret: string): StringSigner<ProviderState> => signedStrings(secret, 'provider-state', 600);
