import { newKey } from '../../api/key.ts';
import type { Schemas } from '../../api/operations.ts';
import { isFinal } from '../../api/is-final.ts';
import { Problem } from '../../api/problem.ts';
import { api } from '../session.ts';
import { type BookingBody, draftOf, keepDraft } from '../draft.ts';

type Booking = Pick<Schemas['Booking'], 'id' | 'total_amount' | 'payment_deadline'>;

export interface Placed {
  readonly id: number;
  /**
   * Whether the booking matches the form and the price on the screen. If it does not match, the page must show the
   * booking before payment.
   */
  readonly isAsShown: boolean;
  /** The payment deadline of a booking as shown. */
  readonly deadline?: string;
}

const isSameMoney = (one: number, other: number): boolean => Math.round(one * 100) === Math.round(other * 100);

/**
 * Requests a booking under a stored key. After a lost answer the same key repeats the request without booking twice.
 */
async function ask(ride: string, sent: { readonly key: string; readonly body: BookingBody }): Promise<Booking> {
  keepDraft(ride, { sent });
  try {
    const booking = await api.post('/api/bookings', sent);
    // Deletes the typed data from the draft, because the booking now contains it.
    keepDraft(ride, {
      sent: null,
      booking: booking.id,
      seats: [],
      until: null,
      keptFor: [],
      wish: false,
      travellers: {},
    });
    return booking;
  } catch (error) {
    if (isFinal(error)) keepDraft(ride, { sent: null });
    throw error;
  }
}

/**
 * Repeats an earlier booking request whose answer was lost, to learn its result. Returns undefined if there is no such
 * request. Throws Problem `OFFLINE` while the service is out of reach.
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

/** Makes a booking, or finds the earlier booking of this draft. `total` is the price on the screen, in rupees. */
export async function placeBooking(ride: string, body: BookingBody, total: number): Promise<Placed> {
  const { booking, sent } = draftOf(ride);
  // The form may have changed since the booking was made, so the user must see the booking first.
  if (booking !== null) return { id: booking, isAsShown: false };
  const book = async (key: string): Promise<Placed> => {
    const { id, total_amount, payment_deadline: deadline } = await ask(ride, { key, body });
    return { id, isAsShown: isSameMoney(total_amount, total), deadline };
  };
  if (!sent) return book(newKey());
  try {
    // Sends the changed form under the earlier request's key. The service accepts it if that request never arrived.
    return await book(sent.key);
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'IDEMPOTENCY_KEY_REUSED')) throw error;
    keepDraft(ride, { sent });
    const earlier = await bookingInDoubt(ride);
    return earlier ? { id: earlier.id, isAsShown: false } : book(newKey());
  }
}
