import { useEffect } from 'preact/hooks';
import type { Schemas } from '../../api/operations.ts';
import { Empty } from '../../parts/empty.tsx';
import { Link } from '../../parts/link.tsx';
import { dayAndTime } from '../../parts/moment.ts';
import { Select } from '../../parts/select.tsx';
import { DayFilters, daysOf } from '../parts/days.tsx';
import { ListFilters } from '../parts/list-filters.tsx';
import { Options, isOneOf } from '../parts/options.tsx';
import { Paged, usePaged } from '../parts/paged.tsx';
import { type Filters, useUrlState } from '../parts/url-state.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { Changes } from './changes.tsx';
import { cityNames } from './logged-value.ts';
import { SubjectFilter, UserFilter, subjectName, userIn } from './filters.tsx';
import './logs.css';

type Activity = Schemas['Activity'];

/** The activity log: who changed what, with the old values. */
export function ActivityLog() {
  const words = w.value.admin.logs;
  const [filters, change] = useUrlState();
  const asked = queryOf(filters);
  useEffect(() => {
    const asking = new AbortController();
    void api.get('/api/cities', { signal: asking.signal }).then(
      (cities) => (cityNames.value = new Map(cities.map(({ id, city_name }) => [id, city_name]))),
      // If the request fails, the log shows the ids of cities instead of their names.
      () => undefined,
    );
    return () => asking.abort();
  }, []);
  const entries = usePaged(asked, (options) => api.get('/api/admin/activity-log', options));
  return (
    <>
      <ListFilters set={[asked.kind, asked.user_id, asked.subject, asked.from, asked.to].filter(Boolean).length}>
        <Select label={words.kind} value={asked.kind ?? ''} onValue={(kind) => change({ kind })}>
          <Options of={words.kinds} />
        </Select>
        <UserFilter filters={filters} change={change} />
        <SubjectFilter filters={filters} change={change} />
        <DayFilters filters={filters} change={change} />
      </ListFilters>
      <Paged of={entries} empty={<Empty title={words.empty} />}>
        {(rows) => (
          <ul class="plain-list" aria-label={words.activity}>
            {rows.map((entry) => (
              <li key={entry.id} class="card">
                <Entry entry={entry} />
              </li>
            ))}
          </ul>
        )}
      </Paged>
    </>
  );
}

const SUBJECT =
  /^(bus|document|operator|staff|user|city|payment|booking|schedule|timetable|statement|settlement|adjustment|receipt|shift|device|refund|place):[1-9]\d{0,8}$/;
const isSubject = (text: string): boolean => SUBJECT.test(text);

function queryOf(filters: Filters) {
  const { kind = '', subject = '' } = filters;
  return {
    ...userIn(filters),
    ...daysOf(filters),
    ...(isOneOf(w.value.admin.logs.kinds, kind) && { kind }),
    ...(isSubject(subject) && { subject }),
  };
}

const Entry = ({ entry }: { readonly entry: Activity }) => (
  <>
    <p class="row apart">
      <strong>{w.value.admin.logs.kinds[entry.kind]}</strong>
      <span class="faint">{dayAndTime(entry.at)}</span>
    </p>
    {/* The service writes its sentences in English. */}
    <p lang="en">{entry.description}</p>
    <p class="small faint">
      <Who of={entry.actor} /> · <About subject={entry.subject} />
    </p>
    <Changes of={entry.changes} />
  </>
);

const Who = ({ of: { user_id, name, role } }: { readonly of: Activity['actor'] }) => {
  const words = w.value.admin;
  if (role === 'SYSTEM') return <>{words.logs.system}</>;
  if (role === 'DEVICE') return <>{words.logs.device(name ?? '–')}</>;
  // The name of a key contains its agent's name.
  if (role === 'AGENT') return <>{name ?? '–'}</>;
  return (
    <>
      {user_id === null ? (name ?? '–') : <Link page={`/portal/admin/users/${user_id}`}>{name ?? `#${user_id}`}</Link>},{' '}
      {words.users.roles[role]}
    </>
  );
};

/** The addresses of the pages about a subject, by its kind. */
const PAGES: Readonly<Record<string, string>> = {
  booking: '/portal/admin/bookings',
  bus: '/portal/admin/buses',
  operator: '/portal/admin/companies',
  statement: '/portal/admin/statements',
  user: '/portal/admin/users',
};

const About = ({ subject: { type, id } }: { readonly subject: Activity['subject'] }) => {
  const name = subjectName(`${type}:${id}`);
  const page = PAGES[type];
  return page === undefined ? <>{name}</> : <Link page={`${page}/${id}`}>{name}</Link>;
};
