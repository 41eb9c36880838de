import type { Schemas } from '../../api/operations.ts';
import { Link } from '../../parts/link.tsx';
import { dayAndTime } from '../../parts/moment.ts';
import { Select } from '../../parts/select.tsx';
import { DayFilters, daysOf } from '../parts/days.tsx';
import { ListFilters } from '../parts/list-filters.tsx';
import { Options, isOneOf } from '../parts/options.tsx';
import { usePaged } from '../parts/paged.tsx';
import { PagedTable } from '../parts/paged-table.tsx';
import type { Column } from '../parts/table.tsx';
import { useUrlState } from '../parts/url-state.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { browserName } from './browser-name.ts';
import { UserFilter, userIn } from './filters.tsx';

type Login = Schemas['Login'];

const LOOKS: Readonly<Record<Login['kind'], string>> = {
  SUCCESS: 'good',
  FAILED: 'bad',
  LOCKED: 'bad',
  LOGOUT: '',
  OTP_SENT: 'wait',
};

/** Messages that the log does not show, because the kind of the entry says the same. */
const PLAIN = ['Signed in.', 'Signed out.'];

/** The log of sign-ins: who tried, from where, with which result. */
export function LoginLog() {
  const words = w.value.admin.logs;
  const [filters, change] = useUrlState();
  const kind = filters['kind'] ?? '';
  const asked = { ...userIn(filters), ...daysOf(filters), ...(isOneOf(words.loginKinds, kind) && { kind }) };
  const logins = usePaged(asked, (options) => api.get('/api/admin/login-log', options));
  return (
    <>
      <ListFilters set={[asked.kind, asked.user_id, asked.from, asked.to].filter(Boolean).length}>
        <Select label={words.kind} value={asked.kind ?? ''} onValue={(chosen) => change({ kind: chosen })}>
          <Options of={words.loginKinds} />
        </Select>
        <UserFilter filters={filters} change={change} />
        <DayFilters filters={filters} change={change} />
      </ListFilters>
      <PagedTable of={logins} label={words.logins} columns={columns()} empty={words.empty} />
    </>
  );
}

function columns(): readonly Column<Login>[] {
  const words = w.value.admin.logs;
  return [
    { title: w.value.admin.common.when, cell: ({ at }) => dayAndTime(at) },
    {
      title: words.by,
      cell: ({ user_id, email }) =>
        user_id === null ? (
          (email ?? words.unknown)
        ) : (
          <Link page={`/portal/admin/users/${user_id}`}>{email ?? `#${user_id}`}</Link>
        ),
    },
    {
      title: words.what,
      cell: ({ kind, message }) => (
        <div>
          <span class={`badge ${LOOKS[kind]}`}>{words.loginKinds[kind]}</span>{' '}
          {!PLAIN.includes(message) && <span class="small faint">{words.loginMessage(message)}</span>}
        </div>
      ),
    },
    {
      title: words.address,
      cell: ({ ip, user_agent }) => (
        <div>
          {ip}
          <br />
          <span class="small faint log-agent" title={user_agent}>
            {browserName(user_agent)}
          </span>
        </div>
      ),
    },
  ];
}
