import type { Filling } from './filling.ts';

/** Events, endpoints and deliveries. Nearly all events have their places, and nearly all deliveries are done. */
export const listeningRows = (companies: number, past: string): readonly Filling[] => [
  {
    table: 'feed_events',
    columns: {
      id: 'n',
      event_id: "'evt_' || n",
      owner_kind: "case when n % 2 = 0 then 'PLATFORM' else 'OPERATOR' end",
      owner_id: `case when n % 2 = 0 then 0 else n % ${companies} + 1 end`,
      type: "case when n % 3 = 0 then 'booking.confirmed' else 'trip.created' end",
      booking_id: 'n',
      body: "'{}'",
      at: past,
      place: 'case when n % 10000 = 9 then null else n end',
    },
  },
  {
    table: 'webhooks',
    rows: companies,
    columns: {
      id: 'n',
      owner_kind: "'OPERATOR'",
      owner_id: `n % ${companies} + 1`,
      url: "'https://example.com/hook'",
      description: "''",
      types: `'[["*",0]]'`,
      status: "'ACTIVE'",
      active_since: past,
      secret: "'sealed'",
      created_at: past,
    },
  },
  {
    table: 'webhook_deliveries',
    columns: {
      id: 'n',
      webhook_id: `n % ${companies} + 1`,
      event_id: "'evt_' || n",
      type: "'booking.confirmed'",
      kind: "'EVENT'",
      body: "'{}'",
      status: "case when n % 1000 = 9 then 'PENDING' else 'DELIVERED' end",
      next_attempt_at: `case when n % 1000 = 9 then ${past} end`,
      created_at: past,
    },
  },
];
