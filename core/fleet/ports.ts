import type { BusId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { Bus } from './bus.ts';
import type { SeatLayout } from './seat-layout.ts';

export type KnownBus = Pick<Bus, 'operatorId'> & { readonly id: BusId };

export interface BusSeatMap {
  readonly busId: BusId;
  readonly seatMap: SeatLayout | null;
}

/** Buses with their seats, inside a transaction. What refers to them, such as bookings, stays. */
export interface BusRepo {
  /** Every bus, by its registration number. */
  known(): Promise<ReadonlyMap<string, KnownBus>>;
  /**
   * Adds buses, or brings them up to date, found by their registration numbers, each of which is named once. One that
   * was there before keeps its seat map. Answers their keys in the order of the rows; `foreign` for a bus of another
   * company, which is left as it was.
   */
  save(buses: readonly Bus[]): Promise<readonly (BusId | 'foreign')[]>;
  /**
   * Gives buses their seat maps, or takes these away. A seat that is no longer on the map is removed, or put out of use
   * if it was ever held or booked. `sold`: the bus would gain or lose its map, but has bookings for trips that leave
   * after `now`; its map is left as it was. Passengers are kept off the trips of buses that gain or lose a map, or lose
   * seats, until the transaction ends: call it last.
   */
  saveSeatMaps(maps: readonly BusSeatMap[], now: Instant): Promise<readonly ('saved' | 'sold')[]>;
}
