import type { Arguments } from '../api/operations.ts';
import type { KeptFor } from '../parts/changing/kept-kinds.ts';
import type { Traveller as TypedTraveller } from '../parts/traveller.ts';
import { session } from './session.ts';

export type BookingBody = Arguments<'post', '/api/bookings'>[0]['body'];

export interface Traveller extends TypedTraveller {
  /** True if the passenger says that they have a disability. */
  readonly isDisabled?: boolean;
}

/**
 * The choices and typed fields for one ride: a whole trip, or a section of it. This tab stores the draft until
 * the booking is made or the user signs out. If the service ends the session, only the page's memory keeps the draft,
 * because others may use the computer. After signing in again, the same user finds the draft.
 */
export interface Draft {
  /** The id of the user who made the draft; null before anybody signed in. */
  readonly owner: number | null;
  readonly seats: readonly string[];
  /** The moment at which the hold ends, in milliseconds of this device's clock. Null without a hold. */
  readonly until: number | null;
  /** The number of places, on a bus without a seat map. */
  readonly places: number;
  /** The names of the chosen boarding and dropping points; null while none is chosen. */
  readonly boarding: string | null;
  readonly dropping: string | null;
  /** The kinds of kept seats that the user says the passengers may have. */
  readonly keptFor: readonly KeptFor[];
  /** True if the passenger, who travels alone, wishes to sit beside a woman. */
  readonly wish: boolean;
  /** Details of the passengers, keyed by seat number. */
  readonly travellers: Readonly<Record<string, Traveller>>;
  /** A booking request that has no answer yet. */
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
  keptFor: [],
  wish: false,
  travellers: {},
  sent: null,
  booking: null,
};

const nameFor = (ride: string): string => `draft-${ride}`;

/** The signed-in user's id, or null. */
const reader = (): number | null => session.user.peek()?.id ?? null;

/** Drafts by their storage key, kept in memory in case the service ends the session. */
const remembered = new Map<string, Draft>();

/** Adds the texts that the user typed before the session ended to the seats that were chosen while signed out. */
const withTyped = (chosen: Draft, { travellers, wish, sent, booking, owner }: Draft): Draft => ({
  ...chosen,
  travellers,
  wish,
  sent,
  booking,
  owner,
});

/** Reads the draft of a ride. `ride` is the `key` of the ride, such as `42`. */
export function draftOf(ride: string): Draft {
  const name = nameFor(ride);
  const draft: Draft = { ...EMPTY, ...(JSON.parse(sessionStorage.getItem(name) ?? '{}') as Partial<Draft>) };
  const user = reader();
  const own = user !== null && draft.owner !== user ? remembered.get(name) : undefined;
  const hasChosen = draft.owner === null && (draft.seats.length > 0 || draft.places !== EMPTY.places);
  if (own?.owner === user) return hasChosen ? withTyped(draft, own) : own;
  return draft.owner !== null && draft.owner !== user ? EMPTY : draft;
}

export function keepDraft(ride: string, change: Partial<Omit<Draft, 'owner'>>): void {
  const draft = draftOf(ride);
  const name = nameFor(ride);
  const kept: Draft = { ...draft, ...change, owner: reader() ?? draft.owner };
  if (kept.owner !== null) remembered.set(name, kept);
  sessionStorage.setItem(name, JSON.stringify(kept));
}

/** Deletes the drafts in memory. Called when the user signs out. */
export const forgetDrafts = (): void => remembered.clear();
