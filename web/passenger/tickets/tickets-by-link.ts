import type { Schemas } from '../../api/operations.ts';
import { Problem } from '../../api/problem.ts';
import { serviceNow } from '../../api/service-clock.ts';
import { api, session } from '../session.ts';

/*
 * Stores tickets opened by a link until a day after departure, for bus stops without a network. Tickets that a
 * signed-in user saw are deleted when the user signs out. Tickets that were stored while nobody was signed in stay.
 */

export interface SeenTicket {
  readonly status: Schemas['TicketStatus'];
  /** The moment at which the stored ticket was read from the service, in milliseconds; undefined if it is fresh. */
  readonly seenAt?: number;
  /** Whether the ticket is stored in this browser. */
  readonly isKept: boolean;
}

/** The stored tickets of the signed-in user. The name's prefix has them deleted at the sign-out. */
const OF_USER = 'tickets-by-link';
/** The tickets that were stored while nobody was signed in. web/api/guard-person.ts knows the name, too. */
const OF_NOBODY = 'shared-tickets';
const MOST = 5;
const DAY_MS = 24 * 60 * 60_000;

type Kept = Readonly<Record<string, Required<Omit<SeenTicket, 'isKept'>>>>;

const read = (name: string): Kept => JSON.parse(localStorage.getItem(name) ?? '{}') as Kept;

/**
 * Marks this entry of the tab's history: a signed-in user saw a ticket here. The tab reloads when the user signs out,
 * and must not store the ticket again for nobody. The mark holds nothing of the ticket.
 */
const markSeen = (): void => history.replaceState({ ...(history.state as object | null), wasSeen: true }, '');
const wasSeen = (): boolean => (history.state as { readonly wasSeen?: boolean } | null)?.wasSeen === true;

/** Stores a valid ticket under a name; deletes an invalid one. */
function keep(name: string, token: string, status: SeenTicket['status']): void {
  const kept: Kept = { ...read(name), [token]: { status, seenAt: Date.now() } };
  const useful = Object.entries(kept)
    .filter(([, one]) => one.status.valid && Date.parse(one.status.departure_time) + DAY_MS > serviceNow())
    .sort(([, one], [, other]) => other.seenAt - one.seenAt)
    .slice(0, MOST);
  try {
    if (useful.length === 0) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(Object.fromEntries(useful)));
  } catch {
    // The storage is full or forbidden. The only loss is that the ticket cannot be shown without a network.
  }
}

/** The name under which a ticket is stored that `user` asked for; undefined if it must not be stored. */
function nameFor(token: string, user: number | undefined): string | undefined {
  if (token in read(OF_NOBODY)) return OF_NOBODY;
  if (user === undefined) return wasSeen() ? undefined : OF_NOBODY;
  // Another tab may have signed out during the request.
  return session.refreshToken() !== undefined && session.user.peek()?.id === user ? OF_USER : undefined;
}

/** Reads a ticket by its token; without a network, the stored copy. Throws Problem. */
export async function readTicket(token: string, signal: AbortSignal): Promise<SeenTicket> {
  const user = session.user.peek()?.id;
  if (user !== undefined) markSeen();
  try {
    const status = await api.get('/api/tickets/{token}', { path: { token }, signal });
    const name = nameFor(token, user);
    if (name !== undefined) keep(name, token, status);
    return { status, isKept: name !== undefined };
  } catch (error) {
    const isOffline = error instanceof Problem && error.code === 'OFFLINE';
    const kept = isOffline ? (read(OF_NOBODY)[token] ?? read(OF_USER)[token]) : undefined;
    if (kept) return { ...kept, isKept: true };
    throw error;
  }
}

/** The tickets that this browser keeps of links, with their tokens, the next departure first. */
export const keptByLink = (): readonly { readonly token: string; readonly status: SeenTicket['status'] }[] =>
  Object.entries({ ...read(OF_NOBODY), ...read(OF_USER) })
    .map(([token, { status }]) => ({ token, status }))
    .toSorted((a, b) => a.status.departure_time.localeCompare(b.status.departure_time));
