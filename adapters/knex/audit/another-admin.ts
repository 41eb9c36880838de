/**
 * Whether another administrator than `person` could have acted at the moment `at`. Both are columns. Another
 * administrator counts if nothing says that the account was not ACTIVE in the week before.
 */
export const hadAnotherAdmin = (person: string, at: string): string => `exists (
  select 1 from users as other
  where other.role = 'ADMIN' and other.id <> ${person} and other.status = 'ACTIVE' and other.created_at <= ${at}
    and not exists (select 1 from activity_log as later
      where later.subject_type = 'user' and later.subject_id = other.id and later.at >= ${at}))`;
