import type { AreaSchema } from './area-schema.ts';

export const liveLinksSchema: AreaSchema = {
  about: 'Links by which passengers share their journeys.',
  tables: ['live_links'],
  create: () => [
    `create table live_links (
      code text not null primary key, -- 16 random characters
      booking_id integer not null references bookings (id)
    )`,
    'create unique index live_links_booking_id_unique on live_links (booking_id)',
  ],
};
