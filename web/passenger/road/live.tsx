import { useRoute } from 'preact-iso/router';
import { Problem } from '../../api/problem.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { PageTitle } from '../../parts/page.tsx';
import { placeName } from '../../words/places.ts';
import { api } from '../session.ts';
import { w } from './road-words.ts';
import { useLook } from './use-look.ts';
import { WhereIsMyBus } from './where-is-my-bus.tsx';

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
  useLook(asked.again, [code]);
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
            <PageTitle
              small={`${journey.company.company_name} · ${journey.bus.bus_name} · ${journey.bus.registration_no}`}
            >
              {w.value.title(placeName(journey.cities[0] ?? ''), placeName(journey.cities.at(-1) ?? ''))}
            </PageTitle>
            <WhereIsMyBus ridden={{ trip: journey.schedule_id }} cities={journey.cities} position={journey} />
          </>
        )
      }
    </Asked>
  );
}
