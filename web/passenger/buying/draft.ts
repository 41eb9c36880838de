import type { Arguments } from '../../api/operations.ts';
import { session } from '../session.ts';

export type BookingBody = Arguments<'post', '/api/bookings'>[0]['body'];

export interface Traveller {
  readonly name: string;
  /** As typed. */
  readonly age: string;
  readonly gender: '' | 'F' | 'M' | 'O';
}

/**
 * What somebody has chosen and typed for a trip so far. This tab keeps it until the trip is booked, and for nobody else
 * who signs in to it.
 */
export interface Draft {
  /** A user's id; null until somebody has signed in. */
  readonly owner: number | null;
  readonly seats: readonly string[];
  /** Until when they are held: milliseconds, by the clock of this machine. Null: they are not. */
  readonly until: number | null;
  /** How many, on a bus whose seats are not chosen one by one. */
  readonly places: number;
  /** Names of points; null: not chosen yet. */
  readonly boarding: string | null;
  readonly dropping: string | null;
  /** By seat. */
  readonly travellers: Readonly<Record<string, Traveller>>;
  /** A booking that was asked for, and of which it is not known yet whether it was made. */
  readonly sent: { readonly key: string; readonly body: BookingBody } | null;
  /** The booking that was made of it. */
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

const nameFor = (trip: number): string => `draft-${trip}`;

/** Who is signed in here; null while nobody is. */
const reader = (): number | null => session.user.peek()?.id ?? null;

export function draftOf(trip: number): Draft {
  const draft: Draft = {
    ...EMPTY,
    ...(JSON.parse(sessionStorage.getItem(nameFor(trip)) ?? '{}') as Partial<Draft>),
  };
  // A session that has run out in between is no reason to lose anything.
  const isAnothers = draft.owner !== null && reader() !== null && draft.owner !== reader();
  return isAnothers ? EMPTY : draft;
}

export function keepDraft(trip: number, change: Partial<Omit<Draft, 'owner'>>): void {
  const draft = draftOf(trip);
  const owner = reader() ?? draft.owner;
  sessionStorage.setItem(nameFor(trip), JSON.stringify({ ...draft, ...change, owner }));
}
