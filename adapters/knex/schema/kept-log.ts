import type { SchemaSql } from './area-schema.ts';

const DAY_MS = 86_400_000;

/**
 * Triggers that prevent changes of a log's rows. The triggers also prevent deletion of rows for a number of days, by
 * the database's clock. The moment of a row is its column `at`.
 */
export function keepLog({ dialect }: SchemaSql, table: string, days: number): readonly string[] {
  const onlyAdded = `${table} is only ever added to`;
  const kept = `rows of ${table} are kept for ${days} days`;
  if (dialect === 'sqlite')
    return [
      `create trigger ${table}_no_update before update on ${table} begin select raise(abort, '${onlyAdded}'); end`,
      `create trigger ${table}_no_delete before delete on ${table}
       when old.at > cast(strftime('%s', 'now') as integer) * 1000 - ${days * DAY_MS}
       begin select raise(abort, '${kept}'); end`,
    ];
  return [
    `create or replace function refuse_change_of_log() returns trigger language plpgsql as
     $$ begin raise exception using message = tg_argv[0]; end $$`,
    `create trigger ${table}_no_update before update or truncate on ${table}
     for each statement execute function refuse_change_of_log('${onlyAdded}')`,
    `create trigger ${table}_no_delete before delete on ${table} for each row
     when (old.at > extract(epoch from now()) * 1000 - ${days * DAY_MS})
     execute function refuse_change_of_log('${kept}')`,
  ];
}
