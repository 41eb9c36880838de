import { useSignal } from '@preact/signals';
import { Dialog } from '../../parts/dialog.tsx';
import { Problem } from '../../api/problem.ts';
import { digits } from '../../words/digits.ts';
import { Refused, useSending } from '../../parts/form.tsx';
import { timeOf } from '../../parts/moment.ts';
import { api, ask } from './device.ts';
import type { CrewTrip } from './kept.ts';
import { refresh } from './manifests.ts';
import { type Passenger, isMissing, placesIn } from './passengers.ts';
import { sendWaiting } from './log.ts';
import { w } from '../words.ts';

const MINUTE = 60_000;
/** The service's limit: an earlier departure needs a confirmation. */
const EARLY_MS = 30 * MINUTE;
/** The time within which the service lets a reported departure be taken back. */
const TAKE_BACK_MS = 30 * MINUTE;

const isEarly = ({ departure_time }: CrewTrip): boolean => Date.now() < Date.parse(departure_time) - EARLY_MS;

/** Reports the departure, after a question that names the missing passengers. Also takes the report back. */
export function Depart({ trip, passengers }: { readonly trip: CrewTrip; readonly passengers: readonly Passenger[] }) {
  const words = w.value.depart;
  const isAsked = useSignal(false);
  const sending = useSending();
  /** True when the service asked for confirmation, because its clock differs from the phone's. */
  const wasAsked = useSignal(false);
  if (trip.departed_at !== null) return <Departed trip={trip} departedAt={trip.departed_at} />;
  if (trip.status === 'CANCELLED') return null;

  const missing = passengers.filter(isMissing);
  const early = wasAsked.value || isEarly(trip);
  const depart = (): Promise<void> =>
    sending.send(async () => {
      await sendWaiting();
      try {
        await ask(() => api.post('/api/conductor/trips/{id}/depart', { path: { id: trip.id }, body: { early } }));
      } catch (error) {
        wasAsked.value = error instanceof Problem && error.code === 'TOO_EARLY';
        throw error;
      }
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
          {early && <p class="notice wait">{words.early(timeOf(trip.departure_time))}</p>}
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
              {early ? words.confirmEarly : words.confirm}
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

/** The reported departure. It can be taken back as long as the service allows. */
function Departed({ trip, departedAt }: { readonly trip: CrewTrip; readonly departedAt: string }) {
  const sending = useSending();
  const until = Math.max(Date.parse(trip.departure_time), Date.parse(departedAt) + TAKE_BACK_MS);
  const takeBack = (): Promise<void> =>
    sending.send(async () => {
      await ask(() => api.post('/api/conductor/trips/{id}/undepart', { path: { id: trip.id } }));
      await refresh(trip.id);
    });
  return (
    <>
      <p class="notice good">{w.value.trips.departed(timeOf(departedAt))}</p>
      {trip.status !== 'CANCELLED' && Date.now() < until && (
        <>
          <Refused sentence={sending.sentence} />
          <button type="button" class="wide" aria-busy={sending.isBusy.value} onClick={() => void takeBack()}>
            {w.value.depart.takeBack}
          </button>
        </>
      )}
    </>
  );
}
