import { useEffect } from 'preact/hooks';
import { Problem } from '../../api/problem.ts';
import { useAsked } from '../../parts/asked.tsx';
import { Refused, useSending } from '../../parts/form.tsx';
import { ToldNotice } from '../../parts/late.tsx';
import type { TripNow } from '../parts/trip/use-trip.ts';
import { api, may } from '../session.ts';

/** The delay that crew or office have told of a trip, with a button that takes it back. Nothing if none holds. */
export function ToldDelay({ now }: { readonly now: TripNow }) {
  const { trip } = now;
  const path = { id: trip.id };
  const sending = useSending();
  const said = useAsked(
    (signal) =>
      api.get('/api/trips/{id}/position', { path, query: {}, signal }).then(
        (position) => position.said,
        (error: unknown) => {
          if (error instanceof Problem && error.status === 404) return null;
          throw error;
        },
      ),
    [trip.id],
  );
  // The trip is read again after each event about it, such as a delay that somebody has told.
  useEffect(() => void said.again(), [now]);
  const state = said.state.value;
  if (state.is !== 'here' || state.value === null) return null;
  const takeBack = (): Promise<void> =>
    sending.send(async () => {
      await api.delete('/api/operator/trips/{id}/delay', { path, query: {} });
      await said.again();
    });
  return (
    <>
      {sending.sentence.value && <Refused sentence={sending.sentence} />}
      <ToldNotice
        delay={state.value}
        city={trip.stops[state.value.stop]?.city.city_name ?? ''}
        onTakeBack={may('CLERK') ? takeBack : undefined}
      />
    </>
  );
}
