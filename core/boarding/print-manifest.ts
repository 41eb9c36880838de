import type { PrintedPassenger, PrintedManifest } from './ports.ts';
import type { Calendar } from '../kernel/calendar.ts';
import type { TripId } from '../kernel/ids.ts';
import type { Manifest, ManifestReader, ViewManifest } from './view-manifest.ts';
import type { BoardingWorld } from './world.ts';

export type PrintManifest = ReturnType<typeof printManifest>;

/** Prints the manifest of a trip for a conductor without a phone. */
export const printManifest =
  ({ calendar, viewManifest, manifestPrinter }: BoardingWorld & { readonly viewManifest: ViewManifest }) =>
  async (reader: ManifestReader, id: TripId): Promise<{ readonly fileName: string; readonly content: Uint8Array }> => ({
    fileName: `manifest-${id}.pdf`,
    content: await manifestPrinter.print(printed(await viewManifest(reader, id), calendar)),
  });

/**
 * Writes a stop before the name of a boarding point: `1 Mugling, Bus Park`. On a trip without intermediate stops,
 * writes the point only.
 */
const placeAt =
  (stops: Manifest['stops'], stop: number) =>
  (point: string): string =>
    stops.length === 2 ? point : [`${stop} ${stops[stop]?.city ?? ''}`, point].filter((text) => text !== '').join(', ');

const printed = (
  { trip, revision, generatedAt, bookings, ended, stops }: Manifest,
  calendar: Calendar,
): PrintedManifest => ({
  sourceCity: trip.sourceCity,
  destinationCity: trip.destinationCity,
  busName: trip.busName,
  registrationNo: trip.registrationNo,
  crew: trip.crew,
  sold: trip.sold,
  boarded: trip.boarded,
  revision,
  departure: calendar.text(trip.departsAt),
  isCancelled: trip.status === 'CANCELLED',
  printedAt: calendar.text(generatedAt),
  passengers: [
    ...bookings.map((booking) => ({ ...booking, isCancelled: false })),
    ...ended.map((booking) => ({ ...booking, isCancelled: true })),
  ].flatMap(({ seats, section, ...booking }): readonly PrintedPassenger[] => {
    const [on, off] = [placeAt(stops, section.from), placeAt(stops, section.to)];
    const common = { bookingCode: booking.code, phone: booking.phone, isCancelled: booking.isCancelled };
    if (seats.length === 0)
      return [
        {
          ...common,
          seat: null,
          places: booking.places,
          name: booking.name,
          boarded: booking.boardedPlaces,
          boardingPoint: on(''),
          droppingPoint: off(''),
        },
      ];
    return seats.map(({ seat, name, boardingPoint, droppingPoint, boardedAt }) => ({
      ...common,
      seat,
      places: 1,
      name: name === '' ? booking.name : name,
      boardingPoint: on(boardingPoint),
      droppingPoint: off(droppingPoint),
      boarded: boardedAt === null ? 0 : 1,
    }));
  }),
});
