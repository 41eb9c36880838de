import type { Refusal } from '../kernel/refusal.ts';
import type { Instant } from '../kernel/time.ts';
import { type Origin, checkPresent } from './account.ts';
import { type PhonePurpose, type PhoneTicket, PHONE_CODE_TRIES } from './phone-code.ts';
import { codeInvalid } from './refusals.ts';
import type { AccountStores, AccountWorld } from './world.ts';

/**
 * Proves that the caller holds a phone number. Contains the code that was sent to the number, and the signed ticket (a
 * token) of that code.
 */
export interface PhoneProof {
  readonly ticket: string;
  readonly code: string;
}

/**
 * Verifies the signed ticket that the caller sent with a code, and returns its content. The ticket must be for
 * `purpose`.
 *
 * @throws Refusal VALIDATION, CODE_INVALID
 */
export function openPhoneTicket(
  { clock, phoneTickets }: AccountWorld,
  { ticket: text, code }: PhoneProof,
  purpose: PhonePurpose,
): PhoneTicket {
  checkPresent({ ticket: text, code });
  const ticket = phoneTickets.open(text, clock());
  if (ticket?.purpose !== purpose) throw codeInvalid();
  return ticket;
}

/**
 * Checks the code that was sent to a phone number, and returns the number. The try is counted before the code is
 * compared. A refusal is returned, not thrown, because the count has to be committed. A right code is not marked as
 * used here.
 */
export async function checkPhoneCode(
  { digests }: AccountWorld,
  { users, phoneCodes, loginLog }: AccountStores,
  { ticket, code, origin }: { readonly ticket: PhoneTicket; readonly code: string; readonly origin: Origin },
  now: Instant,
): Promise<{ readonly phone: string } | Refusal> {
  const tried = await phoneCodes.reserveTry(ticket, PHONE_CODE_TRIES, now);
  if (!tried) return codeInvalid();
  if (digests.equal(tried.digest, digests.of(ticket.nonce, 'PHONE', code))) return { phone: tried.phone };

  const refused = codeInvalid();
  // A wrong code for looking up a booking is no failed sign-in, so the login log gets no entry.
  if (ticket.purpose === 'FIND') return refused;
  const holder = await users.findByPhone(tried.phone, 'passengers');
  const who = holder && { userId: holder.id, email: holder.email };
  await loginLog.add({ kind: 'FAILED', ...who, role: 'PASSENGER', message: refused.message, origin }, now);
  return refused;
}
