import type { KeptFor } from '../fleet/kept-seats.ts';
import type { BusRepo } from '../fleet/ports.ts';
import type { SeatNumber } from '../kernel/ids.ts';
import { type Instant, hoursAfter } from '../kernel/time.ts';
import { departsFrom, type Section } from '../trips/sections.ts';
import type { Trip } from '../trips/trip.ts';

/** The seats of a trip's bus that are kept for certain passengers. */
export type KeptSeats = ReadonlyMap<SeatNumber, KeptFor>;

export interface KeepingWorld {
  /** The hours before departure from which on anybody gets a kept seat, unless the company says otherwise. */
  readonly keptUntilHours: number;
}

/** Whether a trip's seats are still kept at `now` for passengers who get on at the section's first stop. */
export const isKeeping = (
  { keptUntilHours }: KeepingWorld,
  trip: Pick<Trip, 'stops' | 'departsAt' | 'company'>,
  { from }: Pick<Section, 'from'>,
  now: Instant,
): boolean => now < hoursAfter(departsFrom(trip, from), -(trip.company.keptUntilHours ?? keptUntilHours));

const NONE: KeptSeats = new Map();

/** The seats that are kept at `now` for passengers of a section. Empty once anybody may have them. */
export const seatsKept = async (
  world: KeepingWorld,
  { buses }: { readonly buses: Pick<BusRepo, 'keptSeats'> },
  { trip, section, now }: { readonly trip: Trip; readonly section: Pick<Section, 'from'>; readonly now: Instant },
): Promise<KeptSeats> =>
  trip.bus.hasSeatMap && isKeeping(world, trip, section, now) ? buses.keptSeats(trip.id) : NONE;
