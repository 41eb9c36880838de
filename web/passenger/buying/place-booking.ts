import { newKey } from '../../api/key.ts';
import type { Schemas } from '../../api/operations.ts';
import { Problem } from '../../api/problem.ts';
import { api } from '../session.ts';
import { draftOf, keepDraft } from './draft.ts';
import type { BookingBody } from './draft.ts';

/** Whether the service has refused for good: only then nothing was booked, and nothing will be under this key. */
const isFinal = (error: unknown): boolean =>
  error instanceof Problem &&
  error.status >= 400 &&
  error.status < 500 &&
  ![401, 429].includes(error.status) &&
  error.code !== 'IDEMPOTENCY_IN_PROGRESS';

type Booking = Pick<Schemas['Booking'], 'id' | 'total_amount'>;

export interface Placed {
  readonly id: number;
  /** Whether it is what was on the screen, for that price. If not, it has to be seen before it is paid. */
  readonly isAsShown: boolean;
}

const isSameMoney = (one: number, other: number): boolean => Math.round(one * 100) === Math.round(other * 100);

/** Asks for a booking under a key that is kept, so that asking again after a lost answer never books twice. */
async function ask(trip: number, sent: { readonly key: string; readonly body: BookingBody }): Promise<Booking> {
  keepDraft(trip, { sent });
  try {
    const booking = await api.post('/api/bookings', sent);
    // What was typed is in the booking now, and nobody else's business.
    keepDraft(trip, { sent: null, booking: booking.id, seats: [], until: null, travellers: {} });
    return booking;
  } catch (error) {
    if (isFinal(error)) keepDraft(trip, { sent: null });
    throw error;
  }
}

/**
 * The booking that was asked for earlier and of which nobody knows yet whether it was made; undefined if there is none.
 * Throws Problem `OFFLINE` while it can't be known.
 */
export async function bookingInDoubt(trip: number): Promise<Booking | undefined> {
  const { sent } = draftOf(trip);
  if (!sent) return undefined;
  try {
    return await ask(trip, sent);
  } catch (error) {
    if (isFinal(error)) return undefined;
    throw error;
  }
}

/** Books for `total` rupees, or finds the booking that was made of this form before. */
export async function placeBooking(trip: number, body: BookingBody, total: number): Promise<Placed> {
  const { booking, sent } = draftOf(trip);
  // The form may have been changed since.
  if (booking !== null) return { id: booking, isAsShown: false };
  const book = async (key: string): Promise<Placed> => {
    const { id, total_amount } = await ask(trip, { key, body });
    return { id, isAsShown: isSameMoney(total_amount, total) };
  };
  if (!sent) return book(newKey());
  try {
    // What never arrived may still be changed.
    return await book(sent.key);
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'IDEMPOTENCY_KEY_REUSED')) throw error;
    keepDraft(trip, { sent });
    const earlier = await bookingInDoubt(trip);
    return earlier ? { id: earlier.id, isAsShown: false } : book(newKey());
  }
}
