import type { OfficeBookings } from './office-booking.ts';
import type { PaymentRecords } from './payment-record.ts';
import type { CallbackLog, PaymentRepo } from './ports.ts';
import type { RefundRepo } from './refund.ts';
import type { Sandbox } from './sandbox.ts';

/** The stores of the area `payments`. A use case picks only the stores that it needs. */
export interface PaymentStores {
  readonly payments: PaymentRepo;
  readonly refunds: RefundRepo;
  readonly callbacks: CallbackLog;
  readonly sandbox: Sandbox;
  readonly officeBookings: Pick<OfficeBookings, 'find' | 'findAll'>;
  readonly paymentRecords: Pick<PaymentRecords, 'find'>;
}
