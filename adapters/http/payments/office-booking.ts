import { Type } from '@sinclair/typebox';
import { amountDueOf, BOOKING_STATUSES, CHANNELS } from '../../../core/bookings/booking.ts';
import { CANCELLERS } from '../../../core/bookings/ports.ts';
import { type StaffCaller, memberOf } from '../../../core/companies/member.ts';
import type { UserId } from '../../../core/kernel/ids.ts';
import { toRupees } from '../../../core/kernel/money.ts';
import { toIso } from '../../../core/kernel/time.ts';
import type { Office, OfficeBooking } from '../../../core/payments/office-booking.ts';
import { isAutomatic } from '../../../core/payments/automatic-refunds.ts';
import type { Gateways } from '../../../core/payments/gateway.ts';
import { PAYMENT_STATUSES } from '../../../core/payments/payment.ts';
import { REFUND_REASONS, REFUND_STATUSES } from '../../../core/payments/refund.ts';
import { type TicketLinks, ticketUrlOf } from '../../../core/tickets/ticket.ts';
import { creationMoment, departureMoment, emailAddress, isoOrNull, moment, nullable, rupees } from '../route/fields.ts';
import { toBookingSeat } from '../bookings/booking.ts';
import {
  bookingSeat,
  cancelledSeat,
  changedBooking,
  sectionOfBooking,
  toCancelledSeats,
  toChanged,
  toSectionOfBooking,
  toWholeTimes,
  wholeTimes,
} from '../bookings/booking-parts.ts';
import { toWishFields, wishFields } from '../bookings/wished-seat.ts';
import { leastCancelPercent, toLeastCancelPercent } from '../bookings/least-cancel-percent.ts';

const officeSeat = Type.Object(
  {
    ...bookingSeat.properties,
    boarded_at: nullable(moment({ description: 'Tells when this passenger boarded; null while nobody has said so.' })),
    ...wishFields,
  },
  { title: 'OfficeBookingSeat' },
);

const paymentOfBooking = Type.Object(
  {
    gateway: Type.String({ examples: ['ESEWA'] }),
    status: Type.String({ enum: [...PAYMENT_STATUSES], examples: ['COMPLETE'] }),
    amount: rupees(),
    gateway_id: nullable(
      Type.String({
        description: 'Is the id by which the gateway knows the payment; null while it is unknown, and at a counter.',
      }),
    ),
    reference: nullable(
      Type.String({
        description: "Is the gateway's own number for the payment; null while it is unknown.",
        examples: ['000AWEO'],
      }),
    ),
    created_at: creationMoment(),
  },
  { title: 'PaymentOfBooking' },
);

const refundOfBooking = Type.Object(
  {
    id: Type.Integer({ examples: [3] }),
    amount: rupees(),
    reason: Type.String({ enum: [...REFUND_REASONS] }),
    status: Type.String({ enum: [...REFUND_STATUSES] }),
    gateway: Type.String({ description: 'Names the gateway of the payment that is given back.', examples: ['ESEWA'] }),
    automatic: Type.Boolean({
      description:
        'Is true if the gateway is asked to pay the refund, without anybody’s doing; false if somebody sends it.',
    }),
    due_at: moment({ description: 'Tells by when the refund is to be paid.' }),
    paid_at: nullable(moment({ description: 'Tells when the refund was paid; null before.' })),
    reference: nullable(
      Type.String({ description: 'Gives the reference under which the refund was sent; null before it is sent.' }),
    ),
    taken_over: Type.Boolean({
      description: 'Is true if the platform pays the refund, although the company took the payment; false otherwise.',
    }),
  },
  { title: 'RefundOfBooking' },
);

/** A booking as companies and administrators see it. */
const officeBookingFields = {
  id: Type.Integer({ examples: [7] }),
  booking_code: Type.String({ examples: ['BT261120048213'] }),
  booking_status: Type.String({ enum: [...BOOKING_STATUSES] }),
  schedule_id: Type.Integer({ examples: [42] }),
  ...sectionOfBooking,
  trip: Type.Object({
    source_city: Type.String({
      description:
        'Names the city where the booked section begins. The cities and times here are those of this section.',
      examples: ['Kathmandu'],
    }),
    destination_city: Type.String({ examples: ['Pokhara'] }),
    departure_time: departureMoment(),
    ...wholeTimes,
    bus_name: Type.String({ examples: ['Blue Sky Deluxe'] }),
    registration_no: Type.String({ examples: ['BA 3 KHA 1234'] }),
  }),
  contact: Type.Object(
    {
      name: Type.String({ examples: ['Asha Gurung'] }),
      phone: nullable(Type.String({ examples: ['9812345678'] })),
      email: nullable(Type.String({ examples: ['asha@example.com'] })),
    },
    {
      description:
        "Shows the person who bought the booking at a counter or from an agent. For an online booking it is the passenger's account as it is now.",
    },
  ),
  sold_by: nullable(
    Type.String({
      description:
        'Names the person who sold the booking at a counter, or the agent that sold it; null for a booking that was made online.',
    }),
  ),
  channel: Type.String({
    enum: [...CHANNELS],
    description: 'Says how the booking was made: online by its passenger, at a counter, or by an agent on account.',
  }),
  agent: nullable(
    Type.Object(
      {
        id: Type.Integer({ examples: [2] }),
        name: Type.String({ examples: ['Himal Tickets'] }),
        contact_phone: nullable(Type.String({ examples: ['01-4567890'] })),
      },
      { title: 'AgentOfBooking', description: 'Shows the agent that sold the booking; null unless an agent did.' },
    ),
  ),
  seats: Type.Array(officeSeat, {
    description: 'Lists the booked seats, by seat number; it is empty on a bus without a seat map.',
  }),
  cancelled_seats: Type.Array(cancelledSeat, {
    description: 'Lists the seats or places that were cancelled while others stayed, in the order of cancelling.',
  }),
  least_cancel_percent: leastCancelPercent,
  seats_count: Type.Integer({ examples: [1] }),
  total_amount: rupees(),
  amount_due: rupees({
    description: 'Gives the amount that waits to be paid, in NPR; it is 0 when nothing does.',
    examples: [0],
  }),
  commission_amount: rupees({ examples: [120] }),
  operator_earning: rupees({ examples: [1080] }),
  payments: Type.Array(paymentOfBooking, { description: 'Lists the attempts to pay the booking, oldest first.' }),
  refunds: Type.Array(refundOfBooking, { description: 'Lists the refunds of the booking, oldest first.' }),
  booked_at: moment(),
  cancelled_at: nullable(moment({ description: 'Tells when the booking was cancelled; null if it was not.' })),
  cancelled_by: nullable(Type.String({ enum: [...CANCELLERS] })),
  cancel_reason: nullable(
    Type.String({
      description: 'Gives the reason for the cancellation; null if the booking was not cancelled, or without a reason.',
      examples: ['The bus broke down.'],
    }),
  ),
  changed_from: nullable(changedBooking('The booking that was, or is to be, changed to this one.')),
  changed_to: nullable(changedBooking('The booking that this one was changed to, which has its money.')),
  ticket_url: Type.String({
    description:
      'Is the address of a page for everybody that shows whether the ticket is good. The address of a booking never changes, whatever becomes of it.',
    examples: ['https://bus.example/ticket?token=eyJ0Ijoi….x4Kq…'],
  }),
};

export const officeBookingResponse = Type.Object(officeBookingFields, { title: 'OfficeBooking' });

/** Dependencies of responses that show a booking to an office: ticket links and gateways. */
export interface OfficeBookingNeeds extends TicketLinks {
  readonly gateways: Pick<Gateways, 'known'>;
}

export const toOfficeBooking = (links: OfficeBookingNeeds) => (booking: OfficeBooking) => ({
  id: booking.id,
  booking_code: booking.code,
  booking_status: booking.status,
  schedule_id: booking.tripId,
  ...toSectionOfBooking(booking),
  trip: {
    source_city: booking.trip.sourceCity,
    destination_city: booking.trip.destinationCity,
    departure_time: toIso(booking.trip.departsAt),
    ...toWholeTimes(booking.trip),
    bus_name: booking.trip.busName,
    registration_no: booking.trip.registrationNo,
  },
  contact: booking.contact,
  sold_by: booking.soldBy?.name ?? (booking.channel === 'COUNTER' ? (booking.account?.fullName ?? null) : null),
  channel: booking.channel,
  agent: booking.soldBy && {
    id: booking.soldBy.id,
    name: booking.soldBy.name,
    contact_phone: booking.soldBy.contactPhone,
  },
  seats: booking.seats.map((passenger) => ({
    ...toBookingSeat(passenger),
    boarded_at: isoOrNull(passenger.boardedAt),
    ...toWishFields(passenger),
  })),
  cancelled_seats: toCancelledSeats(booking),
  least_cancel_percent: toLeastCancelPercent(booking),
  seats_count: booking.seatsCount,
  total_amount: toRupees(booking.total),
  amount_due: toRupees(amountDueOf(booking)),
  commission_amount: toRupees(booking.commission),
  operator_earning: toRupees(booking.operatorEarning),
  payments: booking.payments.map(({ gateway, status, amount, gatewayId, reference, createdAt }) => ({
    gateway,
    gateway_id: gatewayId,
    status,
    amount: toRupees(amount),
    reference,
    created_at: toIso(createdAt),
  })),
  refunds: booking.refunds.map(({ id, amount, reason, status, gateway, dueAt, paidAt, reference, takenOver }) => ({
    id,
    amount: toRupees(amount),
    reason,
    status,
    gateway,
    automatic: isAutomatic({ gateway }, links.gateways),
    due_at: toIso(dueAt),
    paid_at: isoOrNull(paidAt),
    reference,
    taken_over: takenOver,
  })),
  booked_at: toIso(booking.bookedAt),
  cancelled_at: isoOrNull(booking.cancelledAt),
  cancelled_by: booking.cancelledBy,
  cancel_reason: booking.cancelReason,
  ...toChanged(booking),
  ticket_url: ticketUrlOf(links, booking),
});

/** A booking as administrators see it, with its company and the user who made it. */
export const adminBookingResponse = Type.Object(
  {
    ...officeBookingFields,
    operator: Type.Object({
      id: Type.Integer({ examples: [3] }),
      company_name: Type.String({ examples: ['Blue Sky Travels'] }),
    }),
    user: nullable(
      Type.Object(
        { id: Type.Integer({ examples: [12] }), email: nullable(emailAddress()) },
        {
          description:
            'Shows the account that made the booking: the passenger, or the seller at a counter; null if an agent sold it.',
        },
      ),
    ),
  },
  { title: 'AdminBooking' },
);

export const toAdminBooking = (links: OfficeBookingNeeds) => (booking: OfficeBooking) => ({
  ...toOfficeBooking(links)(booking),
  operator: { id: booking.operatorId, company_name: booking.companyName },
  user: booking.account && { id: booking.userId, email: booking.account.email },
});

/** The office that acts: the company's, with the calling member of its staff. */
export const companyOffice = (caller: StaffCaller): Office => ({ role: 'OPERATOR', ...memberOf(caller) });

/** The office that acts: the platform's, with the calling administrator. */
export const adminOffice = ({ userId }: { readonly userId: UserId }): Office => ({ role: 'ADMIN', userId });
