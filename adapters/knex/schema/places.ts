import type { AreaSchema } from './area-schema.ts';

export const placesSchema: AreaSchema = {
  about: 'Places: named spots in cities, where passengers get on and off.',
  tables: ['places'],
  create: (sql) => [
    `create table places (
      ${sql.id},
      operator_id integer references operators (id), -- null: shared by all companies
      city_id integer not null references cities (id),
      name text not null,
      name_key text not null, -- the name as names are compared, folded in code
      name_ne text,
      lat double precision not null, -- in degrees, with at most 6 decimals
      lon double precision not null,
      landmark text,
      landmark_ne text,
      photo text, -- the name of a file, at most 1280 pixels a side
      photo_small text, -- the same photo, at most 320 pixels a side
      check ((photo is null) = (photo_small is null))
    )`,
    // A name belongs to one place of an owner in a city. Shared places have the owner 0, because nulls are never equal.
    'create unique index places_of_owner on places (coalesce(operator_id, 0), city_id, name_key)',
  ],
};
