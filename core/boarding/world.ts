import type { StringSigner } from '../accounts/crypto-ports.ts';
import type { OperatorNotified } from '../bookings/booking.ts';
import type { TicketToken } from '../bookings/ticket-token.ts';
import type { FleetEvent } from '../fleet/world.ts';
import type { PaymentStores, PaymentWorld } from '../payments/world.ts';
import type { OfferChanged } from '../line/offer-event.ts';
import type { Recorder } from '../platform/outbox.ts';
import type { SeatEvent } from '../seats/ports.ts';
import type { TripChanged } from '../trips/trip.ts';
import type { CrewTripViews } from './crew-trip.ts';
import type { CrewDeviceViews, CrewDevices, TokenDigests } from './device-ports.ts';
import type { ManifestChanged, ManifestRevisions } from './manifest-revision.ts';
import type { ManifestViews } from './manifest.ts';
import type { BoardingViews, Boardings, ManifestPrinter } from './ports.ts';

/** The stores of one transaction: those of the area `boarding` and of the areas below it. */
export interface BoardingStores extends PaymentStores {
  readonly manifestRevisions: ManifestRevisions;
  readonly crewTrips: Pick<CrewTripViews, 'find'>;
  readonly boardings: Boardings;
  readonly crewDevices: CrewDevices;
  readonly events: Recorder<FleetEvent | TripChanged | SeatEvent | OfferChanged | OperatorNotified | ManifestChanged>;
}

/** The dependencies of use cases of the area `boarding`. */
export interface BoardingWorld<Stores extends BoardingStores = BoardingStores> extends PaymentWorld<Stores> {
  readonly boardingViews: BoardingViews;
  readonly crewDeviceViews: CrewDeviceViews;
  readonly crewTrips: CrewTripViews;
  readonly manifests: ManifestViews;
  readonly manifestPrinter: ManifestPrinter;
  readonly tokenDigests: TokenDigests;
  readonly ticketTokens: StringSigner<TicketToken>;
  readonly ticketHashes: TokenDigests;
}
