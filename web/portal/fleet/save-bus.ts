import type { Schemas } from '../../api/operations.ts';
import { plainDigits } from '../../words/digits.ts';
import type { Draft } from './seat-editor/draft.ts';
import { api } from '../session.ts';
import { type Seating, isCounted } from './seating.tsx';

type Bus = Schemas['Bus'];

interface Details {
  readonly bus_name: string;
  readonly registration_no: string;
  readonly bus_type: string;
  readonly amenities: Bus['amenities'];
}

const wanted = ({ rows, cols, deck_count, seats }: Draft) => ({ rows, cols, deck_count, seats: [...seats] });

/** The typed number of places; NaN when empty or not a number. The service then refuses it with a message. */
const placesOf = ({ places }: Seating): number => Number(plainDigits(places.value) || NaN);

export const addBus = (details: Details, seating: Seating): Promise<Bus> =>
  api.post('/api/operator/buses', {
    body: {
      ...details,
      ...(isCounted(seating) ? { total_seats: placesOf(seating) } : { seat_map: wanted(seating.drawing.draft.value) }),
    },
  });

/** Sends only changed fields. Some fields request a new review whenever the request contains them, even unchanged. */
export async function changeBus(
  bus: Bus,
  map: Schemas['BusSeatMap'] | null,
  details: Details,
  seating: Seating,
): Promise<Bus> {
  const path = { id: bus.id };
  const counted = isCounted(seating);
  const draft = seating.drawing.draft.value;
  // Removes the seat map first, because a number of places can be set only without a map.
  if (counted && map) await api.put('/api/operator/buses/{id}/seat-map', { path, body: { seat_map: null } });
  if (!counted && draft !== map)
    await api.put('/api/operator/buses/{id}/seat-map', { path, body: { seat_map: wanted(draft) } });
  const changed = (['bus_name', 'registration_no', 'bus_type'] as const).filter(
    (name) => details[name].trim() !== bus[name],
  );
  const body = {
    ...(details.amenities.join() !== bus.amenities.join() && { amenities: details.amenities }),
    ...Object.fromEntries(changed.map((name) => [name, details[name]])),
    ...(counted && placesOf(seating) !== bus.total_seats && { total_seats: placesOf(seating) }),
  };
  return await api.patch('/api/operator/buses/{id}', { path, body });
}
