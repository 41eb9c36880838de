import type { AuditWorld } from './audit/world.ts';
import type { Happening } from './listening/happening.ts';
import type { WriteEvent } from './listening/event.ts';
import type { ListeningStores } from './listening/world.ts';
import type { ManifestChange } from './boarding/manifest-revision.ts';
import type { BookingStatus } from './bookings/booking.ts';
import type { ServiceEvent } from './events.ts';
import type { LineChange } from './line/line-change.ts';
import type { LineTerms } from './line/world.ts';
import type { LateTerms } from './road/late.ts';
import type { Announcement } from './platform/outbox.ts';
import type { TripId } from './kernel/ids.ts';
import type { Random } from './kernel/random.ts';
import type { Clock, Instant } from './kernel/time.ts';
import type { PaymentStatus } from './payments/payment.ts';

/**
 * All stores of one transaction. Some views are included, so that a use case can read its result inside the
 * transaction.
 */
export type Stores = ListeningStores;

/** A committed change that caches and open connections must react to. */
export type CommittedChange =
  | { readonly thing: 'event' }
  /** Something happened that companies or the platform hear of. */
  | { readonly thing: 'heard event' }
  /** Something new is known of the bus of a trip. */
  | { readonly thing: 'position'; readonly tripId: TripId }
  /** A delivery of an event is due at once. */
  | { readonly thing: 'delivery' }
  /** The service no longer accepts earlier tokens of a user or a device. */
  | { readonly thing: 'sign-out' }
  | { readonly thing: 'booking'; readonly state: BookingStatus }
  | { readonly thing: 'payment'; readonly state: PaymentStatus; readonly gateway: string };

/** The dependencies of the stores, other than the database. */
export interface StoreNeeds {
  /** Turns an event into the announcement that subscribers get. */
  readonly announce: (event: ServiceEvent, id: string, at: Instant) => Announcement;
  /** Writes the event that the owners of endpoints get. */
  readonly writeEvent: WriteEvent;
  readonly random: Pick<Random, 'uuid'>;
  readonly clock: Clock;
  /** The terms by which free seats are offered to those who wait. */
  readonly lineTerms: LineTerms;
  /** The terms by which passengers of late buses are told. */
  readonly lateTerms: LateTerms;
  /** Called after each commit with the changes of the transaction. Never called for changes that were rolled back. */
  readonly onCommit: (changes: readonly CommittedChange[]) => void;
  /** Called with errors that `onCommit` throws. */
  readonly report: (error: unknown) => void;
}

/**
 * Passes the changes of a committed transaction to `onCommit`. Never throws: an error here must not look as if the
 * transaction had failed.
 */
export function reportCommit(
  { onCommit, report }: Pick<StoreNeeds, 'onCommit' | 'report'>,
  changes: readonly CommittedChange[],
): void {
  if (changes.length === 0) return;
  try {
    onCommit(changes);
  } catch (error) {
    report(error);
  }
}

/** The dependencies of the stores inside one transaction. */
export interface TransactionNeeds extends Omit<
  StoreNeeds,
  'onCommit' | 'report' | 'clock' | 'lineTerms' | 'lateTerms'
> {
  readonly recordChange: (change: CommittedChange) => void;
  /** Called for every change to a manifest. */
  readonly manifestChanged: (change: ManifestChange) => void;
  /** Called for every tap, and for every word about a delay. Such news is told to passengers at once. */
  readonly estimateChanged: (trip: TripId) => void;
  /** Called for everything that becomes an event for companies and the platform. */
  readonly happened: (happening: Happening) => void;
  /** Called for every change that concerns those who wait. Cheap, even where nobody waits. */
  readonly lineChanged: (change: LineChange) => void;
}

/** Read-only queries for screens, outside transactions. Each method is one query. */
export type Views = Pick<
  AuditWorld,
  | 'accounts'
  | 'companies'
  | 'agentViews'
  | 'agentKeyViews'
  | 'agentHolderViews'
  | 'agentBookings'
  | 'agentAccountViews'
  | 'agentPaymentViews'
  | 'agentStatementViews'
  | 'agentCompanies'
  | 'companyAgents'
  | 'cities'
  | 'documentViews'
  | 'tripSearch'
  | 'fareViews'
  | 'officeTrips'
  | 'backlog'
  | 'hasPendingEvents'
  | 'outstandingRefunds'
  | 'countOpenAtGateways'
  | 'countUnpaidRefunds'
  | 'refundsToAttempt'
  | 'fleetViews'
  | 'timetableViews'
  | 'seatMaps'
  | 'tripBlocks'
  | 'waitViews'
  | 'doorViews'
  | 'bookingViews'
  | 'boardingPlaces'
  | 'officeBookings'
  | 'paymentRecords'
  | 'refundRecords'
  | 'shiftViews'
  | 'boardingViews'
  | 'noticeViews'
  | 'crewDeviceViews'
  | 'crewTrips'
  | 'placeViews'
  | 'trackViews'
  | 'punctualityViews'
  | 'feedViews'
  | 'manifests'
  | 'mailsWait'
  | 'dueSms'
  | 'findTicketLink'
  | 'findLiveLink'
  | 'trailViews'
  | 'ledgerViews'
  | 'adjustmentRecords'
  | 'statementViews'
  | 'userDirectory'
  | 'companyDirectory'
  | 'loginLogViews'
  | 'figures'
  | 'sales'
  | 'auditReader'
  | 'webhookViews'
>;
