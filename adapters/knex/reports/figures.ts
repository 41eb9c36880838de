import type { FiguresReader, Taken } from '../../../core/reports/ports.ts';
import type { Paisa } from '../../../core/kernel/money.ts';
import type { Instant, Span } from '../../../core/kernel/time.ts';
import { type Fragment, type Sql, fragment, joined } from '../engine/sql.ts';
import { lapsedPlaces, stillSold } from '../trips/seat-rows.ts';

interface Row {
  readonly bookings: number;
  readonly gross: Paisa;
  readonly seats_sold: number;
  readonly seats_offered: number;
  readonly payments_open: number;
  readonly payments_unclear: number;
  readonly reviews_waiting: number;
  readonly mail_backlog: number;
  readonly sms_backlog: number;
  readonly webhook_backlog: number;
  readonly agents_over_credit: number;
  readonly sms_parts: number;
}

/** Counts and adds up the paid bookings made in a span, from a partial index. */
const paid = ({ start, end }: Span): Fragment => fragment`
  select count(*) as bookings, cast(coalesce(sum(total_amount_paisa), 0) as bigint) as gross from bookings
  where booking_status in ('CONFIRMED', 'CHECKED_IN', 'COMPLETED') and booked_at >= ${start} and booked_at < ${end}`;

/** Condition on a row of bookings: it is active and not overdue. */
const takesSeats = (now: Instant): Fragment => fragment`
  booking_status in ('PENDING_PAYMENT', 'CONFIRMED', 'CHECKED_IN', 'COMPLETED')
  and not (booking_status = 'PENDING_PAYMENT' and payment_deadline <= ${now})`;

/** The number of seats sold on sections that depart in the span. The whole trip may depart on another day. */
const soldOnSections = ({ start, end }: Span, now: Instant): Fragment => fragment`
  select cast(coalesce(sum(seats_count), 0) as bigint) from bookings
  join schedules on schedules.id = bookings.schedule_id and schedules.status = 'ACTIVE'
  where section_departs >= ${start} and section_departs < ${end} and ${takesSeats(now)}`;

/**
 * The number of seats and places that bookings take on a schedule `s` of a bus `b`. Overdue unpaid bookings do not
 * count.
 */
const sold = (now: Instant): Fragment => fragment`
  case when s.stops <> '[]' then (
      select coalesce(sum(seats_count), 0) from bookings
      where bookings.schedule_id = s.id and section_departs is null and ${takesSeats(now)})
    when b.has_seat_map
    then (select count(*) from booking_seats sold where sold.schedule_id = s.id and ${stillSold(now)})
    else s.places_taken - ${lapsedPlaces('s', now)}
  end`;

const leaving = ({ start, end }: Span, now: Instant): Fragment => fragment`
  select cast(coalesce(sum(${sold(now)}), 0) as bigint) as seats_sold,
    cast(coalesce(sum(case when b.has_seat_map then b.active_seats else b.total_seats end), 0) as bigint) as seats_offered
  from schedules s join buses b on b.id = s.bus_id
  where s.status = 'ACTIVE' and s.departure_time >= ${start} and s.departure_time < ${end}`;

/** Reads all figures in one statement. Every figure has an index for its own rows. */
export const knexFigures = (read: Sql): FiguresReader => ({
  async read(day, openSince, now) {
    const row = await read.one<Row>`
      select paid.bookings, paid.gross, leaving.seats_sold + (${soldOnSections(day, now)}) as seats_sold, leaving.seats_offered,
        (select count(*) from payments where status in ('INITIATED', 'PENDING', 'AMBIGUOUS') and created_at <= ${openSince}) as payments_open,
        (select count(*) from payments where unclear is not null and status = 'AMBIGUOUS') as payments_unclear,
        (select count(*) from buses where approval_status = 'PENDING')
          + (select count(*) from bus_documents where status = 'PENDING') as reviews_waiting,
        (select count(*) from mail_queue where next_attempt_at is not null) as mail_backlog,
        (select count(*) from sms_queue where next_attempt_at is not null) as sms_backlog,
        (select count(*) from webhook_deliveries where status = 'PENDING') as webhook_backlog,
        (select count(*) from agents where balance_paisa > credit_limit_paisa) as agents_over_credit,
        (select cast(coalesce(sum(parts), 0) as bigint) from sms_queue where sent_at >= ${day.start} and sent_at < ${day.end}) as sms_parts
      from (${paid(day)}) as paid cross join (${leaving(day, now)}) as leaving`;
    if (!row) throw new Error('A query of one row returned none.');
    return {
      bookings: row.bookings,
      gross: row.gross,
      seatsSold: row.seats_sold,
      seatsOffered: row.seats_offered,
      paymentsOpen: row.payments_open,
      paymentsUnclear: row.payments_unclear,
      reviewsWaiting: row.reviews_waiting,
      mailBacklog: row.mail_backlog,
      smsBacklog: row.sms_backlog,
      webhookBacklog: row.webhook_backlog,
      agentsOverCredit: row.agents_over_credit,
      smsPartsSent: row.sms_parts,
    };
  },

  async taken(days) {
    const each = days.map(
      (day, place) => fragment`select ${place} as place, bookings, gross from (${paid(day)}) as paid`,
    );
    const rows = await read.rows<Taken & { readonly place: number }>`
      select place, bookings, gross from (${joined(each, ' union all ')}) as days order by place`;
    return rows.map(({ bookings, gross }) => ({ bookings, gross }));
  },
});
