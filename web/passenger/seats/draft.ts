import type { Arguments } from '../../api/operations.ts';
import { session } from '../session.ts';

export type BookingBody = Arguments<'post', '/api/bookings'>[0]['body'];

export interface Traveller {
  readonly name: string;
  /** The age as typed. */
  readonly age: string;
  readonly gender: '' | 'F' | 'M' | 'O';
}

/**
 * The choices and typed fields for one ride: a trip or a section of it. This tab keeps the draft until the trip is
 * booked or the user signs out. Another user who signs in here does not see it.
 */
export interface Draft {
  /** The user's id; null before anybody signed in. */
  readonly owner: number | null;
  readonly seats: readonly string[];
  /** The moment at which the hold ends, in milliseconds of this device's clock. Null without a hold. */
  readonly until: number | null;
  /** The number of places, on a bus without a seat map. */
  readonly places: number;
  /** Names of points; null while not chosen. */
  readonly boarding: string | null;
  readonly dropping: string | null;
  /** Passengers by seat. */
  readonly travellers: Readonly<Record<string, Traveller>>;
  /** A booking request whose answer is not known yet. */
  readonly sent: { readonly key: string; readonly body: BookingBody } | null;
  /** The id of the booking made from this draft. */
  readonly booking: number | null;
}

const EMPTY: Draft = {
  owner: null,
  seats: [],
  until: null,
  places: 1,
  boarding: null,
  dropping: null,
  travellers: {},
  sent: null,
  booking: null,
};

const nameFor = (ride: string): string => `draft-${ride}`;

/** The signed-in user's id, or null. */
const reader = (): number | null => session.user.peek()?.id ?? null;

/** The draft of a ride, by its key. */
export function draftOf(ride: string): Draft {
  const draft: Draft = {
    ...EMPTY,
    ...(JSON.parse(sessionStorage.getItem(nameFor(ride)) ?? '{}') as Partial<Draft>),
  };
  const isAnothers = draft.owner !== null && draft.owner !== reader();
  return isAnothers ? EMPTY : draft;
}

export function keepDraft(ride: string, change: Partial<Omit<Draft, 'owner'>>): void {
  const draft = draftOf(ride);
  const owner = reader() ?? draft.owner;
  sessionStorage.setItem(nameFor(ride), JSON.stringify({ ...draft, ...change, owner }));
}
