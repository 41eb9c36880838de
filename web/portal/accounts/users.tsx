import type { Schemas } from '../../api/operations.ts';
import { Link } from '../../parts/link.tsx';
import { dayAndTime } from '../../parts/moment.ts';
import { Select } from '../../parts/select.tsx';
import { ListPage } from '../parts/list-page.tsx';
import { Options, isOneOf } from '../parts/options.tsx';
import { usePaged } from '../parts/paged.tsx';
import { searched } from '../parts/searched.ts';
import type { Column } from '../parts/table.tsx';
import { type Filters, useUrlState } from '../parts/url-state.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';

type User = Schemas['ListedUser'];

/** The page that lists all users. */
export function UsersPage() {
  const words = w.value.admin.users;
  const [filters, change] = useUrlState();
  const asked = queryOf(filters);
  const users = usePaged(asked, (options) => api.get('/api/admin/users', options));
  return (
    <ListPage
      title={words.title}
      search={words.search}
      state={[filters, change]}
      set={[asked.role, asked.status]}
      of={users}
      columns={columns()}
      empty={words.none}
    >
      <Select label={words.role} value={asked.role ?? ''} onValue={(role) => change({ role })}>
        <Options of={words.roles} />
      </Select>
      <Select label={w.value.admin.common.status} value={asked.status ?? ''} onValue={(status) => change({ status })}>
        <Options of={words.statuses} />
      </Select>
    </ListPage>
  );
}

export const UserState = ({ of: { status } }: { readonly of: Pick<User, 'status'> }) => (
  <span class={`badge ${status === 'ACTIVE' ? 'good' : 'bad'}`}>{w.value.admin.users.statuses[status]}</span>
);

function queryOf({ q, role = '', status = '' }: Filters) {
  const words = w.value.admin.users;
  return {
    ...(q && { q: searched(q) }),
    ...(isOneOf(words.roles, role) && { role }),
    ...(isOneOf(words.statuses, status) && { status }),
  };
}

function columns(): readonly Column<User>[] {
  const words = w.value.admin.users;
  return [
    { title: words.name, cell: ({ id, full_name }) => <Link page={`/portal/admin/users/${id}`}>{full_name}</Link> },
    { title: w.value.admin.common.email, cell: ({ email }) => email ?? '–' },
    { title: w.value.admin.common.phone, cell: ({ phone }) => phone ?? '–' },
    { title: words.role, cell: ({ role }) => words.roles[role] },
    {
      title: words.lastSeen,
      cell: ({ last_login_at: last }) => (last === null ? words.never : dayAndTime(last)),
    },
    { title: w.value.admin.common.status, cell: (user) => <UserState of={user} /> },
  ];
}
