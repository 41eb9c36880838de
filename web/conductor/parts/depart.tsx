import { useSignal } from '@preact/signals';
import { Dialog } from '../../parts/dialog.tsx';
import { digits } from '../../parts/digits.ts';
import { Refused, useSending } from '../../parts/form.tsx';
import { timeOf } from '../../parts/moment.ts';
import { api, ask } from '../device.ts';
import type { CrewTrip } from '../kept.ts';
import { refresh } from '../manifests.ts';
import { placesIn } from '../passengers.ts';
import type { Passenger } from '../passengers.ts';
import { sendWaiting } from '../log.ts';
import { w } from '../words.ts';

/** Says that the bus has left, after a question that names who is missing. */
export function Depart({ trip, passengers }: { readonly trip: CrewTrip; readonly passengers: readonly Passenger[] }) {
  const words = w.value.depart;
  const isAsked = useSignal(false);
  const sending = useSending();
  if (trip.departed_at !== null) return <p class="notice good">{w.value.trips.departed(timeOf(trip.departed_at))}</p>;
  if (trip.status === 'CANCELLED') return null;

  const missing = passengers.filter(({ state }) => state !== 'boarded');
  const depart = (): Promise<void> =>
    sending.send(async () => {
      await sendWaiting();
      await ask(() => api.post('/api/conductor/trips/{id}/depart', { path: { id: trip.id } }));
      await refresh(trip.id);
      isAsked.value = false;
    });
  return (
    <>
      <button type="button" class="wide depart" onClick={() => (isAsked.value = true)}>
        {words.button}
      </button>
      {isAsked.value && (
        <Dialog title={words.title} onClose={() => (isAsked.value = false)}>
          <Refused sentence={sending.sentence} />
          {missing.length === 0 ? (
            <p>{words.allThere}</p>
          ) : (
            <>
              <p>{words.missing(digits(placesIn(missing)))}</p>
              <ul class="missing">
                {missing.map(({ key, label, name }) => (
                  <li key={key}>
                    <strong>{label}</strong> {name}
                  </li>
                ))}
              </ul>
            </>
          )}
          <p class="faint">{words.consequence}</p>
          <div class="row">
            <button type="button" class="main" aria-busy={sending.isBusy.value} onClick={() => void depart()}>
              {words.confirm}
            </button>
            <button type="button" onClick={() => (isAsked.value = false)}>
              {words.notYet}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
