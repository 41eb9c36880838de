import type { KeptManifest, Manifest, ManifestBooking } from './kept.ts';

/* Manifests as earlier versions of the pages have stored them. */

/**
 * A manifest in version 1 of the phone's database. Trips then had only an origin and a destination, and no stops on the
 * way.
 */
export interface ManifestOf1 extends Omit<KeptManifest, 'manifest'> {
  readonly manifest: Omit<Manifest, 'stops' | 'bookings'> & {
    readonly bookings: readonly Omit<ManifestBooking, 'from_stop' | 'to_stop'>[];
    /** The trip's stops. Present if a newer service sent them, because version 1 stored manifests unchanged. */
    readonly stops?: Manifest['stops'];
  };
}

/**
 * Converts a manifest of version 1, whose passengers ride from the origin to the destination. The result has no ETag,
 * so the phone requests the whole manifest once it has a network.
 */
export function withStops(kept: ManifestOf1 | KeptManifest): KeptManifest {
  const { manifest } = kept;
  if (manifest.stops) return kept as KeptManifest;
  const { source_city, destination_city, departure_time, arrival_time, departed_at } = manifest.trip;
  const bookings = manifest.bookings.map((booking) => ({ ...booking, from_stop: 0, to_stop: 1 }));
  const ids = bookings.map(({ booking_id }) => booking_id);
  const stops: Manifest['stops'] = [
    {
      stop: 0,
      city: source_city,
      arrives_at: null,
      departs_at: departure_time,
      left_at: departed_at,
      on: ids,
      off: [],
      free: [],
    },
    {
      stop: 1,
      city: destination_city,
      arrives_at: arrival_time,
      departs_at: null,
      left_at: null,
      on: [],
      off: ids,
      free: [],
    },
  ];
  return { ...kept, etag: '', manifest: { ...manifest, bookings, stops } };
}
