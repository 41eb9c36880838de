import type { PlanningStores, PlanningWorld } from '../planning/world.ts';
import type { Gateways } from './gateway.ts';
import type { OfficeBookings } from './office-booking.ts';
import type { PaymentRecords } from './payment-record.ts';
import type {
  Alarm,
  CallbackLog,
  CountOpenAtGateways,
  CountUnpaidRefunds,
  MayLogUnmatched,
  PaymentRepo,
  ReadCallback,
  WriteCalendarEntry,
} from './ports.ts';
import type { RefundRepo } from './refund.ts';
import type { Sandbox } from './sandbox.ts';

/** The stores of one transaction: those of the area `payments` and of the areas below it. */
export interface PaymentStores extends PlanningStores {
  readonly payments: PaymentRepo;
  readonly refunds: RefundRepo;
  readonly callbacks: CallbackLog;
  readonly sandbox: Sandbox;
  readonly officeBookings: Pick<OfficeBookings, 'find' | 'findAll'>;
  readonly paymentRecords: Pick<PaymentRecords, 'find'>;
}

/** The dependencies of use cases of the area `payments`. */
export interface PaymentWorld<Stores extends PaymentStores = PaymentStores> extends PlanningWorld<Stores> {
  readonly officeBookings: OfficeBookings;
  readonly paymentRecords: PaymentRecords;
  readonly countOpenAtGateways: CountOpenAtGateways;
  readonly countUnpaidRefunds: CountUnpaidRefunds;
  readonly outstandingRefunds: RefundRepo['outstanding'];
  readonly refundsToAttempt: RefundRepo['toAttempt'];
  readonly gateways: Gateways;
  readonly readCallback: ReadCallback;
  readonly mayLogUnmatched: MayLogUnmatched;
  readonly writeCalendarEntry: WriteCalendarEntry;
  /** Reports a problem to the people who run the service. */
  readonly alarm: Alarm;
}

/**
 * The dependencies of mails about bookings. A command that runs without the service, such as the import of a catalogue,
 * has no others.
 */
export type MailingWorld = Pick<
  PaymentWorld,
  'clock' | 'calendar' | 'gateways' | 'passengerClientBase' | 'writeCalendarEntry'
>;
