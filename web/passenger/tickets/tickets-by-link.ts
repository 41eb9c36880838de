import type { Schemas } from '../../api/operations.ts';
import { Problem } from '../../api/problem.ts';
import { serviceNow } from '../../api/service-clock.ts';
import { api } from '../session.ts';

/*
 * Stores tickets opened by a link until a day after departure, for bus stops without a network. When a user signs out,
 * these tickets are deleted, too.
 */

export interface SeenTicket {
  readonly status: Schemas['TicketStatus'];
  /** The moment at which the stored ticket was read from the service, in milliseconds; undefined if it is fresh. */
  readonly seenAt?: number;
}

const KEPT_AS = 'tickets-by-link';
const MOST = 5;
const DAY_MS = 24 * 60 * 60_000;

type Kept = Readonly<Record<string, Required<SeenTicket>>>;

const read = (): Kept => JSON.parse(localStorage.getItem(KEPT_AS) ?? '{}') as Kept;

/** Stores a valid ticket; deletes an invalid one. */
function keep(token: string, status: SeenTicket['status']): void {
  const kept: Kept = { ...read(), [token]: { status, seenAt: Date.now() } };
  const useful = Object.entries(kept)
    .filter(([, one]) => one.status.valid && Date.parse(one.status.departure_time) + DAY_MS > serviceNow())
    .sort(([, one], [, other]) => other.seenAt - one.seenAt)
    .slice(0, MOST);
  try {
    localStorage.setItem(KEPT_AS, JSON.stringify(Object.fromEntries(useful)));
  } catch {
    // The storage is full or forbidden. The only loss is that the ticket cannot be shown without a network.
  }
}

/** Reads a ticket by its token; without a network, the stored copy. Throws Problem. */
export async function readTicket(token: string, signal: AbortSignal): Promise<SeenTicket> {
  try {
    const status = await api.get('/api/tickets/{token}', { path: { token }, signal });
    keep(token, status);
    return { status };
  } catch (error) {
    const kept = error instanceof Problem && error.code === 'OFFLINE' ? read()[token] : undefined;
    if (kept) return kept;
    throw error;
  }
}
