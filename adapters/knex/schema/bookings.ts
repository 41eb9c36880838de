import type { AreaSchema } from './area-schema.ts';

export const bookingsSchema: AreaSchema = {
  about: 'Bookings, their seats and ratings.',
  tables: ['bookings', 'booking_seats', 'ratings'],
  create: (sql) => [
    `create table bookings (
      ${sql.id},
      booking_code text not null, -- what the passenger reads out
      user_id integer not null references users (id),
      schedule_id integer not null references schedules (id),
      seats_count integer not null,
      total_amount_paisa bigint not null,
      commission_rate_bp integer not null, -- at the time of booking; so are the two amounts
      commission_amount_paisa bigint not null,
      operator_earning_paisa bigint not null,
      booking_status text not null check (booking_status in ('PENDING_PAYMENT', 'CONFIRMED', 'CHECKED_IN', 'COMPLETED', 'CANCELLED', 'REFUNDED', 'EXPIRED')),
      payment_deadline bigint not null, -- an unpaid booking takes no seat after it
      booked_at bigint not null,
      cancel_reason text,
      cancelled_by text,
      cancelled_at bigint,
      cancellation_fee_paisa bigint,
      -- arrival and what is added to it, kept for the job that completes bookings
      completes_at bigint not null default 0,
      cancellation_tiers text, -- JSON: the tiers that held when it was made
      operator_id integer not null references operators (id),
      search_key text not null default '', -- code, names and phones, folded for searches
      channel text not null default 'ONLINE', -- ONLINE or COUNTER
      contact_name text,
      contact_phone text,
      contact_email text,
      booked_departure bigint, -- as it was sold: the departure may have moved since
      booked_bus_type text, -- as it was sold
      earns_at bigint not null default 0, -- when the sweep first looks at it: never after its departure
      earned_at bigint,
      ticket_revoked boolean not null default false, -- it had a ticket that is good no longer
      language text not null default 'en' -- of its mails and ticket
    )`,
    'create unique index bookings_booking_code_unique on bookings (booking_code)',
    'create index bookings_user_id_booked_at_id_index on bookings (user_id, booked_at, id)',
    `create index bookings_waiting on bookings (payment_deadline) where booking_status = 'PENDING_PAYMENT'`,
    `create index bookings_waiting_by_trip on bookings (schedule_id, payment_deadline) where booking_status = 'PENDING_PAYMENT'`,
    `create index bookings_ahead on bookings (schedule_id) where booking_status in ('CONFIRMED', 'CHECKED_IN')`,
    `create index bookings_to_complete on bookings (completes_at) where booking_status in ('CONFIRMED', 'CHECKED_IN')`,
    `create index bookings_waiting_by_user on bookings (user_id, payment_deadline) where booking_status = 'PENDING_PAYMENT'`,
    `create index bookings_paid on bookings (booked_at) where booking_status in ('CONFIRMED', 'CHECKED_IN', 'COMPLETED')`,
    'create index bookings_newest on bookings (booked_at, id)',
    'create index bookings_of_status on bookings (booking_status, booked_at, id)',
    'create index bookings_of_company on bookings (operator_id, booked_at, id)',
    'create index bookings_of_trip on bookings (schedule_id, booked_at, id)',
    `create index bookings_to_earn on bookings (earns_at) where earned_at is null and booking_status in ('CONFIRMED', 'CHECKED_IN', 'COMPLETED')`,
    `create table booking_seats (
      ${sql.id},
      booking_id integer not null references bookings (id),
      schedule_id integer not null references schedules (id),
      seat_id integer not null references bus_seats (id),
      passenger_name text not null,
      passenger_age integer,
      passenger_gender text,
      boarding_point text not null,
      dropping_point text not null,
      active boolean not null, -- false once the booking has given the seat back
      taken_until bigint -- the payment deadline; null once the sale is final
    )`,
    'create index booking_seats_booking_id_index on booking_seats (booking_id)',
    // A seat of a trip has at most one active row, so no seat is sold twice.
    'create unique index booking_seats_sold_once on booking_seats (schedule_id, seat_id) where active',
    'create index booking_seats_by_seat on booking_seats (seat_id)',
    `create table ratings (
      ${sql.id},
      booking_id integer not null references bookings (id),
      user_id integer not null references users (id),
      operator_id integer not null references operators (id),
      stars integer not null,
      review text not null,
      issue_flag boolean not null,
      issue_note text not null,
      created_at bigint not null
    )`,
    'create unique index ratings_booking_id_unique on ratings (booking_id)',
    'create index ratings_operator_id_index on ratings (operator_id)',
  ],
};
