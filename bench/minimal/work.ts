import { randomInt, randomUUID } from 'node:crypto';
import { type Booking, type Payment, type Seat, type Trip, booked, HOLD_MS, iso, MINUTE, refused } from './answers.ts';
import type { Work } from './database.ts';
import { signed } from './gateway.ts';
import { sql } from './sql.ts';

/* The work of the minimal server. Each function runs in one transaction. */

const PAYMENT_MS = 15 * MINUTE;
const COMMISSION_BP = 1_000;
const { BASE_URL = '', ESEWA_FORM_URL = '', ESEWA_PRODUCT_CODE = '' } = process.env;

export function* hold(passenger: number, trip: number, wanted: readonly string[], now: number): Work<object> {
  const [found] = (yield [sql.holdable, trip, passenger]) as Trip[];
  if (!found) throw refused(404, 'Trip not found.');
  if (found.departure_time <= now) throw refused(409, 'This bus has already departed.');
  const until = now + HOLD_MS;
  const rows = (yield [sql.hold, trip, passenger, until, now, wanted]) as Seat[];
  const sold = ((yield [sql.sold, trip, now, wanted]) as Seat[]).map(({ seat_number: seat }) => seat);
  const over = rows.filter((row) => row.expires_at === 0 || sold.includes(row.seat_number));
  if (over.length > 0) yield [sql.dropHolds, trip, over.map(({ seat_id: seat }) => seat)];
  const mine = rows.filter((row) => !over.includes(row)).map(({ seat_number: seat }) => seat);
  const granted = wanted.filter((seat) => mine.includes(seat));
  const rejected = wanted.filter((seat) => !mine.includes(seat)).map((seat) => ({ seat, reason: 'Not to be had.' }));
  return { granted, rejected, expires_at: iso(until) };
}

export function* book(passenger: number, tripId: number, seats: readonly string[], now: number): Work<object> {
  const [trip] = (yield [sql.trip, tripId]) as Trip[];
  if (!trip) throw refused(404, 'Trip not found.');
  if (trip.departure_time <= now) throw refused(409, 'This bus has already departed.');
  const rate = trip.commission_rate_bp ?? COMMISSION_BP;
  const total = trip.fare_paisa * seats.length;
  const commission = Math.floor((total * rate + 5_000) / 10_000);
  const what = [passenger, tripId, trip.operator_id, seats.length] as const;
  const money = [total, rate, commission, total - commission, trip.cancellation_tiers] as const;
  const times = [now, now + PAYMENT_MS, trip.arrival_time, trip.departure_time] as const;
  const day = iso(now).slice(2, 10).replaceAll('-', '');
  let code = '';
  let added: { id: number } | undefined;
  while (!added) {
    code = `BT${day}${String(randomInt(1_000_000)).padStart(6, '0')}`;
    [added] = (yield [sql.addBooking, code, ...what, ...money, ...times]) as { id: number }[];
  }
  const held = ((yield [sql.useHolds, tripId, passenger, now, seats]) as Seat[]).map(({ seat_id: seat }) => seat);
  const sold = yield [sql.sell, added.id, tripId, now + PAYMENT_MS, held];
  if (sold.length === 0 || sold.length < seats.length) throw refused(410, 'Choose seats again.');
  const booking = {
    booking_id: added.id,
    booking_code: code,
    booking_status: 'PENDING_PAYMENT',
    booked_at: now,
    total_amount_paisa: total,
    payment_deadline: now + PAYMENT_MS,
  };
  return booked(booking, trip, seats, null);
}

export function* checkOut(passenger: number, id: number, now: number): Work<object> {
  const [booking] = (yield [sql.booking, id, passenger]) as (Booking & Trip)[];
  if (!booking) throw refused(404, 'Booking not found.');
  if (booking.booking_status !== 'PENDING_PAYMENT' || booking.payment_deadline <= now || booking.departure_time <= now)
    throw refused(409, 'It can no longer be paid.');
  const seats = ((yield [sql.seatsOfBooking, id]) as Seat[]).map(({ seat_number: seat }) => seat);
  const uuid = randomUUID();
  yield [sql.addPayment, id, uuid, booking.total_amount_paisa, now];
  const amount = String(booking.total_amount_paisa / 100);
  const form = {
    amount,
    tax_amount: '0',
    total_amount: amount,
    transaction_uuid: uuid,
    product_code: ESEWA_PRODUCT_CODE,
    product_service_charge: '0',
    product_delivery_charge: '0',
    success_url: `${BASE_URL}/api/payments/passenger/gateway/success`,
    failure_url: `${BASE_URL}/api/payments/passenger/gateway/failure`,
    signed_field_names: 'total_amount,transaction_uuid,product_code',
  };
  return {
    gateway_url: ESEWA_FORM_URL,
    remaining_seconds: Math.floor((booking.payment_deadline - now) / 1_000),
    booking: booked(booking, booking, seats, 'INITIATED'),
    form_fields: { ...form, signature: signed(form, form.signed_field_names) },
  };
}

export function* pay(callback: Readonly<Record<string, string>>, now: number): Work<string> {
  const [payment] = (yield [sql.payment, callback['transaction_uuid'] ?? '']) as Payment[];
  if (!payment) throw refused(404, 'Payment not found.');
  const { id, booking_id: booking } = payment;
  const result = (success: boolean): string =>
    `${BASE_URL}/payment-result.html?success=${success}&booking_id=${booking}`;
  if (payment.status === 'COMPLETE') return result(true);
  if (callback['status'] !== 'COMPLETE' || Number(callback['total_amount']) * 100 !== payment.amount_paisa)
    return result(false);
  yield [sql.completePayment, id, callback['transaction_code'] ?? '', callback['text'] ?? '', now];
  // A late payment does not confirm the booking. The payment was recorded above, because somebody has to refund it.
  if (payment.booking_status !== 'PENDING_PAYMENT' || payment.payment_deadline <= now) return result(false);
  yield [sql.confirmBooking, booking];
  yield [sql.confirmSeats, booking];
  return result(true);
}

export function* expire(now: number): Work<void> {
  for (const { id } of (yield [sql.expire, now]) as { id: number }[]) yield [sql.freeSeats, id];
}
