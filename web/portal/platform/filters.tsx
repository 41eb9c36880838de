import { Field } from '../../parts/field.tsx';
import type { Filters } from '../parts/url-state.ts';
import { w } from '../words.ts';

export const userIn = ({ user_id: id }: Filters): { readonly user_id?: number } =>
  /^[1-9]\d{0,8}$/.test(id ?? '') ? { user_id: Number(id) } : {};

/** Limits a log to one user, by the id that the address of the user's page ends with. */
export const UserFilter = ({
  filters,
  change,
}: {
  readonly filters: Filters;
  readonly change: (changes: Filters) => void;
}) => (
  <Field
    label={w.value.admin.logs.user}
    inputMode="numeric"
    required={false}
    value={filters['user_id'] ?? ''}
    onValue={(id) => change({ user_id: id.trim() })}
  />
);
