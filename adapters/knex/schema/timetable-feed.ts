import type { AreaSchema } from './area-schema.ts';

export const feedSchema: AreaSchema = {
  about: 'The timetable feed (GTFS). Every row can be written again from the trips.',
  tables: ['gtfs_days', 'gtfs_feed'],
  create: () => [
    `create table gtfs_days (
      day text not null primary key, -- the local day of departure
      digest text not null, -- of the trips and of all else that the rows depend on
      facts text not null, -- JSON: the routes, stops and service days that the rows use
      trips text not null, -- rows of trips.txt, compressed, in base64
      trips_digest text not null, -- of the text
      stop_times text not null, -- rows of stop_times.txt
      stop_times_digest text not null
    )`,
    `create table gtfs_feed (
      id integer primary key check (id = 1),
      etag text not null,
      left_out text not null, -- what has no coordinates, as the header says it
      content text not null -- the archive, in base64
    )`,
  ],
};
