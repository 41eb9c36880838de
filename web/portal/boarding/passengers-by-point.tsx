import type { Schemas } from '../../api/operations.ts';
import { type Column, Table } from '../parts/table.tsx';
import { placeName } from '../../words/places.ts';
import { w } from '../words.ts';
import { type ManifestRow, rowsByPoint } from './manifest-rows.ts';
import './manifest.css';

/** Lists the passengers of a manifest in one table for each boarding point. */
export function PassengersByPoint({ manifest }: { readonly manifest: Schemas['OfficeManifest'] }) {
  const words = w.value.manifest;
  const points = rowsByPoint(manifest);
  const shown = columns(points.flatMap(([, rows]) => rows));
  return (
    <div class="manifest">
      {points.length === 0 && <p>{words.empty}</p>}
      {points.map(([point, rows]) => (
        <section key={point}>
          <h2>{words.getsOn(placeName(point) || words.nowhere, rows.length)}</h2>
          <Table label={placeName(point) || words.nowhere} rows={rows} keyOf={({ key }) => key} columns={shown} />
        </section>
      ))}
    </div>
  );
}

const getsOffOf = ({ getsOff }: ManifestRow): string => placeName(getsOff) || '–';
function boardedOf({ isBoarded, isCancelled }: ManifestRow) {
  if (isCancelled) return w.value.trips.cancelled;
  // An empty box on the printed sheet, which the crew ticks by pen.
  return isBoarded ? '✓' : <span class="tick-box" />;
}

const soldByOf = ({ soldBy }: ManifestRow): string => soldBy ?? '–';

/** The columns of every table, so that the tables align. Leaves out columns in which every cell would be empty. */
function columns(rows: readonly ManifestRow[]): readonly Column<ManifestRow>[] {
  const words = w.value.manifest;
  return [
    { title: words.seat, cell: ({ place }) => <strong>{place}</strong> },
    { title: words.name, cell: ({ name }) => name },
    { title: words.phone, cell: ({ phone }) => (phone ? <a href={`tel:${phone}`}>{phone}</a> : '–') },
    { title: words.code, cell: ({ code }) => code },
    ...(rows.some(({ getsOff }) => getsOff) ? [{ title: words.getsOff, cell: getsOffOf }] : []),
    ...(rows.some(({ soldBy }) => soldBy) ? [{ title: words.soldBy, cell: soldByOf }] : []),
    { title: words.boarded, cell: boardedOf },
  ];
}
