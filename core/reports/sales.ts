import type { Calendar } from '../kernel/calendar.ts';
import { type Paisa, minus, NOTHING, plus } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import { hasDeparted } from '../trips/trip.ts';
import type { TripSales } from './ports.ts';

/*
 * The groupings of a sales report. A report counts the money of trips that depart in its period, whenever the money
 * was paid or refunded. So each row is about journeys, and can be compared with the seats on offer.
 *
 *   gross       the price of all paid bookings, including those cancelled later.
 *   refunds     the price of cancelled bookings, less the fees. Payments that bought nothing are left out, and
 *               so is goodwill, which the platform pays. For a booking that was changed to another booking,
 *               the amount is the credit that the new booking got.
 *   fees        the fees for cancellations and changes, a part of the money that is not refunded.
 *   commission  the platform's share of the money that is not refunded.
 *   earning     the company's share of that money, as in the ledger: gross − refunds = commission + earning.
 */

export const SALES_BY = ['day', 'trip', 'bus', 'route'] as const;
export type SalesBy = (typeof SALES_BY)[number];

export interface SalesFigures {
  /** Trips that are not cancelled. */
  readonly trips: number;
  readonly seatsOffered: number;
  readonly seatsSold: number;
  /**
   * The number of offered seats, counted once for each part of the trip (from one stop to the next). Added up over all
   * trips.
   */
  readonly partsOffered: number;
  readonly partsSold: number;
  readonly boarded: number;
  /** Sold seats of departed trips whose passengers did not board. */
  readonly noShows: number;
  readonly gross: Paisa;
  readonly refunds: Paisa;
  readonly fees: Paisa;
  readonly commission: Paisa;
  readonly earning: Paisa;
}

export interface SalesRow extends SalesFigures {
  readonly key: string;
  readonly label: string;
}

export interface SalesReport {
  /** The rows of the report, ordered by key; numeric ids are ordered as numbers. */
  readonly rows: readonly SalesRow[];
  readonly total: SalesFigures;
}

/**
 * Sold seats per offered seat, from 0 to 1, rounded to four decimals. A seat counts once for each part of the trip.
 * Never above 1, even if the bus now has fewer seats than were sold.
 */
export const occupancy = ({ partsOffered, partsSold }: SalesFigures): number =>
  partsOffered === 0 ? 0 : Math.min(1, Math.round((partsSold / partsOffered) * 10_000) / 10_000);

interface Group {
  readonly key: string;
  readonly label: string;
  /** The sort key of a group of the report. */
  readonly order: readonly (string | number)[];
}

type GroupOf = (trip: TripSales, calendar: Calendar) => Group;

const wayOf = ({ source, destination }: Pick<TripSales, 'source' | 'destination'>): string =>
  `${source.name} – ${destination.name}`;

const GROUPS: Readonly<Record<SalesBy, GroupOf>> = {
  day({ departsAt }, calendar) {
    const day = calendar.date(departsAt);
    return { key: day, label: day, order: [day] };
  },
  trip: (trip, calendar) => ({
    key: String(trip.id),
    label: `${wayOf(trip.whole ?? trip)}, ${calendar.text((trip.whole ?? trip).departsAt)}`,
    order: [trip.id],
  }),
  bus: ({ bus: { id, name, registrationNo } }) => ({
    key: String(id),
    label: `${name} (${registrationNo})`,
    order: [id],
  }),
  route: (trip) => ({
    key: `${trip.source.id}-${trip.destination.id}`,
    label: wayOf(trip),
    order: [trip.source.id, trip.destination.id],
  }),
};

const NONE: SalesFigures = {
  trips: 0,
  seatsOffered: 0,
  seatsSold: 0,
  partsOffered: 0,
  partsSold: 0,
  boarded: 0,
  noShows: 0,
  gross: NOTHING,
  refunds: NOTHING,
  fees: NOTHING,
  commission: NOTHING,
  earning: NOTHING,
};

/** The figures of one trip. A cancelled trip offers no seats, and its sales were refunded. */
const figuresOf = (trip: TripSales, now: Instant): SalesFigures => ({
  trips: trip.status === 'ACTIVE' && !trip.whole ? 1 : 0,
  seatsOffered: trip.status === 'ACTIVE' ? trip.seats : 0,
  seatsSold: trip.sold,
  partsOffered: trip.status === 'ACTIVE' ? trip.seats * trip.parts : 0,
  partsSold: trip.partsSold,
  boarded: trip.boarded,
  noShows: hasDeparted(trip, now) ? trip.sold - trip.boarded : 0,
  gross: trip.gross,
  refunds: trip.refunds,
  fees: trip.fees,
  commission: minus(minus(trip.gross, trip.refunds), trip.earning),
  earning: trip.earning,
});

const added = (one: SalesFigures, other: SalesFigures): SalesFigures => ({
  trips: one.trips + other.trips,
  seatsOffered: one.seatsOffered + other.seatsOffered,
  seatsSold: one.seatsSold + other.seatsSold,
  partsOffered: one.partsOffered + other.partsOffered,
  partsSold: one.partsSold + other.partsSold,
  boarded: one.boarded + other.boarded,
  noShows: one.noShows + other.noShows,
  gross: plus(one.gross, other.gross),
  refunds: plus(one.refunds, other.refunds),
  fees: plus(one.fees, other.fees),
  commission: plus(one.commission, other.commission),
  earning: plus(one.earning, other.earning),
});

/** Leaves out trips that were cancelled before their first sale. */
const isReported = ({ status, gross }: TripSales): boolean => status === 'ACTIVE' || gross > 0;

export function salesReport(trips: readonly TripSales[], by: SalesBy, calendar: Calendar, now: Instant): SalesReport {
  const groups = new Map<string, Group & { readonly figures: SalesFigures }>();
  for (const trip of trips.filter(isReported)) {
    const group = GROUPS[by](trip, calendar);
    const figures = added(groups.get(group.key)?.figures ?? NONE, figuresOf(trip, now));
    groups.set(group.key, { ...group, figures });
  }
  const ordered = [...groups.values()].sort((one, other) => compared(one.order, other.order));
  return {
    rows: ordered.map(({ key, label, figures }) => ({ key, label, ...figures })),
    total: ordered.map(({ figures }) => figures).reduce(added, NONE),
  };
}

function compared(one: Group['order'], other: Group['order']): number {
  const at = one.findIndex((part, index) => part !== other[index]);
  const [mine, theirs] = [one[at] ?? 0, other[at] ?? 0];
  return mine < theirs ? -1 : mine > theirs ? 1 : 0;
}
