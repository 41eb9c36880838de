import { plainDigits } from '../parts/digits.ts';
import type { Manifest, Target } from './kept.ts';

/** The token of a link such as that of a ticket or of an enrolment; any other text is one itself. */
export function tokenIn(shown: string): string {
  const text = shown.trim();
  try {
    return new URL(text).searchParams.get('token') ?? text;
  } catch {
    return text;
  }
}

/** Whose ticket somebody shows or reads out: what the QR code says, or the code of a booking of this trip. */
export function targetOf(shown: string, manifest: Manifest | undefined): Target {
  const code = plainDigits(shown).replace(/\s/g, '').toUpperCase();
  const booking = manifest?.bookings.find(({ booking_code }) => booking_code.toUpperCase() === code);
  return booking ? { bookingId: booking.booking_id } : { token: tokenIn(shown) };
}

const HASH_BYTES = 12;

/** By which manifests name a ticket: base64url of the first 12 bytes of SHA-256 over its token. */
export async function hashOf(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return btoa(String.fromCharCode(...new Uint8Array(digest).slice(0, HASH_BYTES)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_');
}
