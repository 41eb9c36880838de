import type { Schemas } from '../../api/operations.ts';
import { placeName } from '../../words/places.ts';
import { w } from '../words.ts';

/** The fields of a trip that name its bus, its whole line and the section that is ridden. */
export type OnLine = Pick<Schemas['Trip'], 'stops' | 'from_stop' | 'to_stop' | 'bus'>;

/** A sentence with the whole line and the plate of the bus. Undefined for a whole trip, whose cities say it already. */
export function wholeLine({ stops, from_stop: from, to_stop: to, bus }: OnLine): string | undefined {
  const [first, last] = [stops[0], stops.at(-1)];
  if (!first || !last || (from === 0 && to === stops.length - 1)) return undefined;
  return w.value.trips.onLine(placeName(first.city), placeName(last.city), bus.registration_no);
}
