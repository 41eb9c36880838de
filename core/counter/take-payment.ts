import type { Booking } from '../bookings/booking.ts';
import { agentOwes } from '../ledger/agent-entries.ts';
import { type BookedMoney, counterPayment } from '../ledger/entries.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import type { Shift } from './shift.ts';
import type { CounterStores } from './world.ts';

interface Taken {
  /** How the customer paid: CASH, QR for the company's own code, or AGENT if the selling agent owes the amount. */
  readonly gateway: string;
  readonly reference: string | null;
  /** The shift whose till the cash is put into; undefined unless paid in cash. */
  readonly shift: Shift | undefined;
  readonly transactionUuid: string;
}

/**
 * Confirms a locked, unpaid sale that the customer pays in cash or by the company's own code, or that an agent sells on
 * account. The service never asks a gateway about such a payment.
 */
export async function takePayment(
  { bookings, payments, shifts, ledger }: CounterStores,
  booking: BookedMoney & Pick<Booking, 'agent'> & { readonly amountDue: Paisa },
  { gateway, reference, shift, transactionUuid }: Taken,
  now: Instant,
): Promise<void> {
  const { id: bookingId, amountDue: amount } = booking;
  if (!(await bookings.move(bookingId, 'confirm'))) throw new Error(`Booking ${bookingId} was changed while locked.`);
  const paymentId = await payments.add({
    bookingId,
    gateway,
    transactionUuid,
    amount,
    createdAt: now,
    nextEnquiryAt: undefined,
    ...(shift && { shiftId: shift.id }),
  });
  await payments.move(paymentId, 'complete', now, reference === null ? {} : { reference });
  if (shift) await shifts.addSale(shift.id, amount);
  const { agent } = booking;
  const rows = agent ? agentOwes({ ...booking, agent }, paymentId, amount) : counterPayment(booking, paymentId, amount);
  await ledger.record(rows, now);
}
