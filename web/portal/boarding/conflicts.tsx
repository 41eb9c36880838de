import { useAsked } from '../../parts/asked.tsx';
import { dayAndTime } from '../../parts/moment.ts';
import { api, may } from '../session.ts';
import { w } from '../words.ts';
import type { Trip } from '../parts/trip/use-trip.ts';

/** Lists scans that contradict each other or a booking. Shows nothing when there are no such scans. */
export const Conflicts = ({ trip }: { readonly trip: Trip }) => (may('CLERK') ? <Found id={trip.id} /> : null);

function Found({ id }: { readonly id: number }) {
  const words = w.value.trip;
  const { state } = useAsked((signal) => api.get('/api/operator/trips/{id}/conflicts', { path: { id }, signal }), [id]);
  const conflicts = state.value.is === 'here' ? state.value.value.results : [];
  if (conflicts.length === 0) return null;
  return (
    <section class="notice wait">
      <h2>{words.conflicts}</h2>
      <p>{words.conflictsText}</p>
      <ul>
        {conflicts.map(({ id: key, booking_code, seats, reason, scanned_at, by }) => (
          <li key={key}>
            <strong>{booking_code}</strong> {seats.join(', ')}: {words.conflictReasons[reason]} · {by} ·{' '}
            {dayAndTime(scanned_at)}
          </li>
        ))}
      </ul>
    </section>
  );
}
