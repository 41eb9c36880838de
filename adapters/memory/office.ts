import type { Booking } from '../../core/bookings/booking.ts';
import type { BookingId, SeatNumber } from '../../core/kernel/ids.ts';
import type { Instant } from '../../core/kernel/time.ts';
import type { OfficeBooking, OfficeRefund } from '../../core/payments/office-booking.ts';
import { isResolvable } from '../../core/payments/payment.ts';
import type { PaymentRecord } from '../../core/payments/payment-record.ts';
import type { PaymentStores } from '../../core/payments/stores.ts';
import { marksOf } from './boardings.ts';
import { bookingViewOn } from './bookings.ts';
import type { State, StoredPayment } from './state.ts';

const bookingOf = (state: State, { bookingId }: { readonly bookingId: BookingId }): Booking => {
  const booking = state.bookings.get(bookingId);
  if (!booking) throw new Error(`A payment is for booking ${bookingId}, which is not there.`);
  return booking;
};

const refundsOf = (state: State, { id: booking }: Booking): readonly OfficeRefund[] =>
  [...state.refunds.values()]
    .filter(({ bookingId }) => bookingId === booking)
    .map(({ id, amount, reason, status, gateway, dueAt, paidAt, reference, takenOver, account }) => ({
      id,
      amount,
      reason,
      status,
      gateway,
      dueAt,
      paidAt,
      reference,
      takenOver,
      account,
    }));

export const memoryOfficeBookings = (state: State): PaymentStores['officeBookings'] => {
  const seenOf = bookingViewOn(state);

  const boardedAt = (booking: Booking, seat: SeatNumber): Instant | null =>
    marksOf(state, booking).find(({ at }) => 'seatId' in at && at.number === seat)?.boarding?.at ?? null;

  const view = async (booking: Booking): Promise<OfficeBooking> => {
    const seen = seenOf(booking);
    const user = state.users.get(booking.userId);
    if (!user) throw new Error(`Booking ${booking.id} is somebody's who is not there.`);
    const { trip, seats, gettingOn, gettingOff, cancelReason, cancelledBy, cancelledAt, cancellationFee, changed } =
      seen;
    const { status, sourceCity, destinationCity, departsAt, arrivesAt, whole, busName, registrationNo } = trip;
    const crew = state.trips.get(booking.tripId)?.crew ?? [];
    const payments = [...state.payments.values()].filter(({ bookingId }) => bookingId === booking.id);
    return {
      ...booking,
      trip: { status, sourceCity, destinationCity, departsAt, arrivesAt, whole, busName, registrationNo, crew },
      gettingOn,
      gettingOff,
      companyName: state.operators.get(booking.operatorId)?.companyName ?? '',
      companyPhone: state.operators.get(booking.operatorId)?.contactPhone ?? null,
      contact: booking.contact ?? { name: user.fullName, phone: user.phone, email: user.email },
      account: {
        fullName: user.fullName,
        email: user.email,
        emailVerified: user.emailVerified,
        phone: user.phone,
        phoneVerified: user.phoneVerified,
      },
      seats: seats.map((seat) => ({ ...seat, boardedAt: boardedAt(booking, seat.seat) })),
      payments: payments.map(({ gateway, status, amount, gatewayId, reference, createdAt }) => ({
        gateway,
        status,
        amount,
        gatewayId: gatewayId ?? null,
        reference: reference ?? null,
        createdAt,
      })),
      refunds: refundsOf(state, booking),
      changed,
      ticketRevoked: booking.status === 'REFUNDED',
      calendarSequence: 0,
      cancelReason,
      cancelledBy,
      cancelledAt,
      cancellationFee,
    };
  };

  return {
    async find(id) {
      const booking = state.bookings.get(id);
      return booking && view(booking);
    },

    findAll: async (ids) => Promise.all([...state.bookings.values()].filter(({ id }) => ids.includes(id)).map(view)),
  };
};

export const memoryPaymentRecords = (state: State): PaymentStores['paymentRecords'] => {
  const recordOf = (payment: StoredPayment): PaymentRecord => {
    const { code: bookingCode, operatorId } = bookingOf(state, payment);
    const { id, bookingId, gateway, transactionUuid, amount, status, reference = null, createdAt } = payment;
    const isInLedger = state.ledger.some(({ kind, paymentId }) => kind === 'PAYMENT' && paymentId === id);
    return {
      id,
      bookingId,
      bookingCode,
      operatorId,
      gateway,
      transactionUuid,
      amount,
      status,
      reference,
      createdAt,
      gatewayId: payment.gatewayId ?? null,
      gatewayAmount: payment.gatewayAmount ?? null,
      isResolvable: isResolvable(payment, isInLedger),
    };
  };

  return {
    async find(id) {
      const payment = state.payments.get(id);
      if (!payment) return undefined;
      const callbacks = state.callbacks
        .filter(({ entry }) => entry.paymentId === id)
        .map(({ entry, at }) => ({
          at,
          kind: entry.source,
          signatureValid: entry.signatureValid,
          payload: entry.payload,
        }));
      return { ...recordOf(payment), callbacks };
    },
  };
};
