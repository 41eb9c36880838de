import type { UserRepo } from '../accounts/ports.ts';
import type { FleetEvent } from '../fleet/world.ts';
import type { Recorder } from '../platform/outbox.ts';
import type { SeatEvent } from '../seats/ports.ts';
import type { TripChanged } from '../trips/trip.ts';
import type { OfferChanged } from './offer-event.ts';
import type { OfferTerms } from './offer-times.ts';
import type { WaitStore, WaitViews } from './ports.ts';
import type { StringSigner } from '../accounts/crypto-ports.ts';
import type { UserId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { DoorLimits } from '../seats/door-limits.ts';
import type { SeatStores, SeatWorld } from '../seats/world.ts';
import type { DoorPlace, DrawCrypto } from './door.ts';
import type { DoorStore, DoorViews } from './door-ports.ts';

/** The stores of one transaction: those of the area `line` and of the areas below it. */
export interface LineStores extends SeatStores {
  readonly doors: DoorStore;
  readonly waits: WaitStore;
  readonly doorViews: DoorViews;
  readonly waitViews: Pick<WaitViews, 'find'>;
  readonly users: UserRepo;
  readonly events: Recorder<FleetEvent | TripChanged | SeatEvent | OfferChanged>;
}

/** The terms of doors, which open the sale of trips. */
export interface DoorTerms extends DoorLimits {
  /** Sales open only at whole multiples of these minutes after the local midnight. */
  readonly stepMinutes: number;
  /** The hours before the opening from which on people join. */
  readonly joinHours: number;
  /** How long a pass is good. */
  readonly passMinutes: number;
  /** The number of people let in each minute, unless the door has a number of its own. */
  readonly admitsPerMinute: number;
  /** The proof that a place needs: an account, or also a verified phone number. */
  readonly identity: 'phone' | 'account';
}

/** The content of the token that proves a place. */
export type PlaceToken = Pick<DoorPlace, 'doorId' | 'userId' | 'place' | 'number'>;

/** The content of a pass. */
export interface PassToken {
  readonly doorId: number;
  readonly userId: UserId;
  readonly until: Instant;
}

/** The terms by which seats are offered to those who wait. */
export interface LineTerms extends OfferTerms {
  /** The hours before departure from which on anybody gets a kept seat, unless the company says otherwise. */
  readonly keptUntilHours: number;
  readonly doorTerms: Pick<DoorLimits, 'seatsPerDay'>;
  /** The address of the passengers' pages. */
  readonly passengerClientBase: string;
}

/** The dependencies of use cases of the area `line`. */
export interface LineWorld<Stores extends LineStores = LineStores> extends SeatWorld<Stores> {
  readonly draws: DrawCrypto;
  readonly placeTokens: StringSigner<PlaceToken>;
  readonly passTokens: StringSigner<PassToken>;
  readonly doorViews: DoorViews;
  readonly doorTerms: DoorTerms;
  readonly waitViews: WaitViews;
}
