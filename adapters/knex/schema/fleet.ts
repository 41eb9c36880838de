import type { AreaSchema } from './area-schema.ts';

export const fleetSchema: AreaSchema = {
  about: 'Buses, their seat maps and documents.',
  tables: ['buses', 'bus_seats', 'bus_documents'],
  create: (sql) => [
    `create table buses (
      ${sql.id},
      operator_id integer not null references operators (id),
      bus_name text not null,
      registration_no text not null,
      bus_type text not null,
      total_seats integer not null,
      approval_status text not null check (approval_status in ('PENDING', 'APPROVED', 'REJECTED')),
      status text not null check (status in ('ACTIVE', 'INACTIVE')),
      has_seat_map boolean not null,
      seat_rows integer not null,
      seat_cols integer not null,
      deck_count integer not null,
      active_seats integer not null, -- kept with the seats, so that a search never counts
      registration_key text not null default '', -- the number as numbers are compared: without spaces, folded in code
      search_key text not null default '', -- name and registration number, folded for searches
      rejection_reason text,
      revision integer not null default 1, -- raised by each change, for If-Match
      created_at bigint not null default 0,
      waiting_since bigint, -- when it was put forward for a review; null when none is due
      changed_in_office boolean not null default false, -- an import then leaves the bus alone
      map_changed_in_office boolean not null default false, -- an import then leaves the seat map alone
      company_active boolean not null default true -- kept with the company’s status, so that a search never joins it
    )`,
    'create index buses_operator_id_index on buses (operator_id)',
    'create index buses_of_company on buses (operator_id, id)',
    `create index buses_waiting on buses (waiting_since, id) where approval_status = 'PENDING'`,
    'create unique index buses_once_in_company on buses (registration_key, operator_id)',
    // Pending buses of several companies may have the same number. Only one of these buses can be approved.
    `create unique index buses_once_approved on buses (registration_key) where approval_status = 'APPROVED'`,
    `create table bus_seats (
      ${sql.id},
      bus_id integer not null references buses (id),
      seat_number text not null,
      deck integer not null,
      row_number integer not null,
      col_number integer not null,
      seat_type text not null,
      is_active boolean not null,
      in_map boolean not null default true -- false for a seat that was sold once and is no longer in the map
    )`,
    'create unique index bus_seats_by_number on bus_seats (bus_id, seat_number) where in_map',
    'create unique index bus_seats_by_place on bus_seats (bus_id, deck, row_number, col_number) where in_map',
    `create table bus_documents (
      ${sql.id},
      bus_id integer not null references buses (id),
      type text not null check (type in ('REGISTRATION', 'ROUTE_PERMIT', 'INSURANCE', 'FITNESS', 'POLLUTION')),
      number text,
      valid_from text, -- local days YYYY-MM-DD, both inclusive
      valid_until text,
      status text not null check (status in ('PENDING', 'VERIFIED', 'REJECTED')),
      rejection_reason text,
      file_key text, -- where the file is stored; null for a document that a catalogue listed
      file_name text,
      media_type text,
      size_bytes integer,
      uploaded_at bigint not null,
      reviewed_at bigint,
      listed_as integer, -- position among those of its type in a catalogue; null for an upload
      reminded integer, -- days before its end of the last reminder
      remind_on text -- the next local day on which a reminder may be due
    )`,
    'create unique index bus_documents_file_key_unique on bus_documents (file_key)',
    'create unique index bus_documents_bus_id_type_listed_as_unique on bus_documents (bus_id, type, listed_as)',
    `create index bus_documents_waiting on bus_documents (uploaded_at, id) where status = 'PENDING'`,
    'create index bus_documents_to_remind on bus_documents (remind_on) where remind_on is not null',
  ],
};
