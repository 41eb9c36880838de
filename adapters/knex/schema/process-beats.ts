import type { AreaSchema } from './area-schema.ts';

export const processBeatsSchema: AreaSchema = {
  about: 'The last commit of each running process, by which it knows that it can sell.',
  tables: ['process_beats'],
  create: () => [
    `create table process_beats (
      name text not null primary key, -- the machine and the process
      version text not null, -- the version of the service
      clock bigint not null, -- the time by the clock of the process
      at bigint not null -- the time by the clock of the database
    )`,
    'create index process_beats_at on process_beats (at)',
  ],
};
