import type { Schemas } from '../../api/operations.ts';

/** The stops of a section, as request fields. Empty for a trip without stops on the way. */
export interface Stops {
  readonly from_stop?: number;
  readonly to_stop?: number;
}

export const sectionOf = ({
  stops,
  from_stop,
  to_stop,
}: Pick<Schemas['Trip'], 'stops' | 'from_stop' | 'to_stop'>): Stops => (stops.length > 2 ? { from_stop, to_stop } : {});

/** The stops where the passengers of a booking get on and off. */
export const ownStops = ({ from_stop, to_stop }: Pick<Schemas['AgentBooking'], 'from_stop' | 'to_stop'>): Stops => ({
  from_stop,
  to_stop,
});

/** A section as query parameters, which are texts. */
export const textsOf = ({ from_stop, to_stop }: Stops) => ({
  ...(from_stop !== undefined && { from_stop: String(from_stop) }),
  ...(to_stop !== undefined && { to_stop: String(to_stop) }),
});

/** A section as the query of an address, with its question mark; empty for the whole trip. */
export function inQuery(stops: Stops): string {
  const query = new URLSearchParams(textsOf(stops)).toString();
  return query === '' ? '' : `?${query}`;
}
