import type { Schemas } from '../../api/operations.ts';
import { useAsked } from '../../parts/asked.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Link } from '../../parts/link.tsx';
import { money } from '../../parts/money.ts';
import { bothCalendars, today, spokenTime } from '../../parts/moment.ts';
import { PageTitle } from '../../parts/page.tsx';
import { placeName } from '../../words/places.ts';
import { api, may } from '../session.ts';
import { w } from '../words.ts';
import { routeOf } from '../parts/route-of.ts';
import { Paged, usePaged } from '../parts/paged.tsx';
import { WEEK } from './days.ts';
import { comesBack, isOver } from './way-back.ts';
import { whyNotSold } from './why-not-sold.ts';
import './timetables.css';

type Timetable = Schemas['Timetable'];

export function TimetablesPage() {
  const words = w.value.timetables;
  const buses = useAsked((signal) => api.get('/api/operator/buses', { query: { limit: 100 }, signal }), []);
  const found = buses.state.value;
  const busOf = (id: number) => (found.is === 'here' ? found.value.results.find((bus) => bus.id === id) : undefined);
  const timetables = usePaged({}, (options) => api.get('/api/operator/timetables', options));
  const listed = timetables.state.value;
  // Only the whole list can tell that none brings a bus back.
  const isWhole = listed.is === 'here' && listed.value.next_cursor === null;
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
              <Card
                key={timetable.id}
                timetable={timetable}
                bus={busOf(timetable.bus.id)}
                isOneWay={isWhole && !comesBack(timetable, rows)}
              />
            ))}
          </ul>
        )}
      </Paged>
    </>
  );
}

function Card({
  timetable,
  bus: known,
  isOneWay,
}: {
  readonly timetable: Timetable;
  readonly bus: Schemas['Bus'] | undefined;
  /** True if no timetable takes the bus back to where this one begins. */
  readonly isOneWay: boolean;
}) {
  const words = w.value.timetables;
  const { id, bus, fare, departs, clashes } = timetable;
  const why = known && whyNotSold(known);
  const isEnded = isOver(timetable);
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
          {inForce(timetable)} {isEnded && <span class="badge">{words.ended}</span>}
        </p>
        {why && !isEnded && <p class="small warn">⚠ {w.value.trips.notSold[why]}</p>}
        {isOneWay && !isEnded && (
          <p class="small warn">
            ⚠ {words.neverBack(placeName(timetable.source_city.city_name))}{' '}
            {may('MANAGER') && <Link page={`/portal/timetables/new?back=${id}`}>{words.addWayBack}</Link>}
          </p>
        )}
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
