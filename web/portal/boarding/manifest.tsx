import { useRoute } from 'preact-iso/router';
import type { Schemas } from '../../api/operations.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { Link } from '../../parts/link.tsx';
import { bothCalendars, dayAndTime, dayOf, timeOf } from '../../parts/moment.ts';
import { PageTitle } from '../../parts/page.tsx';
import { routeBetween } from '../parts/route-of.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { Crew } from './crew.tsx';
import { ManifestFiles } from './manifest-files.tsx';
import { PassengersByPoint } from './passengers-by-point.tsx';

/** A trip's passengers by boarding point, made for printing. */
export function ManifestPage() {
  const id = Number(useRoute().params['id']);
  const asked = useAsked((signal) => api.get('/api/operator/trips/{id}/manifest', { path: { id }, signal }), [id]);
  return (
    <Asked of={asked} isPage>
      {(manifest) => <Sheet id={id} manifest={manifest} />}
    </Asked>
  );
}

function Sheet({ id, manifest }: { readonly id: number; readonly manifest: Schemas['OfficeManifest'] }) {
  const words = w.value.manifest;
  const { trip, generated_at } = manifest;
  return (
    <div class="manifest">
      <PageTitle
        small={
          <>
            {bothCalendars(dayOf(trip.departure_time))}, {timeOf(trip.departure_time)} – {timeOf(trip.arrival_time)}
            <br />
            {trip.bus_name} · {trip.registration_no} · {w.value.trips.boardedOf(trip.boarded, trip.sold)}
          </>
        }
      >
        {words.of(routeBetween(trip.source_city, trip.destination_city))}
      </PageTitle>
      <div class="row no-print">
        <button type="button" class="main" onClick={() => window.print()}>
          {words.print}
        </button>
        <ManifestFiles trip={id} />
        <Link page={`/portal/trips/${id}`}>{words.toTrip}</Link>
      </div>
      <Crew crew={trip.crew} />
      <p class="faint small">{words.made(dayAndTime(generated_at))}</p>
      <PassengersByPoint manifest={manifest} />
    </div>
  );
}
