import { refundOfUnused } from './due-rows.ts';
import type { BookingOnRecord, PaymentOnRecord } from './ports.ts';

/** Faults of payments that an administrator settled or resolved. Each says who did so, and as what. */
export const paymentDetailFaults = ({ payments }: BookingOnRecord): readonly string[] => payments.flatMap(faultsOf);

function faultsOf(payment: PaymentOnRecord): readonly string[] {
  const { id, resolvedAs, resolvedBy, loggedResolver } = payment;
  const isBooked = refundOfUnused(payment)?.reason === 'AMOUNT_DIFFERS';
  const isDecided = isBooked || resolvedAs !== null || resolvedBy !== null || loggedResolver !== null;
  if (!isDecided) return [];
  return [
    ...(resolvedBy === null ? [`payment ${id} was resolved, and does not say by whom`] : []),
    ...(resolvedAs === null ? [`payment ${id} was resolved, and does not say as what`] : []),
    ...(isBooked && resolvedAs === 'FAILED'
      ? [`payment ${id} is FAILED by an administrator, and its money was booked`]
      : []),
    ...(resolvedBy !== null && loggedResolver !== null && resolvedBy !== loggedResolver
      ? [`user ${resolvedBy} resolved payment ${id}, and the activity log says user ${loggedResolver}`]
      : []),
  ];
}
