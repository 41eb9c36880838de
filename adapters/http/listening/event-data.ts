import { type TObject, Type } from '@sinclair/typebox';
import { BOOKING_STATUSES } from '../../../core/bookings/booking.ts';
import { STATEMENT_STATUSES } from '../../../core/ledger/statement.ts';
import type { EventType } from '../../../core/listening/event-types.ts';
import { REFUND_REASONS, REFUND_STATUSES } from '../../../core/payments/refund.ts';
import { moment, nullable, rupees } from '../route/fields.ts';

/* The schemas of what events tell, by type. They write the events, and the API documents print them. */

const agentId = nullable(
  Type.Integer({
    description: 'Identifies the agent that sold the booking; null for other bookings.',
    examples: [null],
  }),
);

const seatNumbers = (description: string) => Type.Array(Type.String(), { description, examples: [['A1', 'A2']] });

const booking = {
  booking_id: Type.Integer({ examples: [7] }),
  booking_code: Type.String({ examples: ['BT261120048213'] }),
  booking_status: Type.String({ enum: [...BOOKING_STATUSES], examples: ['CONFIRMED'] }),
  channel: Type.String({
    description: 'Says how the booking was sold: by the passenger (ONLINE), at a COUNTER or by an AGENT.',
    examples: ['ONLINE'],
  }),
  schedule_id: Type.Integer({ description: 'Identifies the trip.', examples: [42] }),
  operator_id: Type.Integer({ description: 'Identifies the company.', examples: [3] }),
  agent_id: agentId,
  reference: nullable(
    Type.String({
      description: 'Gives the reference that the agent gave the booking; null for companies, and without one.',
      examples: [null],
    }),
  ),
  from_stop: Type.Integer({
    description: 'Gives the number of the stop where passengers get on, from 0.',
    examples: [0],
  }),
  to_stop: Type.Integer({ description: 'Gives the number of the stop where passengers get off.', examples: [1] }),
  departure_time: moment({ description: 'Tells when the bus departs from `from_stop`, as planned.' }),
  seats_count: Type.Integer({ examples: [2] }),
  seat_numbers: seatNumbers('Lists the seats of the booking; it is empty on a bus without a seat map.'),
  total_amount: rupees({ description: 'Gives the price of the booking in NPR.', examples: [2400] }),
};

const trip = {
  schedule_id: Type.Integer({ description: 'Identifies the trip.', examples: [42] }),
  operator_id: Type.Integer({ description: 'Identifies the company.', examples: [3] }),
  bus_id: Type.Integer({ examples: [5] }),
  source_city: Type.String({ examples: ['Kathmandu'] }),
  destination_city: Type.String({ examples: ['Pokhara'] }),
  departure_time: moment({ description: 'Tells when the bus departs, as planned.' }),
  arrival_time: moment({ description: 'Tells when the bus arrives, as planned.' }),
  fare: rupees({ description: 'Gives the fare of a seat in NPR.' }),
  status: Type.String({ enum: ['ACTIVE', 'CANCELLED'], examples: ['ACTIVE'] }),
};

const refund = {
  refund_id: Type.Integer({ examples: [3] }),
  booking_id: Type.Integer({ examples: [7] }),
  booking_code: Type.String({ examples: ['BT261120048213'] }),
  payment_id: Type.Integer({ examples: [9] }),
  gateway: Type.String({ description: 'Names the gateway of the payment that is given back.', examples: ['ESEWA'] }),
  amount: rupees(),
  reason: Type.String({ enum: [...REFUND_REASONS], examples: ['PASSENGER_CANCELLATION'] }),
  status: Type.String({ enum: [...REFUND_STATUSES], examples: ['DUE'] }),
};

const statement = {
  statement_id: Type.Integer({ examples: [3] }),
  number: Type.String({
    description: 'Is the number of the statement, which begins with `ST-` for a company and with `AG-` for an agent.',
    examples: ['ST-2026-000003'],
  }),
  operator_id: nullable(
    Type.Integer({ description: 'Identifies the company; null for the statement of an agent.', examples: [3] }),
  ),
  agent_id: nullable(
    Type.Integer({ description: 'Identifies the agent; null for the statement of a company.', examples: [null] }),
  ),
  total: rupees({
    description:
      'Gives the total of the statement in NPR: what the platform owes a company, or what an agent owes the platform. Below zero it is the other way round.',
  }),
  status: Type.String({ enum: [...STATEMENT_STATUSES], examples: ['OPEN'] }),
};

const bookingData = Type.Object(booking, { title: 'BookingEventData' });
const tripData = Type.Object(trip, { title: 'TripEventData' });
const refundData = Type.Object(refund, { title: 'RefundEventData' });
const statementData = Type.Object(statement, { title: 'StatementEventData' });

const replaced = Type.Object(
  {
    booking_id: booking.booking_id,
    booking_code: booking.booking_code,
    schedule_id: booking.schedule_id,
    seat_numbers: seatNumbers('Lists the seats of the replaced booking.'),
    total_amount: rupees({ description: 'Gives the price of the replaced booking in NPR.' }),
  },
  {
    title: 'ReplacedBooking',
    description: 'Shows the booking that this one replaces. It is present only with `what` trip.',
  },
);

/** The schema of `data` for each type of event. */
export const EVENT_DATA: Readonly<Record<EventType, TObject>> = {
  'booking.confirmed': bookingData,
  'booking.changed': Type.Object(
    {
      ...booking,
      what: Type.String({
        enum: ['passengers', 'seats_cancelled', 'seats_moved', 'trip'],
        description:
          'Names the change: names or points, some seats cancelled, other seats, or another trip. A change to another trip is an event of the new booking.',
        examples: ['passengers'],
      }),
      changed_from: Type.Optional(replaced),
    },
    { title: 'BookingChangedEventData' },
  ),
  'booking.cancelled': Type.Object(
    {
      ...booking,
      cancelled_by: Type.String({ description: 'Names the role of whoever cancelled.', examples: ['PASSENGER'] }),
      refund: rupees({ description: 'Gives the amount that goes back to the payer, in NPR.', examples: [2160] }),
      fee: rupees({ description: 'Gives the fee that is kept, in NPR.', examples: [240] }),
    },
    { title: 'BookingCancelledEventData' },
  ),
  'booking.expired': bookingData,
  'booking.completed': bookingData,
  'refund.due': refundData,
  'refund.sent': refundData,
  'refund.paid': refundData,
  'refund.failed': refundData,
  'trip.created': tripData,
  'trip.cancelled': tripData,
  'trip.departed': tripData,
  'trip.restored': tripData,
  'trip.retimed': Type.Object(
    {
      ...trip,
      old: Type.Object(
        {
          departure_time: moment({ description: 'Tells when the trip departed before the change.' }),
          arrival_time: moment({ description: 'Tells when the trip arrived before the change.' }),
        },
        { title: 'OldTimes' },
      ),
    },
    { title: 'TripRetimedEventData' },
  ),
  'trip.bus_swapped': Type.Object(
    { ...trip, old: Type.Object({ bus_id: Type.Integer({ examples: [4] }) }, { title: 'OldBus' }) },
    { title: 'TripBusSwappedEventData' },
  ),
  'trip.fare_changed': Type.Object(
    {
      ...trip,
      old: Type.Object(
        { fare: rupees({ description: 'Gives the fare before the change, in NPR.' }) },
        { title: 'OldFare' },
      ),
    },
    { title: 'TripFareChangedEventData' },
  ),
  'trip.delayed': Type.Object(
    {
      ...trip,
      delay_minutes: Type.Integer({ description: 'Gives the expected delay in minutes.', examples: [30] }),
      said: Type.Boolean({ description: 'Is true if a person said the delay; false if it is an estimate.' }),
    },
    { title: 'TripDelayedEventData' },
  ),
  'statement.made': statementData,
  'statement.paid': statementData,
  'account.credit_low': Type.Object(
    {
      agent_id: Type.Integer({ examples: [6] }),
      balance: rupees({ description: 'Gives the balance of the account in NPR.' }),
      credit_limit: rupees({ description: 'Gives the credit that the platform grants, in NPR.' }),
      available: rupees({ description: 'Gives the amount that can still be sold for, in NPR.' }),
    },
    { title: 'CreditLowEventData' },
  ),
  'webhook.test': Type.Object({ webhook_id: Type.Integer({ examples: [1] }) }, { title: 'WebhookTestEventData' }),
};

/** The occasion of each type of event, as the API documents describe it. */
export const EVENT_OCCASIONS: Readonly<Record<EventType, string>> = {
  'booking.confirmed': 'A booking was paid or sold. A late payment can confirm a booking that had expired.',
  'booking.changed':
    'A booking got other names, points or seats, some of its seats were cancelled, or it replaced a booking of another trip.',
  'booking.cancelled': 'A booking was ended by a cancellation, also by that of its trip.',
  'booking.expired': 'A booking was not paid by its deadline.',
  'booking.completed': 'The bus should have arrived at the end of a booking’s section.',
  'refund.due': 'A refund is to be paid.',
  'refund.sent': 'A refund was sent to the payer.',
  'refund.paid': 'A refund arrived, or was paid in cash.',
  'refund.failed': 'A refund could not be paid and has to be sent again.',
  'trip.created': 'A trip was added by hand or by a timetable.',
  'trip.cancelled': 'A trip was cancelled.',
  'trip.departed': 'The departure of a bus was reported.',
  'trip.restored': 'A reported departure was taken back, or a cancelled trip goes again.',
  'trip.retimed': 'A trip has another departure or arrival.',
  'trip.bus_swapped': 'A trip has another bus.',
  'trip.fare_changed': 'A trip has another fare.',
  'trip.delayed': 'A trip is expected to be late.',
  'statement.made': 'A statement was made.',
  'statement.paid': 'A statement was paid.',
  'account.credit_low': 'The credit of an agent is nearly used up.',
  'webhook.test': 'Somebody has asked for this test of the webhook.',
};
