import { newKey } from '../../api/key.ts';
import type { Schemas } from '../../api/operations.ts';
import { isFinal } from '../../api/is-final.ts';
import { Problem } from '../../api/problem.ts';
import { api } from '../session.ts';
import { type BookingBody, draftOf, keepDraft } from '../draft.ts';

type Booking = Pick<Schemas['Booking'], 'id' | 'total_amount'>;

export interface Placed {
  readonly id: number;
  /** Whether the booking has the content and price shown on the screen. If not, show it before payment. */
  readonly isAsShown: boolean;
}

const isSameMoney = (one: number, other: number): boolean => Math.round(one * 100) === Math.round(other * 100);

/**
 * Requests a booking under a stored key. After a lost answer the same key repeats the request without booking twice.
 */
async function ask(ride: string, sent: { readonly key: string; readonly body: BookingBody }): Promise<Booking> {
  keepDraft(ride, { sent });
  try {
    const booking = await api.post('/api/bookings', sent);
    // The draft forgets the typed data, which the booking now has.
    keepDraft(ride, { sent: null, booking: booking.id, seats: [], until: null, travellers: {} });
    return booking;
  } catch (error) {
    if (isFinal(error)) keepDraft(ride, { sent: null });
    throw error;
  }
}

/**
 * Settles an earlier request whose answer was lost. Returns undefined if there is none. Throws Problem `OFFLINE` while
 * the service is out of reach.
 */
export async function bookingInDoubt(ride: string): Promise<Booking | undefined> {
  const { sent } = draftOf(ride);
  if (!sent) return undefined;
  try {
    return await ask(ride, sent);
  } catch (error) {
    if (isFinal(error)) return undefined;
    throw error;
  }
}

/** Books for `total` rupees, or finds the earlier booking of this form. */
export async function placeBooking(ride: string, body: BookingBody, total: number): Promise<Placed> {
  const { booking, sent } = draftOf(ride);
  // The booking is shown first, because the form may have changed since it was made.
  if (booking !== null) return { id: booking, isAsShown: false };
  const book = async (key: string): Promise<Placed> => {
    const { id, total_amount } = await ask(ride, { key, body });
    return { id, isAsShown: isSameMoney(total_amount, total) };
  };
  if (!sent) return book(newKey());
  try {
    // The changed form may be sent under the key of the earlier request, if that never arrived.
    return await book(sent.key);
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'IDEMPOTENCY_KEY_REUSED')) throw error;
    keepDraft(ride, { sent });
    const earlier = await bookingInDoubt(ride);
    return earlier ? { id: earlier.id, isAsShown: false } : book(newKey());
  }
}
