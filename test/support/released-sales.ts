/** What a released version wrote about its sales; see released-rows.ts. */

import { at } from './released-clock.ts';

const booking = (id: number, schedule_id: number, booking_status: string, more: object = {}) => ({
  id,
  booking_code: `BT26112000000${id}`,
  user_id: 2,
  schedule_id,
  seats_count: 1,
  total_amount_paisa: 120_000,
  commission_rate_bp: 1_000,
  commission_amount_paisa: 12_000,
  operator_earning_paisa: 108_000,
  booking_status,
  payment_deadline: at(-23.75),
  booked_at: at(-24),
  cancel_reason: null,
  cancelled_by: null,
  cancelled_at: null,
  cancellation_fee_paisa: null,
  completes_at: 0,
  ...more,
});

const soldSeat = (id: number, booking_id: number, schedule_id: number, seat_id: number, more: object = {}) => ({
  id,
  booking_id,
  schedule_id,
  seat_id,
  passenger_name: 'Asha Gurung',
  passenger_age: 34,
  passenger_gender: 'F',
  boarding_point: 'Kalanki',
  dropping_point: '',
  active: true,
  taken_until: null,
  ...more,
});

const payment = (id: number, booking_id: number, status: string) => ({
  id,
  booking_id,
  gateway: 'ESEWA',
  transaction_uuid: `tx-${id}`,
  amount_paisa: 120_000,
  status,
  gateway_reference: '000AWEO',
  raw_response: '{}',
  created_at: at(-24),
  updated_at: at(-24),
  enquiries: 1,
  enquired_at: at(-24),
  enquiring_until: null,
  next_enquiry_at: null,
  reconciliations: 1,
});

const entry = (id: number, type: string, actor_role: string, booking_id: number, amount_paisa: number | null) => ({
  id,
  type,
  user_id: 2,
  actor_role,
  booking_id,
  description: `${type} of ${booking_id}`,
  amount_paisa,
  at: at(-24) + id,
});

export const RELEASED_SALES = {
  bookings: [
    booking(1, 1, 'CONFIRMED', { completes_at: at(55) }),
    booking(2, 2, 'COMPLETED', { booked_at: at(-100), payment_deadline: at(-99.75), completes_at: at(-41) }),
    booking(3, 1, 'REFUNDED', {
      cancel_reason: 'Cancelled by the passenger.',
      cancelled_by: 'PASSENGER',
      cancelled_at: at(-23),
      cancellation_fee_paisa: 12_000,
    }),
    booking(4, 4, 'CONFIRMED', {
      seats_count: 2,
      total_amount_paisa: 240_000,
      commission_amount_paisa: 24_000,
      operator_earning_paisa: 216_000,
      completes_at: at(79),
    }),
  ],
  booking_seats: [
    soldSeat(1, 1, 1, 50),
    soldSeat(2, 2, 2, 59),
    soldSeat(3, 3, 1, 51, { active: false, passenger_age: null, passenger_gender: null }),
  ],
  payments: [
    payment(1, 1, 'COMPLETE'),
    payment(2, 2, 'COMPLETE'),
    payment(3, 3, 'PARTIAL_REFUND'),
    { ...payment(4, 4, 'COMPLETE'), amount_paisa: 240_000 },
  ],
  payment_webhook_logs: [
    {
      id: 1,
      payment_id: 1,
      transaction_uuid: 'tx-1',
      raw_payload: '{}',
      signature_valid: true,
      source: 'SUCCESS_CALLBACK',
      received_at: at(-24),
    },
  ],
  refunds: [
    {
      id: 1,
      payment_id: 3,
      booking_id: 3,
      reason: 'PASSENGER_CANCELLATION',
      amount_paisa: 108_000,
      status: 'DUE',
      due_at: at(200),
      created_at: at(-23),
    },
  ],
  ratings: [
    {
      id: 1,
      booking_id: 2,
      user_id: 2,
      operator_id: 4,
      stars: 5,
      review: 'Good.',
      issue_flag: false,
      issue_note: '',
      created_at: at(-40),
    },
  ],
  activity_log: [
    entry(1, 'BOOKING_CREATED', 'PASSENGER', 1, 120_000),
    entry(2, 'REFUND_DUE', 'SYSTEM', 3, 108_000),
    entry(3, 'RATING_SUBMITTED', 'PASSENGER', 2, null),
  ],
} as const;
