import type { BookingId, TripId } from '../kernel/ids.ts';
import type { Random } from '../kernel/random.ts';
import type { Instant } from '../kernel/time.ts';
import { agentsBefore } from './agents-on-trips.ts';
import { bookingEvents } from './booking-events.ts';
import type { FeedEvent, HeardEvent, ToldRefund, ToldStatement, WriteEvent } from './event.ts';
import type {
  AgentStatementHappening,
  Happening,
  RefundHappening,
  StatementHappening,
  TripHappening,
} from './happening.ts';
import { hearersOf } from './hearers.ts';
import { tripEvents } from './trip-events.ts';
import type { ListeningStores } from './world.ts';

interface Needs {
  readonly random: Pick<Random, 'uuid'>;
  readonly writeEvent: WriteEvent;
}

/**
 * Writes the events of everything that happened in a transaction, and remembers which trips got other times, whoever
 * changed them. Every transaction does this near its end.
 */
export async function recordEvents(
  { toldFacts, eventFeed, feeds }: Pick<ListeningStores, 'toldFacts' | 'eventFeed' | 'feeds'>,
  happenings: readonly Happening[],
  { random, writeEvent }: Needs,
  now: Instant,
): Promise<void> {
  if (happenings.length === 0) return;
  const events = await eventsOf(toldFacts, happenings);
  const heard = events.flatMap((event) =>
    hearersOf(event).map((owner): HeardEvent => ({
      id: `evt_${random.uuid().replaceAll('-', '')}`,
      owner,
      type: event.type,
      bookingId: 'booking' in event ? event.booking.id : null,
      body: writeEvent(event, now, owner.kind),
      at: now,
    })),
  );
  if (heard.length > 0) await eventFeed.add(heard);
  const retimed = events.flatMap((event) => (event.type === 'trip.retimed' ? [event.trip.id] : []));
  if (retimed.length > 0) await feeds.keepRetimed(retimed, now);
}

async function eventsOf(
  facts: ListeningStores['toldFacts'],
  happenings: readonly Happening[],
): Promise<readonly FeedEvent[]> {
  const [bookings, trips] = [happenings.filter(isOf('booking')), firstOfEach(happenings.filter(isOf('trip')))];
  const delays = happenings.filter(isOf('delay'));
  const tripIds = idsOf<TripId>([...trips, ...delays]);
  const refunds = firstOfEach(happenings.filter(isOf('refund')));
  const [ofCompanies, ofAgents] = [happenings.filter(isOf('statement')), happenings.filter(isOf('agent statement'))];
  const accounts = happenings.filter(isOf('agent'));
  const [toldBookings, toldTrips, agentsBookings, toldRefunds, told, toldToAgents, low] = await Promise.all([
    facts.bookings(idsOf<BookingId>(bookings)),
    facts.trips(tripIds),
    facts.agentsBookings(tripIds),
    facts.refunds(idsOf(refunds)),
    facts.statements(idsOf(ofCompanies)),
    facts.agentStatements(idsOf(ofAgents)),
    facts.accounts(idsOf(accounts)),
  ]);
  const agents = agentsBefore(agentsBookings, bookings);
  const tripById = byId(toldTrips.map((trip) => ({ ...trip, agents: agents.get(trip.id) ?? [] })));
  const refundById = byId(toldRefunds);
  return [
    ...trips.flatMap(({ id, before }) => tripEvents(before, tripById.get(id))),
    ...delays.flatMap(({ id, minutes, isSaid }): readonly FeedEvent[] => {
      const trip = tripById.get(id);
      return trip ? [{ type: 'trip.delayed', trip, minutes, isSaid }] : [];
    }),
    ...bookingEvents(bookings, byId(toldBookings)),
    ...refunds.flatMap(({ id, before }) => refundEvents(before, refundById.get(id))),
    ...statementEvents(ofCompanies, told),
    ...statementEvents(ofAgents, toldToAgents),
    ...low.map((account) => ({ type: 'account.credit_low', account }) as const),
  ];
}

function statementEvents(
  happenings: readonly Pick<StatementHappening | AgentStatementHappening, 'id' | 'did'>[],
  statements: readonly ToldStatement[],
): readonly FeedEvent[] {
  const known = byId(statements);
  return happenings.flatMap(({ id, did }): readonly FeedEvent[] => {
    const statement = known.get(id);
    return statement ? [{ type: `statement.${did}`, statement }] : [];
  });
}

const REFUND_TYPES = { DUE: 'refund.due', SENT: 'refund.sent', PAID: 'refund.paid', FAILED: 'refund.failed' } as const;

/** A refund's event tells the status at the end of the transaction, if that differs from the status before it. */
const refundEvents = (before: RefundHappening['before'], refund: ToldRefund | undefined): readonly FeedEvent[] =>
  refund && refund.status !== before ? [{ type: REFUND_TYPES[refund.status], refund }] : [];

const isOf =
  <Of extends Happening['of']>(of: Of) =>
  (happening: Happening): happening is Extract<Happening, { readonly of: Of }> =>
    happening.of === of;

/** The first report about each object, which has its state before the transaction. */
function firstOfEach<Of extends TripHappening | RefundHappening>(happenings: readonly Of[]): readonly Of[] {
  const first = new Map<number, Of>();
  for (const happening of happenings) if (!first.has(happening.id)) first.set(happening.id, happening);
  return [...first.values()];
}

const idsOf = <Id extends number>(things: readonly { readonly id: Id }[]): readonly Id[] => [
  ...new Set(things.map(({ id }) => id)),
];

const byId = <Thing extends { readonly id: number }>(things: readonly Thing[]): ReadonlyMap<number, Thing> =>
  new Map(things.map((thing) => [thing.id, thing]));
