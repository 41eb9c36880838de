import fastJson, { type Schema } from 'fast-json-stringify';
import { type TObject, Type } from '@sinclair/typebox';
import { minus, toRupees } from '../../../core/kernel/money.ts';
import { toIso } from '../../../core/kernel/time.ts';
import { numberOf } from '../../../core/ledger/statement.ts';
import type {
  FeedEvent,
  ToldAccount,
  ToldBooking,
  ToldRefund,
  ToldStatement,
  ToldTrip,
  WriteEvent,
} from '../../../core/listening/event.ts';
import { type EventType, EVENT_TYPES } from '../../../core/listening/event-types.ts';
import type { OwnerKind } from '../../../core/listening/owner.ts';
import { moment } from '../route/fields.ts';
import { onFirstUse } from '../route/on-first-use.ts';
import { EVENT_DATA, EVENT_OCCASIONS } from './event-data.ts';

/** The name of a type as the title of a schema: `BookingConfirmed` for `booking.confirmed`. */
export const titleOf = (type: EventType): string =>
  type.replace(/(^|[._])([a-z])/g, (_match, _before, letter: string) => letter.toUpperCase());

const bodyFields = (type: EventType) => ({
  type: Type.Literal(type),
  timestamp: moment({ description: 'Tells when the change happened, in ISO 8601 and UTC.' }),
  data: EVENT_DATA[type],
});

const forEachType = <Value>(valueOf: (type: EventType) => Value): Readonly<Record<EventType, Value>> =>
  Object.fromEntries(EVENT_TYPES.map((type) => [type, valueOf(type)])) as Record<EventType, Value>;

/** The schema of a webhook's body for each type of event. */
export const EVENT_BODIES: Readonly<Record<EventType, TObject>> = forEachType((type) =>
  Type.Object(bodyFields(type), { title: `${titleOf(type)}Event`, description: EVENT_OCCASIONS[type] }),
);

/** The schema of an event in lists, for each type. */
export const LISTED_EVENTS: Readonly<Record<EventType, TObject>> = forEachType((type) =>
  Type.Object(
    {
      id: Type.String({
        description: 'Identifies the event, the same as `webhook-id`.',
        examples: ['evt_0b0e4d195c7a4c0a91d2a7f4c2a077d1'],
      }),
      ...bodyFields(type),
    },
    { title: `Listed${titleOf(type)}`, description: EVENT_OCCASIONS[type] },
  ),
);

const writers = forEachType((type) => onFirstUse(() => fastJson(EVENT_BODIES[type] as unknown as Schema)));

/** Writes the body of an event by its schema. */
export const writeEvent: WriteEvent = (event, at, hearer) =>
  writers[event.type]()({ type: event.type, timestamp: toIso(at), data: dataOf(event, hearer) });

function dataOf(event: FeedEvent, hearer: OwnerKind): object {
  switch (event.type) {
    case 'booking.confirmed':
    case 'booking.expired':
    case 'booking.completed':
      return toBooking(event.booking, hearer);
    case 'booking.changed':
      return {
        ...toBooking(event.booking, hearer),
        what: event.what,
        ...(event.what === 'trip' &&
          event.booking.changedFrom && { changed_from: toReplaced(event.booking.changedFrom) }),
      };
    case 'booking.cancelled':
      return {
        ...toBooking(event.booking, hearer),
        cancelled_by: event.by,
        refund: toRupees(event.refund),
        fee: toRupees(event.fee),
      };
    case 'refund.due':
    case 'refund.sent':
    case 'refund.paid':
    case 'refund.failed':
      return toRefund(event.refund);
    case 'trip.created':
    case 'trip.cancelled':
    case 'trip.departed':
    case 'trip.restored':
      return toTrip(event.trip);
    case 'trip.retimed':
    case 'trip.bus_swapped':
    case 'trip.fare_changed': {
      const { departure_time, arrival_time, bus_id, fare } = toTrip({ ...event.trip, ...event.old });
      // The schema of each type writes only its own fields.
      return { ...toTrip(event.trip), old: { departure_time, arrival_time, bus_id, fare } };
    }
    case 'trip.delayed':
      return { ...toTrip(event.trip), delay_minutes: event.minutes, said: event.isSaid };
    case 'statement.made':
    case 'statement.paid':
      return toStatement(event.statement);
    case 'account.credit_low':
      return toAccount(event.account);
    case 'webhook.test':
      return { webhook_id: event.webhookId };
  }
}

const toBooking = (booking: ToldBooking, hearer: OwnerKind) => ({
  booking_id: booking.id,
  booking_code: booking.code,
  booking_status: booking.status,
  channel: booking.channel,
  schedule_id: booking.tripId,
  operator_id: booking.operatorId,
  agent_id: booking.agentId,
  reference: hearer === 'OPERATOR' ? null : booking.reference,
  from_stop: booking.from,
  to_stop: booking.to,
  departure_time: toIso(booking.departsAt),
  seats_count: booking.seatsCount,
  seat_numbers: booking.seats,
  total_amount: toRupees(booking.total),
});

const toReplaced = ({ id, code, tripId, seats, total }: NonNullable<ToldBooking['changedFrom']>) => ({
  booking_id: id,
  booking_code: code,
  schedule_id: tripId,
  seat_numbers: seats,
  total_amount: toRupees(total),
});

const toTrip = (trip: ToldTrip) => ({
  schedule_id: trip.id,
  operator_id: trip.operatorId,
  bus_id: trip.busId,
  source_city: trip.sourceCity,
  destination_city: trip.destinationCity,
  departure_time: toIso(trip.departsAt),
  arrival_time: toIso(trip.arrivesAt),
  fare: toRupees(trip.fare),
  status: trip.status,
});

const toRefund = (refund: ToldRefund) => ({
  refund_id: refund.id,
  booking_id: refund.bookingId,
  booking_code: refund.bookingCode,
  payment_id: refund.paymentId,
  gateway: refund.gateway,
  amount: toRupees(refund.amount),
  reason: refund.reason,
  status: refund.status,
});

const toAccount = ({ id, balance, creditLimit }: ToldAccount) => ({
  agent_id: id,
  balance: toRupees(balance),
  credit_limit: toRupees(creditLimit),
  available: toRupees(minus(creditLimit, balance)),
});

const toStatement = (statement: ToldStatement) => ({
  statement_id: statement.id,
  number: numberOf(statement, statement.agentId === null ? 'ST' : 'AG'),
  operator_id: statement.operatorId,
  agent_id: statement.agentId,
  total: toRupees(statement.total),
  status: statement.status,
});
