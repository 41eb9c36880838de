import { effect } from '@preact/signals';
import { Problem } from '../../api/problem.ts';
import type { Schemas } from '../../api/operations.ts';
import { api, session } from '../session.ts';

/*
 * Stores the tickets that the user has seen, for bus stops without a network. The stored tickets belong to the
 * signed-in user, and are deleted when the session ends.
 */

export interface SeenBooking {
  readonly booking: Schemas['Booking'];
  /** The text of the ticket's QR code; undefined while there is no ticket. */
  readonly token: string | undefined;
  /**
   * The moment at which the stored booking was read from the service, in milliseconds. Undefined for a fresh booking.
   */
  readonly seenAt?: number;
}

const KEPT_AS = 'tickets';
const MOST = 20;

type Kept = Readonly<Record<string, SeenBooking & { readonly owner: number }>>;

const read = (): Kept => JSON.parse(localStorage.getItem(KEPT_AS) ?? '{}') as Kept;

effect(() => {
  if (session.user.value === undefined) localStorage.removeItem(KEPT_AS);
});

/** Stores a booking that `owner` asked for. */
function keep(id: number, seen: SeenBooking, owner: number | undefined): void {
  // Checks the session again, because another tab may have signed out, or in, during the request.
  const isSame = session.user.peek()?.id === owner && session.refreshToken() !== undefined;
  if (owner === undefined || !isSame) return;
  const newest = Object.entries<Kept[string]>({ ...read(), [id]: { ...seen, owner, seenAt: Date.now() } })
    .sort(([, one], [, other]) => (other.seenAt ?? 0) - (one.seenAt ?? 0))
    .slice(0, MOST);
  try {
    localStorage.setItem(KEPT_AS, JSON.stringify(Object.fromEntries(newest)));
  } catch {
    // The storage is full or forbidden. The only loss is that the ticket cannot be shown without a network.
  }
}

const HAS_TICKET: readonly string[] = ['CONFIRMED', 'CHECKED_IN', 'COMPLETED'];

/** The user's bookings. Without a network, only the bookings whose tickets are stored in this browser. */
export interface SeenBookings {
  readonly bookings: readonly Schemas['Booking'][];
  readonly areKept: boolean;
}

/** Reads the user's bookings; without a network, the stored ones. Throws Problem. */
export async function readBookings(signal: AbortSignal): Promise<SeenBookings> {
  try {
    return { bookings: await api.get('/api/bookings', { signal }), areKept: false };
  } catch (error) {
    const mine = keptBookings();
    if (!isOffline(error) || mine.length === 0) throw error;
    return { bookings: mine, areKept: true };
  }
}

/** The user's bookings whose tickets are kept in this browser. */
export function keptBookings(): readonly Schemas['Booking'][] {
  const user = session.user.peek()?.id;
  return Object.values<Kept[string]>(read())
    .filter(({ owner }) => owner === user)
    .map(({ booking }) => booking);
}

const isOffline = (error: unknown): boolean => error instanceof Problem && error.code === 'OFFLINE';

/** Reads one of the user's bookings with its ticket; without a network, the stored copy. Throws Problem. */
export async function readBooking(id: number, signal: AbortSignal): Promise<SeenBooking> {
  const owner = session.user.peek()?.id;
  try {
    const path = { id };
    const booking = await api.get('/api/bookings/{id}', { path, signal });
    const token = HAS_TICKET.includes(booking.booking_status)
      ? (await api.get('/api/bookings/{id}/ticket-token', { path, signal })).token
      : undefined;
    keep(id, { booking, token }, owner);
    return { booking, token };
  } catch (error) {
    const kept = read()[id];
    if (isOffline(error) && kept && kept.owner === owner) return kept;
    throw error;
  }
}
