import type { Knex } from 'knex';

/*
 * The whole schema. Moments are UTC milliseconds since 1970 (bigint), money is whole paisa (bigint), rates are basis
 * points: the same numbers on SQLite and Postgres, compared by the same operators. What must never happen twice is a
 * unique index here, not a check in the code.
 */

export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('users', (t) => {
    t.increments('id');
    t.text('role').notNullable().checkIn(['PASSENGER', 'OPERATOR', 'ADMIN']);
    t.text('full_name').notNullable();
    t.text('email').notNullable().unique(); // as core/accounts normalises it: lower case, NFC
    t.text('phone').unique();
    t.text('password_hash').notNullable(); // begins with `!` when no password opens the account
    t.boolean('email_verified').notNullable();
    t.text('status').notNullable();
    t.integer('failed_login_attempts').notNullable().defaultTo(0);
    t.bigInteger('account_locked_until');
    t.integer('wrong_codes').notNullable().defaultTo(0);
    t.bigInteger('wrong_codes_since');
    t.bigInteger('last_login_at');
    t.integer('token_version').notNullable().defaultTo(0);
    t.text('avatar');
    t.text('avatar_color').notNullable();
    t.bigInteger('created_at').notNullable();
  });

  await db.schema.createTable('user_role_access', (t) => {
    t.integer('user_id').notNullable().references('users.id');
    t.text('role').notNullable().checkIn(['PASSENGER', 'OPERATOR', 'ADMIN']);
    t.primary(['user_id', 'role']);
  });

  await db.schema.createTable('operators', (t) => {
    t.increments('id');
    t.integer('user_id').notNullable().unique().references('users.id');
    t.text('company_name').notNullable();
    t.integer('rating_sum').notNullable().defaultTo(0); // kept with each rating, so that a search never counts
    t.integer('rating_count').notNullable().defaultTo(0);
    t.bigInteger('created_at').notNullable();
  });

  await db.schema.createTable('login_otps', (t) => {
    t.increments('id');
    t.integer('user_id').notNullable().references('users.id');
    t.text('family').notNullable().checkIn(['SIGN_IN', 'EMAIL', 'RESET']); // a code of one family never passes for another's; RESET rows only count mails
    t.text('purpose').notNullable().checkIn(['LOGIN', 'SIGNUP', 'RESEND', 'RESET']);
    t.text('code_hash').notNullable();
    t.boolean('used').notNullable().defaultTo(false);
    t.integer('attempts').notNullable().defaultTo(0);
    t.bigInteger('created_at').notNullable();
    t.bigInteger('expires_at').notNullable();
    t.index(['user_id', 'created_at']);
  });

  await db.schema.createTable('trusted_devices', (t) => {
    t.integer('user_id').notNullable().references('users.id');
    t.text('device_id').notNullable();
    t.bigInteger('trusted_at').notNullable();
    t.bigInteger('expires_at').notNullable();
    t.primary(['user_id', 'device_id']);
  });

  await db.schema.createTable('refresh_sessions', (t) => {
    t.text('jti').primary();
    t.text('family').notNullable().index(); // every token rotated from one sign-in
    t.integer('user_id').notNullable().index().references('users.id');
    t.text('role').notNullable();
    t.bigInteger('issued_at').notNullable();
    t.bigInteger('expires_at').notNullable().index();
    t.bigInteger('rotated_at');
    t.bigInteger('revoked_at');
  });

  /** Things that work once: a key is put here when it is used, and forgotten when it would have expired anyway. */
  await db.schema.createTable('used_once', (t) => {
    t.text('key').primary();
    t.bigInteger('expires_at').notNullable().index();
  });

  await db.schema.createTable('login_log', (t) => {
    t.increments('id');
    t.text('kind').notNullable().checkIn(['SUCCESS', 'FAILED', 'LOCKED', 'LOGOUT', 'OTP_SENT']);
    t.integer('user_id').index().references('users.id');
    t.text('email');
    t.text('role');
    t.text('message').notNullable();
    t.text('ip');
    t.text('user_agent');
    t.bigInteger('at').notNullable().index();
  });

  await db.schema.createTable('cities', (t) => {
    t.increments('id');
    t.text('city_name').notNullable();
    t.text('name_key').notNullable().unique(); // the name as it is compared: NFC, lower case, folded in code
  });

  await db.schema.createTable('routes', (t) => {
    t.increments('id');
    t.integer('source_city_id').notNullable().references('cities.id');
    t.integer('destination_city_id').notNullable().index().references('cities.id');
    t.unique(['source_city_id', 'destination_city_id']);
  });

  await db.schema.createTable('buses', (t) => {
    t.increments('id');
    t.integer('operator_id').notNullable().index().references('operators.id');
    t.text('bus_name').notNullable();
    t.text('registration_no').notNullable().unique();
    t.text('bus_type').notNullable();
    t.integer('total_seats').notNullable();
    t.text('approval_status').notNullable().checkIn(['PENDING', 'APPROVED', 'REJECTED']);
    t.text('status').notNullable().checkIn(['ACTIVE', 'INACTIVE']);
    t.boolean('papers_complete').notNullable(); // kept with the documents, so that a search never counts
    t.boolean('has_seat_map').notNullable();
    t.integer('seat_rows').notNullable();
    t.integer('seat_cols').notNullable();
    t.integer('deck_count').notNullable();
    t.integer('active_seats').notNullable(); // kept with the seats, for the same reason
  });

  await db.schema.createTable('bus_documents', (t) => {
    t.increments('id');
    t.integer('bus_id').notNullable().references('buses.id');
    t.text('type').notNullable().checkIn(['REGISTRATION', 'ROUTE_PERMIT', 'INSURANCE', 'FITNESS']);
    t.text('status').notNullable().checkIn(['PENDING', 'VERIFIED', 'REJECTED']);
    t.unique(['bus_id', 'type']);
  });

  await db.schema.createTable('bus_seats', (t) => {
    t.increments('id');
    t.integer('bus_id').notNullable().references('buses.id');
    t.text('seat_number').notNullable();
    t.integer('deck').notNullable();
    t.integer('row_number').notNullable();
    t.integer('col_number').notNullable();
    t.text('seat_type').notNullable();
    t.boolean('is_active').notNullable();
    t.unique(['bus_id', 'seat_number']);
  });

  await db.schema.createTable('schedules', (t) => {
    t.increments('id');
    t.text('schedule_key').notNullable().unique();
    t.integer('route_id').notNullable().references('routes.id');
    t.integer('bus_id').notNullable().index().references('buses.id');
    t.bigInteger('fare_paisa').notNullable();
    t.bigInteger('departure_time').notNullable();
    t.bigInteger('arrival_time').notNullable();
    t.text('status').notNullable().checkIn(['ACTIVE', 'CANCELLED']);
    t.integer('places_taken').notNullable().defaultTo(0); // by active bookings, on a bus without a seat map
    t.index(['route_id', 'departure_time', 'id']);
    t.index(['departure_time', 'id']);
    t.index(['fare_paisa', 'id']);
  });

  /** One hold a seat and trip. */
  await db.schema.createTable('seat_locks', (t) => {
    t.integer('schedule_id').notNullable().references('schedules.id');
    t.integer('seat_id').notNullable().references('bus_seats.id');
    t.integer('locked_by').notNullable().references('users.id');
    t.bigInteger('expires_at').notNullable().index();
    t.primary(['schedule_id', 'seat_id']);
    t.index(['locked_by', 'schedule_id']);
  });

  await db.schema.createTable('bookings', (t) => {
    t.increments('id');
    t.text('booking_code').notNullable().unique();
    t.integer('user_id').notNullable().references('users.id');
    t.integer('schedule_id').notNullable().references('schedules.id');
    t.integer('seats_count').notNullable();
    t.bigInteger('total_amount_paisa').notNullable();
    t.integer('commission_rate_bp').notNullable();
    t.bigInteger('commission_amount_paisa').notNullable();
    t.bigInteger('operator_earning_paisa').notNullable();
    t.text('booking_status')
      .notNullable()
      .checkIn(['PENDING_PAYMENT', 'CONFIRMED', 'CHECKED_IN', 'COMPLETED', 'CANCELLED', 'REFUNDED', 'EXPIRED']);
    t.bigInteger('payment_deadline').notNullable();
    t.bigInteger('booked_at').notNullable();
    t.text('cancel_reason');
    t.text('cancelled_by');
    t.bigInteger('cancelled_at');
    t.bigInteger('cancellation_fee_paisa');
    t.index(['user_id', 'booked_at', 'id']);
  });
  await db.raw(`create index bookings_waiting on bookings (payment_deadline) where booking_status = 'PENDING_PAYMENT'`);
  await db.raw(
    `create index bookings_waiting_by_trip on bookings (schedule_id, payment_deadline) where booking_status = 'PENDING_PAYMENT'`,
  );
  await db.raw(
    `create index bookings_ahead on bookings (schedule_id) where booking_status in ('CONFIRMED', 'CHECKED_IN')`,
  );

  await db.schema.createTable('booking_seats', (t) => {
    t.increments('id');
    t.integer('booking_id').notNullable().index().references('bookings.id');
    t.integer('schedule_id').notNullable().references('schedules.id');
    t.integer('seat_id').notNullable().references('bus_seats.id');
    t.text('passenger_name').notNullable();
    t.integer('passenger_age');
    t.text('passenger_gender');
    t.text('boarding_point').notNullable();
    t.text('dropping_point').notNullable();
    t.boolean('active').notNullable(); // false once the booking has given the seat back
    t.bigInteger('taken_until'); // the payment deadline; null once the sale is final
  });
  /** The last line against selling one seat twice. */
  await db.raw('create unique index booking_seats_sold_once on booking_seats (schedule_id, seat_id) where active');

  await db.schema.createTable('payments', (t) => {
    t.increments('id');
    t.integer('booking_id').notNullable().index().references('bookings.id');
    t.text('gateway').notNullable();
    t.text('transaction_uuid').notNullable().unique();
    t.bigInteger('amount_paisa').notNullable();
    t.text('status')
      .notNullable()
      .checkIn([
        'INITIATED',
        'PENDING',
        'COMPLETE',
        'CANCELED',
        'FAILED',
        'AMBIGUOUS',
        'FULL_REFUND',
        'PARTIAL_REFUND',
      ]);
    t.text('gateway_reference');
    t.text('raw_response');
    t.bigInteger('created_at').notNullable();
    t.bigInteger('updated_at').notNullable();
    t.integer('enquiries').notNullable().defaultTo(0);
    t.bigInteger('enquired_at'); // when the newest enquiry was begun: keeps a minimum gap between two
    t.bigInteger('enquiring_until'); // while one is under way: another process may ask again only after that
    t.bigInteger('next_enquiry_at'); // when reconciliation asks (again); null when it has nothing more to ask
  });
  await db.raw('create index payments_to_reconcile on payments (next_enquiry_at) where next_enquiry_at is not null');

  await db.schema.createTable('payment_webhook_logs', (t) => {
    t.increments('id');
    t.integer('payment_id').index().references('payments.id');
    t.text('transaction_uuid').notNullable();
    t.text('raw_payload').notNullable();
    t.boolean('signature_valid').notNullable();
    t.text('source').notNullable().checkIn(['SUCCESS_CALLBACK', 'FAILURE_CALLBACK', 'ENQUIRY']);
    t.bigInteger('received_at').notNullable();
  });

  /** Money to give back by hand: eSewa has no refund API. One refund a payment. */
  await db.schema.createTable('refunds', (t) => {
    t.increments('id');
    t.integer('payment_id').notNullable().unique().references('payments.id');
    t.integer('booking_id').notNullable().index().references('bookings.id');
    t.text('reason').notNullable().checkIn(['LATE_PAYMENT', 'DUPLICATE_PAYMENT', 'PASSENGER_CANCELLATION']);
    t.bigInteger('amount_paisa').notNullable();
    t.text('status').notNullable().checkIn(['DUE', 'PAID']);
    t.bigInteger('due_at').notNullable();
    t.bigInteger('created_at').notNullable();
    t.index(['status', 'due_at']);
  });

  await db.schema.createTable('ratings', (t) => {
    t.increments('id');
    t.integer('booking_id').notNullable().unique().references('bookings.id');
    t.integer('user_id').notNullable().references('users.id');
    t.integer('operator_id').notNullable().index().references('operators.id');
    t.integer('stars').notNullable();
    t.text('review').notNullable();
    t.boolean('issue_flag').notNullable();
    t.text('issue_note').notNullable();
    t.bigInteger('created_at').notNullable();
  });

  await db.schema.createTable('activity_log', (t) => {
    t.increments('id');
    t.text('type').notNullable();
    t.integer('user_id').notNullable().index().references('users.id');
    t.text('actor_role').notNullable();
    t.integer('booking_id').index().references('bookings.id');
    t.text('description').notNullable();
    t.bigInteger('amount_paisa');
    t.bigInteger('at').notNullable();
  });

  /** Events, written with the change they tell of and sent after it. The id is the order in which they are told. */
  await db.schema.createTable('outbox', (t) => {
    t.bigIncrements('id');
    t.text('event_id').notNullable().unique();
    t.text('topic').notNullable();
    t.text('payload').notNullable();
    t.bigInteger('recorded_at').notNullable();
    t.bigInteger('sent_at');
  });
  await db.raw('create index outbox_waiting on outbox (id) where sent_at is null');
  await db.raw('create index outbox_sent on outbox (sent_at) where sent_at is not null');

  /** Mails that are sent after a commit and retried until they are out. */
  await db.schema.createTable('mail_queue', (t) => {
    t.increments('id');
    t.text('kind').notNullable().checkIn(['BOOKING_CONFIRMED']);
    t.integer('booking_id').notNullable().references('bookings.id');
    t.integer('attempts').notNullable().defaultTo(0);
    t.bigInteger('queued_at').notNullable();
    t.bigInteger('next_attempt_at'); // null once it is sent or given up
    t.bigInteger('sent_at');
    t.unique(['kind', 'booking_id']);
  });
  await db.raw('create index mail_queue_waiting on mail_queue (next_attempt_at) where next_attempt_at is not null');

  /** First answers to requests that carried an Idempotency-Key; no answer yet means that the first is still running. */
  await db.schema.createTable('idempotency_keys', (t) => {
    t.integer('user_id').notNullable().references('users.id');
    t.text('path').notNullable();
    t.text('key').notNullable();
    t.text('body_hash').notNullable();
    t.bigInteger('created_at').notNullable().index();
    t.bigInteger('running_until'); // a first request that died lets the next one in
    t.integer('status');
    t.text('content_type');
    t.text('body');
    t.primary(['user_id', 'path', 'key']);
  });

  /** Who does what only one process may do at a time, until when. */
  await db.schema.createTable('leases', (t) => {
    t.text('name').primary();
    t.text('holder').notNullable();
    t.bigInteger('expires_at').notNullable();
  });
}

export async function down(db: Knex): Promise<void> {
  const tables = [
    'leases',
    'idempotency_keys',
    'mail_queue',
    'outbox',
    'activity_log',
    'ratings',
    'refunds',
    'payment_webhook_logs',
    'payments',
    'booking_seats',
    'bookings',
    'seat_locks',
    'schedules',
    'bus_seats',
    'bus_documents',
    'buses',
    'routes',
    'cities',
    'login_log',
    'used_once',
    'refresh_sessions',
    'trusted_devices',
    'login_otps',
    'operators',
    'user_role_access',
    'users',
  ];
  for (const table of tables) await db.schema.dropTable(table);
}
