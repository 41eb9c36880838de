import { plainDigits } from '../../words/digits.ts';
import { foldedCode } from '../../words/folded.ts';
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

/** The ticket in a scanned QR code. */
export const scannedTicket = (shown: string): Target => ({ token: tokenIn(shown) });

/** The fewest characters of a booking code's end that can name a ticket. */
const SHORTEST_END = 4;
/** The fewest digits of a phone number's end that can name a ticket. */
const SHORTEST_PHONE = 6;
/** A whole booking code, such as `BT261123006001`. */
const BOOKING_CODE = /^BT\d{12}$/;
/** The token of a ticket or a link with one, which somebody pasted. */
const TOKEN = /^\S{25,}$/;

/** A code, seat or number in the form in which tickets are compared: in upper case, without blanks and hyphens. */
const wordOf = (text: string): string => foldedCode(text).replace(/-/g, '').toUpperCase();

/**
 * The ticket that a conductor typed: by its booking code or the code's last characters, by a seat, or by a phone
 * number. `none` and `several` say how many bookings of the list the text names, if it is not one.
 */
export function typedTicket(typed: string, { bookings }: Manifest): Target | 'none' | 'several' {
  const text = plainDigits(typed).trim();
  const word = wordOf(text);
  const whole = bookings.find(({ booking_code }) => wordOf(booking_code) === word);
  if (whole) return { bookingId: whole.booking_id };
  if (BOOKING_CODE.test(word)) return { reference: word };

  const seats = bookings.flatMap(({ booking_id: bookingId, seats: taken }) =>
    taken
      .filter(({ seat_number }) => wordOf(seat_number) === word)
      .map(({ seat_id }) => ({ bookingId, seatIds: [seat_id] })),
  );
  const byEnd = bookings.filter(({ booking_code, phone }) => {
    const digits = phone?.replace(/\D/g, '') ?? '';
    return (
      (word.length >= SHORTEST_END && wordOf(booking_code).endsWith(word)) ||
      (/^\+?\d+$/.test(word) && word.length >= SHORTEST_PHONE && endsAlike(digits, word.replace('+', '')))
    );
  });
  const meant = [...seats, ...byEnd.map(({ booking_id: bookingId }) => ({ bookingId }))];
  if (meant.length > 1) return 'several';
  return meant[0] ?? (TOKEN.test(text) ? scannedTicket(text) : 'none');
}

/** Whether one number ends with the other: one of them may lack the country's code. */
const endsAlike = (one: string, other: string): boolean =>
  one.length >= SHORTEST_PHONE && (one.endsWith(other) || other.endsWith(one));

const HASH_BYTES = 12;

/** The ticket's hash, as manifests contain it: base64url of the first 12 bytes of the token's SHA-256. */
export async function hashOf(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return btoa(String.fromCharCode(...new Uint8Array(digest).slice(0, HASH_BYTES)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_');
}
