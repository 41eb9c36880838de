import type { UserRepo } from '../accounts/ports.ts';
import type { FleetEvent } from '../fleet/world.ts';
import type { Recorder } from '../platform/outbox.ts';
import type { SeatEvent } from '../seats/ports.ts';
import type { SeatStores, SeatWorld } from '../seats/world.ts';
import type { TripChanged } from '../trips/trip.ts';
import type { DrawCrypto } from './door.ts';
import type { DoorStore } from './door-ports.ts';
import type { OfferChanged } from './offer-event.ts';
import type { OfferTerms } from './offer-times.ts';
import type { WaitStore, WaitViews } from './ports.ts';

/** The stores of one transaction: those of the area `line` and of the areas below it. */
export interface LineStores extends SeatStores {
  readonly doors: DoorStore;
  readonly waits: WaitStore;
  readonly waitViews: Pick<WaitViews, 'find'>;
  readonly users: UserRepo;
  readonly events: Recorder<FleetEvent | TripChanged | SeatEvent | OfferChanged>;
}

/** The terms of doors, which open the sale of trips. */
export interface DoorTerms {
  /** Sales open only at whole multiples of these minutes after the local midnight. */
  readonly stepMinutes: number;
  /** The part of a trip's seats, in percent, that blocks and counter sales may take until the rush is over. */
  readonly counterPercent: number;
}

/** The terms by which seats are offered to those who wait. */
export interface LineTerms extends OfferTerms {
  /** The hours before departure from which on anybody gets a kept seat, unless the company says otherwise. */
  readonly keptUntilHours: number;
  /** The address of the passengers' pages. */
  readonly passengerClientBase: string;
}

/** The dependencies of use cases of the area `line`. */
export interface LineWorld<Stores extends LineStores = LineStores> extends SeatWorld<Stores> {
  readonly draws: DrawCrypto;
  readonly doorTerms: DoorTerms;
  readonly waitViews: WaitViews;
}
