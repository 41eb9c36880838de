import { isSqlite } from './database.ts';

/* The statements of the minimal server. */

/**
 * A condition on a row of booking_seats named `sold`: the seat is sold at the moment `$n`. An overdue unpaid booking
 * does not count.
 */
const stillSold = (now: string): string => `sold.active and (sold.taken_until is null or sold.taken_until > ${now})`;
const isSold = (seat: string, now: string): string =>
  `exists (select 1 from booking_seats sold where sold.schedule_id = s.id and sold.seat_id = ${seat} and ${stillSold(now)})`;
const isBlocked = (seat: string, now: string): string => `(s.has_blocks and exists (
  select 1 from seat_blocks blocked where blocked.schedule_id = s.id and blocked.seat_id = ${seat}
    and (blocked.blocked_until is null or blocked.blocked_until > ${now})))`;

const TRIP_COLUMNS = `s.id, s.departure_time, s.arrival_time, s.fare_paisa, s.status, s.operator_id,
  source.city_name as source_city, destination.city_name as destination_city,
  b.id as bus_id, b.bus_name, b.registration_no, b.bus_type, b.total_seats, b.has_seat_map, o.company_name`;
const TRIP_JOINS = `
  join routes r on r.id = s.route_id
  join cities source on source.id = r.source_city_id
  join cities destination on destination.id = r.destination_city_id
  join buses b on b.id = s.bus_id
  join operators o on o.id = b.operator_id`;
const ON_SALE = `s.status = 'ACTIVE' and s.papers_ok and s.departed_at is null
  and b.approval_status = 'APPROVED' and b.status = 'ACTIVE' and b.company_active`;

const forUpdate = isSqlite ? '' : 'for update';
/** Condition that a value is in the list that `list` names, such as `$3`. */
const among = (list: string): string => (isSqlite ? `in (select value from json_each(${list}))` : `= any(${list})`);

export const sql = {
  user: `select role, status, token_version from users where id = $1`,
  /** `$1` and `$2` are the cities in lower case. `$3` and `$4` are the span of departures. `$5` is the present time. */
  search: `
  select ${TRIP_COLUMNS}, o.id as company_id, o.rating_sum, o.rating_count, case when b.has_seat_map then b.active_seats
    - (select count(*) from booking_seats sold where sold.schedule_id = s.id and ${stillSold('$5')}
        and (select is_active from bus_seats where bus_seats.id = sold.seat_id))
    - (select count(*) from seat_locks held where held.schedule_id = s.id and held.expires_at > $5
        and (select is_active from bus_seats where bus_seats.id = held.seat_id) and not ${isSold('held.seat_id', '$5')})
    - (case when s.has_blocks then (select count(*) from bus_seats seat where seat.bus_id = b.id and seat.is_active
        and ${isBlocked('seat.id', '$5')} and not ${isSold('seat.id', '$5')}) else 0 end)
    else b.total_seats - s.places_taken end as seats_left
  from schedules s ${TRIP_JOINS}
  where s.route_id = (select id from routes where source_city_id = (select id from cities where name_key = $1)
      and destination_city_id = (select id from cities where name_key = $2))
    and s.departure_time >= $3 and s.departure_time < $4 and ${ON_SALE}
  order by s.departure_time, s.id limit 100`,

  /** `$1` is the trip, and `$2` is the present time. */
  seatMap: `
  select s.fare_paisa, b.seat_rows, b.seat_cols, b.deck_count, seat.seat_number, seat.deck, seat.row_number,
    seat.col_number, seat.seat_type, seat.is_active, sold.id as sold, held.locked_by, ${isBlocked('seat.id', '$2')} as is_blocked
  from schedules s join buses b on b.id = s.bus_id and b.has_seat_map
  join bus_seats seat on seat.bus_id = b.id and seat.in_map
  left join booking_seats sold on sold.schedule_id = s.id and sold.seat_id = seat.id and ${stillSold('$2')}
  left join seat_locks held on held.schedule_id = s.id and held.seat_id = seat.id and held.expires_at > $2
  where s.id = $1 order by seat.deck, seat.row_number, seat.col_number`,

  /** `$1` is the trip, and `$2` is the passenger. Requests of one passenger on a trip run one after another. */
  holdable: `
      select s.departure_time${isSqlite ? '' : ', pg_advisory_xact_lock(s.id, $2)'} from schedules s join buses b on b.id = s.bus_id
      where s.id = $1 and s.status = 'ACTIVE' and s.departed_at is null and b.has_seat_map and b.company_active`,
  /**
   * Holds the free seats among the seat numbers `$5` for the passenger `$2` until `$3`. The passenger's other holds get
   * the expiry 0. Works in order of the seats' keys, so that no two transactions wait for each other.
   */
  hold: `
      insert into seat_locks (schedule_id, seat_id, locked_by, expires_at)
      select $1, wanted.seat_id, $2, wanted.until from (
        select seat.id as seat_id, cast($3 as bigint) as until from schedules s join bus_seats seat on seat.bus_id = s.bus_id
        where s.id = $1 and seat.seat_number ${among('$5')} and seat.in_map and seat.is_active
          and not ${isSold('seat.id', '$4')} and not ${isBlocked('seat.id', '$4')}
        union all
        select seat_id, 0 from seat_locks join bus_seats on bus_seats.id = seat_id
        where schedule_id = $1 and locked_by = $2 and expires_at > $4 and not seat_number ${among('$5')}
      ) as wanted where true order by wanted.seat_id
      on conflict (schedule_id, seat_id, from_stop) do update set locked_by = excluded.locked_by, expires_at = excluded.expires_at
      where seat_locks.locked_by = excluded.locked_by or (seat_locks.expires_at <= $4 and excluded.expires_at > 0)
      returning seat_id, expires_at, (select seat_number from bus_seats where bus_seats.id = seat_id) as seat_number`,
  /**
   * Finds the sold seats among the seat numbers `$3`. Runs after `hold`: a parallel transaction may commit a sale while
   * `hold` waits.
   */
  sold: `
      select seat.seat_number from schedules s join bus_seats seat on seat.bus_id = s.bus_id
      where s.id = $1 and seat.seat_number ${among('$3')} and seat.in_map and ${isSold('seat.id', '$2')}`,
  dropHolds: `delete from seat_locks where schedule_id = $1 and seat_id ${among('$2')}`,
  trip: `
      select ${TRIP_COLUMNS}, o.commission_rate_bp, o.cancellation_tiers from schedules s ${TRIP_JOINS}
      where s.id = $1 and ${ON_SALE}`,
  addBooking: `
      insert into bookings (booking_code, search_key, user_id, schedule_id, operator_id, seats_count, total_amount_paisa,
        commission_rate_bp, commission_amount_paisa, operator_earning_paisa, cancellation_tiers, booking_status,
        booked_at, payment_deadline, completes_at, earns_at)
      values ($1, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'PENDING_PAYMENT', $11, $12, $13, $14)
      on conflict (booking_code) do nothing returning id`,
  /**
   * Ends the holds of the passenger `$2` on the seat numbers `$4`, because these seats are now sold. Works in order of
   * the seats' keys.
   */
  useHolds: `
      delete from seat_locks where schedule_id = $1 and seat_id in (
        select seat_id from seat_locks join bus_seats on bus_seats.id = seat_id
        where schedule_id = $1 and locked_by = $2 and expires_at > $3 and seat_number ${among('$4')} and is_active
        order by seat_id ${forUpdate && 'for update of seat_locks'})
      returning seat_id, (select seat_number from bus_seats where bus_seats.id = seat_id) as seat_number`,
  /** The unique index on active sales lets each seat be sold once. */
  sell: `
      insert into booking_seats (booking_id, schedule_id, seat_id, passenger_name, boarding_point, dropping_point, active, taken_until)
      select $1, $2, id, '', '', '', true, $3 from bus_seats where id ${among('$4')} order by id
      on conflict (schedule_id, seat_id, from_stop) where active do nothing returning seat_id`,
  booking: `
      select bk.*, ${TRIP_COLUMNS}, bk.id as booking_id from bookings bk join schedules s on s.id = bk.schedule_id ${TRIP_JOINS}
      where bk.id = $1 and bk.user_id = $2 and ${ON_SALE} ${forUpdate && 'for update of bk'}`,
  seatsOfBooking: `
      select seat_number from booking_seats join bus_seats on bus_seats.id = seat_id
      where booking_id = $1 and active order by seat_id`,
  addPayment: `
      insert into payments (booking_id, gateway, transaction_uuid, amount_paisa, status, created_at, updated_at)
      values ($1, 'ESEWA', $2, $3, 'INITIATED', $4, $4)`,
  payment: `
      select payments.id, payments.booking_id, payments.amount_paisa, payments.status, bookings.booking_status,
        bookings.payment_deadline
      from payments join bookings on bookings.id = booking_id where transaction_uuid = $1 ${forUpdate}`,
  completePayment: `
      update payments set status = 'COMPLETE', gateway_reference = $2, raw_response = $3, updated_at = $4 where id = $1`,
  confirmBooking: `update bookings set booking_status = 'CONFIRMED' where id = $1`,
  confirmSeats: `update booking_seats set taken_until = null where booking_id = $1 and active`,
  expire: `
      update bookings set booking_status = 'EXPIRED'
      where booking_status = 'PENDING_PAYMENT' and payment_deadline <= $1 returning id`,
  freeSeats: `update booking_seats set active = false where booking_id = $1 and active`,
};
