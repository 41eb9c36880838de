/** Every type of event that can be heard. */
export const EVENT_TYPES = [
  'booking.confirmed',
  'booking.changed',
  'booking.cancelled',
  'booking.expired',
  'booking.completed',
  'refund.due',
  'refund.sent',
  'refund.paid',
  'refund.failed',
  'trip.created',
  'trip.cancelled',
  'trip.departed',
  'trip.restored',
  'trip.retimed',
  'trip.bus_swapped',
  'trip.fare_changed',
  'trip.delayed',
  'statement.made',
  'statement.paid',
  'account.credit_low',
  'webhook.test',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** The type of the event that an endpoint gets when its owner tests it. */
export const TEST_TYPE = 'webhook.test';

/** Types that endpoints and readers can choose. */
export const CHOSEN_TYPES = EVENT_TYPES.filter(
  (type): type is Exclude<EventType, typeof TEST_TYPE> => type !== TEST_TYPE,
);

export type ChosenType = (typeof CHOSEN_TYPES)[number];

/** Stands for all types, those of later versions included. */
export const ALL_TYPES = '*';

export const isChosenType = (text: string): text is ChosenType => (CHOSEN_TYPES as readonly string[]).includes(text);
