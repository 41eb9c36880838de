import { createHmac, timingSafeEqual } from 'node:crypto';
import type {
  EmailTicket,
  LoginTicket,
  ResetToken,
  StringSigner,
  OldNumberTicket,
} from '../../core/accounts/crypto-ports.ts';
import { type PhoneTicket, PHONE_CODE_MINUTES } from '../../core/accounts/phone-code.ts';
import type { ProviderState } from '../../core/accounts/identity-provider.ts';
import { type InvitationToken, INVITATION_DAYS } from '../../core/companies/staff.ts';
import type { BookingId, StaffId, UserId } from '../../core/kernel/ids.ts';
import type { Instant } from '../../core/kernel/time.ts';
import type { PassToken, PlaceToken } from '../../core/line/world.ts';
import type { TicketToken } from '../../core/bookings/ticket-token.ts';
import { type KeyPurpose, deriveKey } from './keys.ts';

/** The time of signing, in seconds since 1970. The signature covers this time. */
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

/** Compares signatures as text, not as decoded bytes: several texts can decode to the same bytes. */
function sameText(one: string, other: string): boolean {
  const [mine, theirs] = [Buffer.from(one), Buffer.from(other)];
  return mine.length === theirs.length && timingSafeEqual(mine, theirs);
}

/** Signs and reads strings of one kind, with a key for that kind: `base64url(payload).base64url(HMAC-SHA-256)`. */
export function signedStrings<Payload extends object>(
  secret: string,
  purpose: KeyPurpose,
  maxAgeSeconds = Infinity,
): StringSigner<Payload> {
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

const isYoung = (iat: number, now: Instant, maxAgeSeconds: number): boolean =>
  now - iat * 1_000 <= maxAgeSeconds * 1_000;

/**
 * Signs payloads under short keys, so that the strings fit into web addresses and QR codes. The core uses longer keys.
 */
const shortened = <Payload extends object, Short extends object>(
  strings: StringSigner<Short>,
  shortOf: (payload: Payload) => Short,
  payloadOf: (short: Short) => Payload,
): StringSigner<Payload> => ({
  sign: (payload, at, mixed) => strings.sign(shortOf(payload), at, mixed),
  open(text, now, mixed) {
    const short = strings.open(text, now, mixed);
    return short && payloadOf(short);
  },
  peek(text) {
    const short = strings.peek(text);
    return short && payloadOf(short as Short);
  },
});

interface ShortMailedCode {
  readonly uid: UserId;
  readonly p: 'otp';
  readonly role: 'OPERATOR';
  readonly device_id: string;
  readonly company?: string;
  /** Absent in tickets that earlier versions of the service issued. */
  readonly tv?: number;
}

interface ShortTotp {
  readonly uid: UserId;
  readonly p: 'totp' | 'totp-setup';
  readonly role: 'OPERATOR' | 'ADMIN';
  readonly device_id: string;
  readonly n: string;
  readonly tv: number;
}

export const loginTickets = (secret: string): StringSigner<LoginTicket> =>
  shortened<LoginTicket, ShortMailedCode | ShortTotp>(
    signedStrings(secret, 'login-ticket', 600),
    (ticket) => {
      const { userId: uid, deviceId: device_id } = ticket;
      if (ticket.method !== 'email')
        return { uid, p: ticket.method, role: ticket.role, device_id, n: ticket.nonce, tv: ticket.tokenVersion };
      const { role, company, tokenVersion: tv } = ticket;
      return {
        uid,
        p: 'otp',
        role,
        device_id,
        ...(company !== undefined && { company }),
        ...(tv !== undefined && { tv }),
      };
    },
    (short) => {
      const { uid: userId, device_id: deviceId } = short;
      if (short.p !== 'otp')
        return { method: short.p, userId, role: short.role, deviceId, nonce: short.n, tokenVersion: short.tv };
      const { role, company, tv: tokenVersion } = short;
      return {
        method: 'email',
        userId,
        role,
        deviceId,
        ...(company !== undefined && { company }),
        ...(tokenVersion !== undefined && { tokenVersion }),
      };
    },
  );

const PHONE_PURPOSES = { SIGN_IN: 'phone-sign-in', CHANGE: 'phone-change', FIND: 'phone-find' } as const;
const PURPOSE_OF = { 'phone-sign-in': 'SIGN_IN', 'phone-change': 'CHANGE', 'phone-find': 'FIND' } as const;

interface ShortPhone {
  readonly n: string;
  readonly p: keyof typeof PURPOSE_OF;
}

export const phoneTickets = (secret: string): StringSigner<PhoneTicket> =>
  shortened<PhoneTicket, ShortPhone>(
    signedStrings(secret, 'phone-ticket', PHONE_CODE_MINUTES * 60),
    ({ nonce, purpose }) => ({ n: nonce, p: PHONE_PURPOSES[purpose] }),
    ({ n, p }) => ({ nonce: n, purpose: PURPOSE_OF[p] }),
  );

interface ShortOldNumber {
  readonly uid: UserId;
  readonly p: 'old-number';
  readonly ph: string;
  readonly n: string;
  readonly tv: number;
}

export const oldNumberTickets = (secret: string): StringSigner<OldNumberTicket> =>
  shortened<OldNumberTicket, ShortOldNumber>(
    signedStrings(secret, 'old-number-ticket', 600),
    ({ userId: uid, phone: ph, nonce: n, tokenVersion: tv }) => ({ uid, p: 'old-number', ph, n, tv }),
    ({ uid: userId, ph: phone, n: nonce, tv: tokenVersion }) => ({ userId, phone, nonce, tokenVersion }),
  );

interface ShortEmail {
  readonly uid: UserId;
  readonly p: 'email';
  readonly e: string;
  readonly n: string;
}

/** Signs the token that a client gets when a code is mailed. The token never expires, but the code does. */
export const emailTickets = (secret: string): StringSigner<EmailTicket> =>
  shortened<EmailTicket, ShortEmail>(
    signedStrings(secret, 'email-ticket'),
    ({ userId, email, nonce }) => ({ uid: userId, p: 'email', e: email, n: nonce }),
    ({ uid, e, n }) => ({ userId: uid, email: e, nonce: n }),
  );

interface ShortReset {
  readonly uid: UserId;
  readonly p: 'pwreset';
}

export const resetTokens = (secret: string): StringSigner<ResetToken> =>
  shortened<ResetToken, ShortReset>(
    signedStrings(secret, 'password-reset', 3_600),
    ({ userId }) => ({ uid: userId, p: 'pwreset' }),
    ({ uid }) => ({ userId: uid }),
  );

interface ShortInvitation {
  readonly sid: StaffId;
  readonly p: 'invite';
  readonly n: string;
}

export const invitationTokens = (secret: string): StringSigner<InvitationToken> =>
  shortened<InvitationToken, ShortInvitation>(
    signedStrings(secret, 'invitation', INVITATION_DAYS * 86_400),
    ({ staffId, nonce }) => ({ sid: staffId, p: 'invite', n: nonce }),
    ({ sid, n }) => ({ staffId: sid, nonce: n }),
  );

interface ShortTicket {
  readonly t: 'ticket';
  readonly b: BookingId;
  readonly c: string;
}

export const ticketTokens = (secret: string): StringSigner<TicketToken> =>
  shortened<TicketToken, ShortTicket>(
    signedStrings(secret, 'e-ticket'),
    ({ bookingId, bookingCode }) => ({ t: 'ticket', b: bookingId, c: bookingCode }),
    ({ b, c }) => ({ bookingId: b, bookingCode: c }),
  );

interface ShortState {
  readonly p: 'gapi';
  readonly next: string;
  readonly device_id: string;
  readonly nonce: string;
  readonly client_nonce?: string;
}

export const providerStates = (secret: string): StringSigner<ProviderState> =>
  shortened<ProviderState, ShortState>(
    signedStrings(secret, 'provider-state', 600),
    ({ next, deviceId, nonce, clientNonce }) => ({
      p: 'gapi',
      next,
      device_id: deviceId,
      nonce,
      ...(clientNonce !== undefined && { client_nonce: clientNonce }),
    }),
    ({ next, device_id: deviceId, nonce, client_nonce: clientNonce }) => ({
      next,
      deviceId,
      nonce,
      ...(clientNonce !== undefined && { clientNonce }),
    }),
  );

interface ShortPlace {
  readonly t: 'place';
  readonly d: number;
  readonly u: UserId;
  readonly p: number;
  readonly n: number | null;
}

/** Signs the token of a place in line. It never expires: the place says whether it is good. */
export const placeTokens = (secret: string): StringSigner<PlaceToken> =>
  shortened<PlaceToken, ShortPlace>(
    signedStrings(secret, 'door-place'),
    ({ doorId, userId, place, number }) => ({ t: 'place', d: doorId, u: userId, p: place, n: number }),
    ({ d, u, p, n }) => ({ doorId: d, userId: u, place: p, number: n }),
  );

interface ShortPass {
  readonly t: 'pass';
  readonly d: number;
  readonly u: UserId;
  readonly x: Instant;
}

/** Signs the pass that a place leads to. Its payload says until when it is good. */
export const passTokens = (secret: string): StringSigner<PassToken> =>
  shortened<PassToken, ShortPass>(
    signedStrings(secret, 'door-pass'),
    ({ doorId, userId, until }) => ({ t: 'pass', d: doorId, u: userId, x: until }),
    ({ d, u, x }) => ({ doorId: d, userId: u, until: x }),
  );
