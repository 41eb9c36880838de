import type { Schemas } from '../../api/operations.ts';

type Manifest = Schemas['OfficeManifest'];

/** A row of the manifest: one passenger. On a bus without a seat map, one booking. */
export interface ManifestRow {
  readonly key: string;
  readonly place: string;
  readonly name: string;
  readonly phone: string | null;
  readonly code: string;
  readonly getsOff: string;
  readonly isBoarded: boolean;
  /** Whether the booking ended with the cancellation of the trip. */
  readonly isCancelled: boolean;
  readonly soldBy: string | null;
}

type RowsAtPoint = readonly [point: string, rows: readonly ManifestRow[]];

/**
 * Rows grouped by boarding point, in the order of the route. The group with an empty name has passengers who chose no
 * point.
 */
export function rowsByPoint({ bookings }: Manifest): readonly RowsAtPoint[] {
  const points = new Map<string, ManifestRow[]>();
  const add = (point: string, row: ManifestRow): void => void points.set(point, [...(points.get(point) ?? []), row]);
  for (const booking of bookings) {
    const {
      booking_id: id,
      booking_code: code,
      name,
      phone,
      sold_by: soldBy,
      places,
      boarded_places: boarded,
      cancelled: isCancelled,
    } = booking;
    for (const seat of booking.seats)
      add(seat.boarding_point, {
        key: `${id} ${seat.seat_id}`,
        place: seat.seat_number,
        name: seat.name || name,
        phone,
        code,
        soldBy,
        getsOff: seat.dropping_point,
        isBoarded: seat.boarded_at !== null,
        isCancelled,
      });
    if (booking.seats.length === 0)
      add('', {
        key: String(id),
        place: `${places} ×`,
        name,
        phone,
        code,
        soldBy,
        getsOff: '',
        isBoarded: boarded > 0,
        isCancelled,
      });
  }
  return [...points];
}
