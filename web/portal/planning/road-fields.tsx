import { useAsked } from '../../parts/asked.tsx';
import { placeName } from '../../words/places.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { FaresEditor } from './fares-editor.tsx';
import type { RoadAndPoints } from './departure-draft.ts';
import { PointsEditor } from './points-editor.tsx';
import type { WholeRoad } from './road.ts';
import { StopsEditor } from './stops-editor.tsx';
import './road.css';

interface Props {
  readonly draft: RoadAndPoints & { readonly source: string; readonly destination: string };
  readonly change: (patch: Partial<RoadAndPoints>) => void;
  readonly errorOf: (field: string) => string | undefined;
  /** Local time of the departure, `07:00`. */
  readonly departs: string;
  readonly whole: WholeRoad;
}

/** Fields for the stops, for the fares between them, and for the boarding and dropping points. */
export function RoadFields({ draft, change, errorOf, departs, whole }: Props) {
  const { road, source, destination } = draft;
  const names = useStopNames([source, ...road.stops.map(({ city }) => city), destination]);
  return (
    <>
      <section class="card">
        <StopsEditor
          stops={road.stops}
          names={names}
          departs={departs}
          duration={whole.duration}
          errorOf={errorOf}
          onStops={(stops) =>
            // Proposes new fares when a stop is added or removed, because the stops then have other numbers.
            change({ road: { stops, fares: stops.length === road.stops.length ? road.fares : null } })
          }
        />
        {road.stops.length > 0 && (
          <FaresEditor
            road={road}
            whole={whole}
            names={names}
            errorOf={errorOf}
            onFares={(fares) => change({ road: { ...road, fares } })}
          />
        )}
      </section>
      <section class="card">
        {(['boarding', 'dropping'] as const).map((kind) => (
          <PointsEditor
            key={kind}
            kind={kind}
            points={draft[kind]}
            stops={road.stops}
            names={names}
            departs={departs}
            errorOf={errorOf}
            onPoints={(points) => change({ [kind]: points })}
          />
        ))}
      </section>
    </>
  );
}

/** The stops' names, found by the ids of their cities. A stop without a city is named by its number. */
function useStopNames(ids: readonly string[]): readonly string[] {
  const { state } = useAsked((signal) => api.get('/api/cities', { signal }), []);
  const cities = state.value.is === 'here' ? state.value.value : [];
  const names = new Map(cities.map(({ id, city_name }) => [String(id), placeName(city_name)]));
  return ids.map((id, index) => names.get(id) ?? w.value.timetables.stops.unnamed(index));
}
