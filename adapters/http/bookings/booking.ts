import { Type } from '@sinclair/typebox';
import { allFees } from '../../../core/bookings/cancelled-part.ts';
import { amountDueOf, BOOKING_STATUSES } from '../../../core/bookings/booking.ts';
import type { ListedBooking } from '../../../core/bookings/ports.ts';
import { type Paisa, toRupees } from '../../../core/kernel/money.ts';
import { toIso } from '../../../core/kernel/time.ts';
import { isAutomatic, takesAccount } from '../../../core/payments/automatic-refunds.ts';
import type { Gateways } from '../../../core/payments/gateway.ts';
import { PAYMENT_STATUSES } from '../../../core/payments/payment.ts';
import { maskedNumber } from '../../../core/payments/about-booking.ts';
import { ACCOUNT_KINDS, REFUND_REASONS, REFUND_STATUSES, type RefundStatus } from '../../../core/payments/refund.ts';
import type { SeatPassenger } from '../../../core/seats/sold-passenger.ts';
import type { PlaceUrlNeeds } from '../../../core/trips/places.ts';
import {
  bookingSeat,
  cancelledSeat,
  toCancelledSeats,
  changedBooking,
  toChanged,
  sectionOfBooking,
  wholeTimes,
  toSectionOfBooking,
  toWholeTimes,
} from './booking-parts.ts';
import { leastCancelPercent, toLeastCancelPercent } from './least-cancel-percent.ts';
import { arrivalMoment, departureMoment, isoOrNull, moment, nullable, rupees } from '../route/fields.ts';
import { gettingOn, placeInTime, toGettingOn, toPlaceInTime } from '../trips/trip.ts';

/** A booking as its passenger sees it. */
export const bookingResponse = Type.Object(
  {
    id: Type.Integer({ examples: [7] }),
    booking_code: Type.String({
      description: 'Is the code by which passenger and bus company know the booking.',
      examples: ['BT261120048213'],
    }),
    booking_status: Type.String({
      enum: [...BOOKING_STATUSES],
      description:
        'Gives the status of the booking. PENDING_PAYMENT becomes EXPIRED when it is not paid before payment_deadline.',
    }),
    own: Type.Boolean({
      description:
        'Is true if the booking belongs to the account; false for a ticket that a counter sold to its verified phone number: the account can look at it, but not change it.',
    }),
    schedule_id: Type.Integer({ examples: [42] }),
    ...sectionOfBooking,
    trip: Type.Object({
      status: Type.String({
        enum: ['ACTIVE', 'CANCELLED'],
        description:
          'Gives the status of the trip. Until the bookings of a CANCELLED trip are ended, they can be cancelled at any time, without a fee.',
      }),
      source_city: Type.String({
        description:
          'Names the city where the booked section begins. The cities and times here are those of this section.',
        examples: ['Kathmandu'],
      }),
      destination_city: Type.String({ examples: ['Pokhara'] }),
      departure_time: departureMoment(),
      arrival_time: arrivalMoment({ examples: ['2026-11-20T11:15:00.000Z'] }),
      ...wholeTimes,
      bus_name: Type.String({ examples: ['Blue Sky Deluxe'] }),
      registration_no: Type.String({ examples: ['BA 3 KHA 1234'] }),
      bus_type: Type.String({ examples: ['DELUXE'] }),
      company_name: Type.String({ examples: ['Blue Sky Travels'] }),
      company_phone: nullable(
        Type.String({
          description: "Gives the phone number of the company's office, for passengers; null if it has none.",
          examples: ['01-4412345'],
        }),
      ),
    }),
    seats_count: Type.Integer({ examples: [1] }),
    seats: Type.Array(bookingSeat, {
      description: 'Lists the booked seats, by seat number; it is empty on a bus without a seat map.',
    }),
    getting_on: gettingOn,
    getting_off: placeInTime(
      'Tells where and when the first passenger gets off: at the point that was chosen, else in the city. `at` is null for a point that the trip does not have.',
    ),
    total_amount: rupees(),
    amount_due: rupees({
      description:
        'Gives the amount to pay before `payment_deadline`, in NPR: the price, or what a change to another trip costs beyond the money of the old booking. It is 0 when nothing waits to be paid.',
      examples: [1200],
    }),
    payment_status: nullable(
      Type.String({
        enum: [...PAYMENT_STATUSES],
        description:
          'Gives the status of the newest payment; null before the first checkout. After a change to another trip that nothing was paid for, it is that of the old booking.',
        examples: ['INITIATED'],
      }),
    ),
    payment_deadline: moment({ examples: ['2026-11-19T10:15:00.000Z'] }),
    booked_at: moment({ examples: ['2026-11-19T10:00:00.000Z'] }),
    cancel_reason: nullable(
      Type.String({
        description:
          'Gives the reason for the cancellation; null if the booking was not cancelled, or without a reason.',
        examples: ['Cancelled by the passenger.'],
      }),
    ),
    cancelled_by: nullable(
      Type.String({
        description:
          'Names the role of whoever cancelled the booking: PASSENGER, OPERATOR or ADMIN; null if nobody has.',
        examples: ['PASSENGER'],
      }),
    ),
    cancelled_at: nullable(moment({ description: 'Tells when the booking was cancelled; null if it was not.' })),
    cancellation_fee_amount: nullable(
      rupees({
        description:
          'Gives the sum of the fees of all cancellations of the booking, in NPR; null if nothing was cancelled.',
        examples: [120],
      }),
    ),
    least_cancel_percent: leastCancelPercent,
    cancelled_seats: Type.Array(cancelledSeat, {
      description: 'Lists the seats or places that were cancelled while others stayed, in the order of cancelling.',
    }),
    refunds: Type.Array(
      Type.Object(
        {
          gateway: Type.String({
            description: 'Names the gateway of the payment that is given back.',
            examples: ['KHALTI'],
          }),
          automatic: Type.Boolean({
            description:
              'Is true if the gateway pays the refund by itself, to where it was paid from; false if somebody sends it.',
          }),
          needs_account: Type.Boolean({
            description:
              'Is true if the passenger should name an account, because somebody sends the refund by hand and has not yet; false otherwise.',
          }),
          amount: rupees({ examples: [1080] }),
          reason: Type.String({ enum: [...REFUND_REASONS], examples: ['PASSENGER_CANCELLATION'] }),
          status: Type.String({
            enum: [...REFUND_STATUSES],
            description:
              'Gives the status of the refund. FAILED means that the money came back, and is sent again once another account is named.',
          }),
          due_at: moment({ description: 'Tells by when the refund is to be paid.' }),
          paid_at: nullable(moment({ description: 'Tells when the refund was paid; null before.' })),
          reference: nullable(
            Type.String({
              description: 'Gives the reference under which the refund was sent; null before it is sent.',
              examples: ['000AWEO'],
            }),
          ),
          account: nullable(
            Type.Object(
              {
                kind: Type.String({ enum: [...ACCOUNT_KINDS], examples: ['ESEWA'] }),
                masked: Type.String({
                  description: "Shows the last digits of the account's number; the others are hidden.",
                  examples: ['•••••••678'],
                }),
              },
              {
                title: 'MaskedAccount',
                description:
                  'Shows the account to which the refund goes, or went; null if nobody has named an account.',
              },
            ),
          ),
        },
        { title: 'RefundForPassenger' },
      ),
      { description: 'Lists the refunds of what was paid, oldest first.' },
    ),
    changed_from: nullable(changedBooking('The booking that was, or is to be, changed to this one.')),
    changed_to: nullable(changedBooking('The booking that this one was changed to, which has its money.')),
    rating: nullable(
      Type.Object({
        stars: Type.Integer({ minimum: 1, maximum: 5, examples: [5] }),
        review: Type.String({ examples: ['On time, and a friendly crew.'] }),
        issue_flag: Type.Boolean(),
      }),
    ),
  },
  { title: 'Booking' },
);

export const toBookingSeat = (passenger: SeatPassenger) => ({
  seat_number: passenger.seat,
  passenger_name: passenger.name,
  passenger_age: passenger.age,
  passenger_gender: passenger.gender,
  boarding_point: passenger.boardingPoint,
  dropping_point: passenger.droppingPoint,
});

const rupeesOrNull = (amount: Paisa | null): number | null => (amount === null ? null : toRupees(amount));

/** Gateways by name. A response about a booking names the gateway that pays a refund. */
export type RefundGateways = Pick<Gateways, 'known' | 'of'>;

/** The parts of the service that make a response about a booking. */
export interface BookingResponseNeeds extends PlaceUrlNeeds {
  readonly gateways: RefundGateways;
}

export const toBookingResponse = (needs: BookingResponseNeeds) => (booking: ListedBooking) => ({
  id: booking.id,
  booking_code: booking.code,
  booking_status: booking.status,
  own: booking.isOwn,
  schedule_id: booking.tripId,
  ...toSectionOfBooking(booking),
  trip: {
    status: booking.trip.status,
    source_city: booking.trip.sourceCity,
    destination_city: booking.trip.destinationCity,
    departure_time: toIso(booking.trip.departsAt),
    arrival_time: toIso(booking.trip.arrivesAt),
    ...toWholeTimes(booking.trip),
    bus_name: booking.trip.busName,
    registration_no: booking.trip.registrationNo,
    bus_type: booking.trip.busType,
    company_name: booking.trip.companyName,
    company_phone: booking.trip.companyPhone,
  },
  seats_count: booking.seatsCount,
  seats: booking.seats.map(toBookingSeat),
  getting_on: toGettingOn(needs)(booking.gettingOn),
  getting_off: toPlaceInTime(booking.gettingOff),
  total_amount: toRupees(booking.total),
  amount_due: toRupees(amountDueOf(booking)),
  payment_status: booking.paymentStatus,
  payment_deadline: toIso(booking.paymentDeadline),
  booked_at: toIso(booking.bookedAt),
  cancel_reason: booking.cancelReason,
  cancelled_by: booking.cancelledBy,
  cancelled_at: isoOrNull(booking.cancelledAt),
  cancellation_fee_amount: rupeesOrNull(allFees(booking, booking.cancellationFee)),
  least_cancel_percent: toLeastCancelPercent(booking),
  cancelled_seats: toCancelledSeats(booking),
  refunds: booking.refunds.map(({ gateway, amount, reason, status, dueAt, paidAt, reference, account }) => ({
    gateway,
    automatic: isAutomatic({ gateway }, needs.gateways),
    needs_account: takesAccount({ gateway, status: status as RefundStatus }, needs.gateways),
    amount: toRupees(amount),
    reason,
    status,
    due_at: toIso(dueAt),
    paid_at: isoOrNull(paidAt),
    reference,
    account: account && { kind: account.kind, masked: maskedNumber(account.number) },
  })),
  ...toChanged(booking),
  rating: booking.rating && {
    stars: booking.rating.stars,
    review: booking.rating.review,
    issue_flag: booking.rating.issueFlag,
  },
});
