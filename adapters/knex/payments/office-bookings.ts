import type { RefundId } from '../../../core/kernel/ids.ts';
import type { Paisa } from '../../../core/kernel/money.ts';
import { type Page, listingOf } from '../../../core/kernel/page.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type {
  OfficeBooking,
  OfficeBookingFilter,
  OfficeBookings,
  OfficeSeat,
} from '../../../core/payments/office-booking.ts';
import type { PaymentStatus } from '../../../core/payments/payment.ts';
import type { AccountKind, RefundAccount, RefundReason, RefundStatus } from '../../../core/payments/refund.ts';
import type { TripStatus } from '../../../core/trips/trip.ts';
import { bySeat } from '../../../core/seats/seat-map.ts';
import { type BookingRow, BOOKING_COLUMNS, toBooking } from '../bookings/booking-rows.ts';
import { JOURNEY_COLUMNS, JOURNEY_JOINS, type JourneyRow, toJourney } from '../bookings/journey.ts';
import {
  type Fragment,
  type Sql,
  fragment,
  inBatches,
  jsonBoolean,
  jsonRows,
  list,
  padded,
  raw,
} from '../engine/sql.ts';
import { type ChangedRow, CHANGED_COLUMNS, toChangedBookings } from '../bookings/booking-changes.ts';
import { type SeatRow, placesIn, seatsOf, toSeat } from '../bookings/bookings-view.ts';
import { behind, where } from '../engine/keyset.ts';
import { toCrew } from '../trips/trip-crews.ts';
import { toWishedSeat, wishColumns, type WishRow } from '../trips/wished-seats.ts';
import { foundBy } from './found-by.ts';

interface Row extends BookingRow, JourneyRow, ChangedRow {
  readonly crew: string;
  readonly trip_status: TripStatus;
  readonly boarding_points: string;
  readonly dropping_points: string;
  readonly bus_name: string;
  readonly registration_no: string;
  readonly bus_type: string;
  readonly company_name: string;
  readonly company_phone: string | null;
  readonly full_name: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly email_verified: boolean;
  readonly phone_verified: boolean;
  readonly agent_name: string | null;
  readonly agent_phone: string | null;
  readonly agent_email: string;
  readonly is_of_test_agent: boolean;
  readonly cancel_reason: string | null;
  readonly cancelled_by: string | null;
  readonly cancelled_at: Instant | null;
  readonly cancellation_fee_paisa: Paisa | null;
  readonly ticket_revoked: boolean;
  readonly calendar_sequence: number;
  /** Arrays of OfficeSeatRow, PaymentRow and RefundRow as JSON. */
  readonly seats: string | null;
  readonly payments: string | null;
  readonly refunds: string | null;
}

type OfficeSeatRow = [...SeatRow, ...WishRow];
type PaymentRow = [number, string, PaymentStatus, Paisa, string | null, string | null, Instant];
type RefundRow = [
  ...[RefundId, Paisa, RefundReason, RefundStatus, string, Instant, Instant | null, string | null, boolean],
  ...[AccountKind | null, string, string, string | null],
];

const paymentsOf = ({ dialect }: Pick<Sql, 'dialect'>): Fragment =>
  jsonRows(
    dialect,
    ['id', 'gateway', 'status', 'amount_paisa', 'gateway_id', 'gateway_reference', 'created_at'].map((column) =>
      raw(`payments.${column}`),
    ),
    raw('payments where payments.booking_id = bookings.id'),
  );

const refundsOf = ({ dialect }: Pick<Sql, 'dialect'>): Fragment =>
  jsonRows(
    dialect,
    [
      raw('refunds.id'),
      raw('refunds.amount_paisa'),
      raw('refunds.reason'),
      raw('refunds.status'),
      raw('payments.gateway'),
      raw('refunds.due_at'),
      raw('refunds.paid_at'),
      raw('refunds.reference'),
      jsonBoolean(dialect, raw('refunds.taken_over')),
      ...['kind', 'holder', 'number', 'bank'].map((column) => raw(`refunds.account_${column}`)),
    ],
    raw('refunds join payments on payments.id = refunds.payment_id where refunds.booking_id = bookings.id'),
  );

const columns = (sql: Sql): Fragment => fragment`
  ${BOOKING_COLUMNS}, bookings.cancel_reason, bookings.cancelled_by, bookings.cancelled_at, bookings.cancellation_fee_paisa, bookings.ticket_revoked,
  bookings.calendar_sequence + schedules.calendar_sequence + source.calendar_sequence as calendar_sequence,
  ${JOURNEY_COLUMNS}, schedules.status as trip_status, schedules.crew,
  schedules.boarding_points, schedules.dropping_points, buses.bus_name, buses.registration_no, buses.bus_type, operators.company_name, operators.contact_phone as company_phone, users.full_name, users.phone, users.phone_verified, users.email, users.email_verified,
  agents.name as agent_name, agents.contact_phone as agent_phone, agents.contact_email as agent_email, coalesce(agents.is_test, ${false}) as is_of_test_agent,
  ${seatsOf(sql, wishColumns('booking_seats'))} as seats, ${paymentsOf(sql)} as payments, ${refundsOf(sql)} as refunds, ${CHANGED_COLUMNS}`;

const JOINS = fragment`${JOURNEY_JOINS}
  join buses on buses.id = schedules.bus_id
  join operators on operators.id = bookings.operator_id
  left join users on users.id = bookings.user_id
  left join agents on agents.id = bookings.agent_id`;

const toAccount = ([kind, holder, number, bank]: readonly [
  ...[kind: AccountKind | null, holder: string, number: string, bank: string | null],
]): RefundAccount | null => (kind === null ? null : { kind, holder, number, bank });

/** The columns of the list's order, newest first. Every index of the list ends with these columns. */
const KEY = raw('bookings.booked_at, bookings.id');

/**
 * Chooses the index of the filter that leaves the fewest rows. SQLite keeps no statistics, so a unary plus keeps it
 * from using the other indexes.
 */
function conditions(
  { dialect }: Pick<Sql, 'dialect'>,
  { tripId, operatorId, agentId, reference, status, departs, q, contactsAfter }: OfficeBookingFilter,
): readonly Fragment[] {
  const isByTrip = tripId !== undefined || isGiven(departs);
  const aside = (column: string, isRead: boolean): Fragment =>
    raw(dialect === 'sqlite' && !isRead ? `+${column}` : column);
  return [
    ...(tripId === undefined ? [] : [fragment`bookings.schedule_id = ${tripId}`]),
    ...(operatorId === undefined ? [] : [fragment`${aside('bookings.operator_id', !isByTrip)} = ${operatorId}`]),
    ...(status === undefined
      ? []
      : [fragment`${aside('bookings.booking_status', !isByTrip && operatorId === undefined)} = ${status}`]),
    ...(agentId === undefined
      ? []
      : [
          fragment`${aside('bookings.agent_id', !isByTrip && operatorId === undefined && status === undefined)} = ${agentId}`,
        ]),
    ...(reference === undefined ? [] : [fragment`bookings.agent_reference = ${reference}`]),
    ...(q === undefined ? [] : [foundBy(q, contactsAfter)]),
  ];
}

const isGiven = (departs: OfficeBookingFilter['departs']): boolean =>
  departs?.start !== undefined || departs?.end !== undefined;

const within = ({ departs }: OfficeBookingFilter, departure: Fragment): readonly Fragment[] => [
  ...(departs?.start === undefined ? [] : [fragment`${departure} >= ${departs.start}`]),
  ...(departs?.end === undefined ? [] : [fragment`${departure} < ${departs.end}`]),
];

/**
 * The bookings on one page of the list. A filter by departure finds bookings of sections by the sections' departures,
 * and other bookings by their trips. `cross join` makes SQLite keep the order of the tables.
 */
function pageOf(sql: Sql, filter: OfficeBookingFilter, page: Page): Fragment {
  const others = [...conditions(sql, filter), ...behind(KEY, page.after, 'desc')];
  const newest = (tables: string, more: readonly Fragment[]): Fragment => fragment`
    select bookings.id, bookings.booked_at from ${raw(tables)} ${where([...more, ...others])}
    order by bookings.booked_at desc, bookings.id desc limit ${page.limit + 1}`;
  if (!isGiven(filter.departs)) return newest('bookings', []);
  const whole = newest('schedules cross join bookings', [
    raw('bookings.schedule_id = schedules.id and bookings.section_departs is null'),
    ...within(filter, raw('schedules.departure_time')),
  ]);
  const sections = newest('bookings', [
    raw('bookings.section_departs is not null'),
    ...within(filter, raw('bookings.section_departs')),
  ]);
  return fragment`
    select id, booked_at from (select * from (${whole}) as whole union all select * from (${sections}) as part) as found
    order by booked_at desc, id desc limit ${page.limit + 1}`;
}

export const knexOfficeBookings = (read: Sql): OfficeBookings => ({
  async list(filter, page) {
    const rows = await read.rows<Row>`
      with page as materialized (
        ${pageOf(read, filter, page)})
      select ${columns(read)} from page cross join bookings ${JOINS} where bookings.id = page.id
      order by bookings.booked_at desc, bookings.id desc`;
    return listingOf(rows.map(toOfficeBooking), page, ({ bookedAt, id }) => [bookedAt, id]);
  },

  async find(id) {
    const row = await read.one<Row>`select ${columns(read)} from bookings ${JOINS} where bookings.id = ${id}`;
    return row && toOfficeBooking(row);
  },

  async findAll(ids) {
    const rows = await inBatches(
      ids,
      (batch) => read.rows<Row>`
        select ${columns(read)} from bookings ${JOINS} where bookings.id in ${list(padded(batch))} order by bookings.id`,
    );
    return rows.map(toOfficeBooking);
  },
});

const parsed = <Item>(json: string | null): readonly Item[] => JSON.parse(json ?? '[]') as readonly Item[];
const byId = ([one]: readonly [number, ...unknown[]], [other]: readonly [number, ...unknown[]]): number => one - other;

const toOfficeSeat = (row: OfficeSeatRow): OfficeSeat => {
  const [, , , , , , boardedAt, ...wish] = row;
  return { ...toSeat(row), boardedAt, ...toWishedSeat(wish) };
};

const toOfficeBooking = (row: Row): OfficeBooking => ({
  ...toBooking(row),
  ...placesIn(row),
  contact: toBooking(row).contact ?? { name: row.full_name ?? '', phone: row.phone, email: row.email },
  account:
    row.full_name === null
      ? null
      : {
          fullName: row.full_name,
          email: row.email,
          emailVerified: row.email_verified,
          phone: row.phone,
          phoneVerified: row.phone_verified,
        },
  soldBy:
    row.agent_id === null
      ? null
      : {
          id: row.agent_id,
          name: row.agent_name ?? '',
          contactPhone: row.agent_phone,
          contactEmail: row.agent_email,
          isTest: row.is_of_test_agent,
        },
  trip: {
    status: row.trip_status,
    ...toJourney(row),
    busName: row.bus_name,
    registrationNo: row.registration_no,
    busType: row.bus_type,
    crew: toCrew(row.crew),
  },
  companyName: row.company_name,
  companyPhone: row.company_phone,
  seats: parsed<OfficeSeatRow>(row.seats).map(toOfficeSeat).sort(bySeat),
  payments: [...parsed<PaymentRow>(row.payments)]
    .sort(byId)
    .map(([, gateway, status, amount, gatewayId, reference, createdAt]) => ({
      gateway,
      status,
      amount,
      gatewayId,
      reference,
      createdAt,
    })),
  refunds: [...parsed<RefundRow>(row.refunds)]
    .sort(byId)
    .map(([id, amount, reason, status, gateway, dueAt, paidAt, reference, takenOver, ...account]) => ({
      id,
      amount,
      reason,
      status,
      gateway,
      dueAt,
      paidAt,
      reference,
      takenOver,
      account: toAccount(account),
    })),
  changed: toChangedBookings(row),
  cancelReason: row.cancel_reason,
  cancelledBy: row.cancelled_by,
  cancelledAt: row.cancelled_at,
  cancellationFee: row.cancellation_fee_paisa,
  ticketRevoked: row.ticket_revoked,
  calendarSequence: row.calendar_sequence,
});
