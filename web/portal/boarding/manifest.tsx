import { useRoute } from 'preact-iso/router';
import type { Schemas } from '../../api/operations.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { Link } from '../../parts/link.tsx';
import { bothCalendars, dayAndTime, dayOf, timeOf } from '../../parts/moment.ts';
import { PageTitle } from '../../parts/page.tsx';
import { Download } from '../parts/download.tsx';
import { routeBetween } from '../parts/route-of.ts';
import { type Column, Table } from '../parts/table.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { type ManifestRow, rowsByPoint } from './manifest-rows.ts';
import './manifest.css';

/** A trip's passengers by boarding point, made for printing. */
export function ManifestPage() {
  const id = Number(useRoute().params['id']);
  const asked = useAsked((signal) => api.get('/api/operator/trips/{id}/manifest', { path: { id }, signal }), [id]);
  return <Asked of={asked}>{(manifest) => <Sheet id={id} manifest={manifest} />}</Asked>;
}

function Sheet({ id, manifest }: { readonly id: number; readonly manifest: Schemas['Manifest'] }) {
  const words = w.value.manifest;
  const { trip, generated_at } = manifest;
  const file = `/api/operator/trips/${id}/manifest`;
  const points = rowsByPoint(manifest);
  const shown = columns(points.flatMap(([, rows]) => rows));
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
        <Download address={`${file}.pdf`} name={`manifest-${id}.pdf`}>
          {words.pdf}
        </Download>
        <Download address={`${file}.csv`} name={`manifest-${id}.csv`}>
          {words.csv}
        </Download>
        <Link page={`/portal/trips/${id}`}>{words.toTrip}</Link>
      </div>
      <p class="faint small">{words.made(dayAndTime(generated_at))}</p>
      {points.length === 0 && <p>{words.empty}</p>}
      {points.map(([point, rows]) => (
        <section key={point}>
          <h2>{words.getsOn(point || words.nowhere, rows.length)}</h2>
          <Table label={point || words.nowhere} rows={rows} keyOf={({ key }) => key} columns={shown} />
        </section>
      ))}
    </div>
  );
}

const getsOffOf = ({ getsOff }: ManifestRow): string => getsOff || '–';
const soldByOf = ({ soldBy }: ManifestRow): string => soldBy ?? '–';

/** One set of columns for all tables, so that they align. Columns without any value are left out. */
function columns(rows: readonly ManifestRow[]): readonly Column<ManifestRow>[] {
  const words = w.value.manifest;
  return [
    { title: words.seat, cell: ({ place }) => <strong>{place}</strong> },
    { title: words.name, cell: ({ name }) => name },
    { title: words.phone, cell: ({ phone }) => (phone ? <a href={`tel:${phone}`}>{phone}</a> : '–') },
    { title: words.code, cell: ({ code }) => code },
    ...(rows.some(({ getsOff }) => getsOff) ? [{ title: words.getsOff, cell: getsOffOf }] : []),
    ...(rows.some(({ soldBy }) => soldBy) ? [{ title: words.soldBy, cell: soldByOf }] : []),
    // An empty box, to be ticked by pen.
    { title: words.boarded, cell: ({ isBoarded }) => (isBoarded ? '✓' : <span class="tick-box" />) },
  ];
}
