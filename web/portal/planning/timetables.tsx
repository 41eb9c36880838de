import type { Schemas } from '../../api/operations.ts';
import { useAsked } from '../../parts/asked.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Link } from '../../parts/link.tsx';
import { money } from '../../parts/money.ts';
import { bothCalendars, today, spokenTime } from '../../parts/moment.ts';
import { PageTitle } from '../../parts/page.tsx';
import { api, may } from '../session.ts';
import { w } from '../words.ts';
import { routeOf } from '../parts/route-of.ts';
import { Paged, usePaged } from '../parts/paged.tsx';
import { WEEK } from './days.ts';
import { whyNotSold } from './why-not-sold.ts';
import './timetables.css';

type Timetable = Schemas['Timetable'];

export function TimetablesPage() {
  const words = w.value.timetables;
  const buses = useAsked((signal) => api.get('/api/operator/buses', { query: { limit: 100 }, signal }), []);
  const found = buses.state.value;
  const busOf = (id: number) => (found.is === 'here' ? found.value.results.find((bus) => bus.id === id) : undefined);
  const timetables = usePaged({}, (options) => api.get('/api/operator/timetables', options));
  return (
    <>
      <div class="row apart">
        <PageTitle>{words.title}</PageTitle>
        {may('MANAGER') && (
          <Link page="/portal/timetables/new" class="button main">
            {words.add}
          </Link>
        )}
      </div>
      <Paged
        of={timetables}
        empty={
          <Empty title={words.empty}>
            <p>{words.emptyText}</p>
          </Empty>
        }
      >
        {(rows) => (
          <ul class="plain-list" aria-label={words.title}>
            {rows.map((timetable) => (
              <Card key={timetable.id} timetable={timetable} bus={busOf(timetable.bus.id)} />
            ))}
          </ul>
        )}
      </Paged>
    </>
  );
}

function Card({ timetable, bus: known }: { readonly timetable: Timetable; readonly bus: Schemas['Bus'] | undefined }) {
  const words = w.value.timetables;
  const { id, bus, fare, departs, valid_until, clashes } = timetable;
  const why = known && whyNotSold(known);
  const isOver = valid_until !== null && valid_until < today();
  return (
    <li class="card timetable">
      <p class="timetable-time">{spokenTime(departs)}</p>
      <div>
        <h2>{routeOf(timetable)}</h2>
        <p class="faint">
          {bus.bus_name} · {bus.registration_no}
        </p>
        <p>
          {daysOf(timetable)} · {money(fare)}
        </p>
        <p class="small faint">
          {inForce(timetable)} {isOver && <span class="badge">{words.ended}</span>}
        </p>
        {why && !isOver && <p class="small warn">⚠ {w.value.trips.notSold[why]}</p>}
        {clashes.length > 0 && <p class="notice wait">{words.clashes(clashes.length)}</p>}
      </div>
      <Link page={`/portal/timetables/${id}`} class="button">
        {words.change}
      </Link>
    </li>
  );
}

const daysOf = ({ days }: Timetable): string =>
  days.length === WEEK.length
    ? w.value.timetables.everyDay
    : WEEK.filter((day) => days.includes(day))
        .map((day) => w.value.timetables.weekdays[day])
        .join(', ');

const inForce = ({ valid_from, valid_until }: Timetable): string =>
  [
    valid_from > today() && w.value.timetables.from(bothCalendars(valid_from)),
    valid_until !== null && w.value.timetables.until(bothCalendars(valid_until)),
  ]
    .filter(Boolean)
    .join(', ');
