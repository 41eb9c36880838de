import { useRoute } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import { Problem } from '../../api/problem.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { PageTitle } from '../../parts/page.tsx';
import { placeName } from '../../words/places.ts';
import { api } from '../session.ts';
import { w } from './road-words.ts';
import { WhereIsMyBus } from './where-is-my-bus.tsx';

/** Milliseconds between two looks at a bus. Answers are made anew every ten seconds. */
const LOOK_EVERY_MS = 20_000;

/** The page of a shared journey. It shows the bus, and names nobody. */
export function LivePage() {
  const code = useRoute().params['code'] ?? '';
  const asked = useAsked(
    (signal) =>
      api.get('/api/live/{code}', { path: { code }, signal }).catch((error: unknown) => {
        if (error instanceof Problem && error.status === 404) return null;
        throw error;
      }),
    [code],
  );
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState === 'visible') void asked.again();
    };
    const timer = setInterval(look, LOOK_EVERY_MS);
    addEventListener('online', look);
    return () => {
      clearInterval(timer);
      removeEventListener('online', look);
    };
  }, [code]);
  return (
    <Asked of={asked} isPage>
      {(journey) =>
        journey === null ? (
          <>
            <PageTitle>{w.value.gone}</PageTitle>
            <p>{w.value.goneText}</p>
          </>
        ) : (
          <>
            <PageTitle small={`${journey.company.company_name} · ${journey.bus.registration_no}`}>
              {w.value.title(placeName(journey.cities[0] ?? ''), placeName(journey.cities.at(-1) ?? ''))}
            </PageTitle>
            <WhereIsMyBus position={journey} />
          </>
        )
      }
    </Asked>
  );
}
