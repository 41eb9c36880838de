import type { AreaSchema } from './area-schema.ts';

export const counterSchema: AreaSchema = {
  about: 'Shifts of those who sell at a counter.',
  tables: ['shifts'],
  create: (sql) => [
    `create table shifts (
      ${sql.id},
      operator_id integer not null references operators (id),
      user_id integer not null references users (id),
      staff_id integer not null, -- of a membership that may have ended
      opened_at bigint not null,
      closed_at bigint, -- null while it is open
      opening_cash_paisa bigint not null,
      sales_paisa bigint not null default 0, -- sold for cash in it
      refunds_paisa bigint not null default 0, -- paid back in cash out of it
      counted_cash_paisa bigint,
      note text
    )`,
    'create index shifts_operator_id_opened_at_id_index on shifts (operator_id, opened_at, id)',
    'create index shifts_user_id_opened_at_id_index on shifts (user_id, opened_at, id)',
    // A person can have only one open shift.
    'create unique index shifts_open_once on shifts (operator_id, user_id) where closed_at is null',
  ],
};
