import { plainDigits } from '../../words/digits.ts';
import type { Manifest, Target } from './kept.ts';

/** The token in the link of a ticket or an enrolment. Other text is returned as it is. */
export function tokenIn(shown: string): string {
  const text = shown.trim();
  try {
    return new URL(text).searchParams.get('token') ?? text;
  } catch {
    return text;
  }
}

/** The scanned ticket: a booking of this trip by its code, otherwise the token in the QR code. */
export function targetOf(shown: string, manifest: Manifest | undefined): Target {
  const code = plainDigits(shown).replace(/\s/g, '').toUpperCase();
  const booking = manifest?.bookings.find(({ booking_code }) => booking_code.toUpperCase() === code);
  return booking ? { bookingId: booking.booking_id } : { token: tokenIn(shown) };
}

const HASH_BYTES = 12;

/** The ticket's hash, as manifests contain it: base64url of the first 12 bytes of the token's SHA-256. */
export async function hashOf(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return btoa(String.fromCharCode(...new Uint8Array(digest).slice(0, HASH_BYTES)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_');
}
