import { Asked, useAsked } from '../../parts/asked.tsx';
import { digits } from '../../words/digits.ts';
import { Empty } from '../../parts/empty.tsx';
import { Link } from '../../parts/link.tsx';
import { bothCalendars, dayAfter, today } from '../../parts/moment.ts';
import { money } from '../../parts/money.ts';
import { w } from '../words.ts';
import { findTrips } from './find-trips.ts';
import { type Wishes, tripsPage } from './wishes.ts';

const NEAR = [1, -1, 2, -2, 3, 4] as const;
const NEXT = [0, 1, 2, 3] as const;

/** A note for a day without a bus. Lists the days around it that have trips; for a past day, the next days. */
export function NoTrips({ wishes }: { readonly wishes: Wishes }) {
  const words = w.value.trips;
  const { origin, destination, date } = wishes;
  const isPast = date < today();
  const days = isPast
    ? NEXT.map((step) => dayAfter(today(), step))
    : NEAR.map((step) => dayAfter(date, step)).filter((day) => day >= today());
  const near = useAsked(
    async (signal) =>
      (
        await Promise.all(
          days.map(async (day) => ({ day, ...(await findTrips({ origin, destination, date: day }, signal)) })),
        )
      )
        .filter(({ trips }) => trips.length > 0)
        .toSorted((a, b) => a.day.localeCompare(b.day)),
    [origin, destination, date],
  );
  return (
    <Empty title={isPast ? words.pastDay : words.nothing}>
      {!isPast && <p>{words.nothingText}</p>}
      <Asked of={near}>
        {(found) =>
          found.length === 0 ? (
            <p>{words.noOtherDays}</p>
          ) : (
            <>
              <p>{words.otherDays}</p>
              <ul class="plain-list other-days">
                {found.map(({ day, trips }) => (
                  <li key={day}>
                    <Link class="button" page={tripsPage({ ...wishes, date: day })}>
                      <span>{bothCalendars(day)}</span>
                      <span class="faint small">
                        {words.found(digits(trips.length), trips.length === 1)},{' '}
                        {words.from(money(Math.min(...trips.map(({ fare }) => fare))))}
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Asked>
    </Empty>
  );
}
