import type { Schemas } from '../../api/operations.ts';
import { Link } from '../../parts/link.tsx';
import { dayAndTime } from '../../parts/moment.ts';
import { w as shared } from '../../words/shared.ts';
import { w } from '../words.ts';

const SHOWN = 6;

/** Lists the trips that stay as they are when their timetable changes. */
export function KeptTrips({ trips }: { readonly trips: readonly Schemas['OfficeTrip'][] }) {
  const words = w.value.timetables;
  return (
    <>
      {trips.length > 0 && (
        <>
          <p>{words.kept(trips.length)}</p>
          <ul>
            {trips.slice(0, SHOWN).map(({ id, departure_time, seats }) => (
              <li key={id}>
                <Link page={`/portal/trips/${id}`}>{dayAndTime(departure_time)}</Link> ·{' '}
                {shared.value.seats(seats.sold)}
              </li>
            ))}
            {trips.length > SHOWN && <li>{words.more(trips.length - SHOWN)}</li>}
          </ul>
        </>
      )}
      <p class="faint">{words.keptByHand}</p>
    </>
  );
}
