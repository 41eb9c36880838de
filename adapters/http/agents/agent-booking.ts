import { Type } from '@sinclair/typebox';
import type { AgentCaller } from '../../../core/agents/caller.ts';
import type { AgentBooking } from '../../../core/agents/sale-ports.ts';
import { AGENT_MESSAGES, BOOKING_STATUSES, isClosed } from '../../../core/bookings/booking.ts';
import { allFees } from '../../../core/bookings/cancelled-part.ts';
import { CANCELLERS } from '../../../core/bookings/ports.ts';
import { NOTHING, type Paisa, toRupees } from '../../../core/kernel/money.ts';
import { mobileNumberOf } from '../../../core/kernel/phone.ts';
import { type Clock, type Instant, daysAfter, toIso } from '../../../core/kernel/time.ts';
import { commissionOf } from '../../../core/ledger/agent-commission.ts';
import { REFUND_REASONS, REFUND_STATUSES } from '../../../core/payments/refund.ts';
import { type TicketLinks, ticketUrlOf } from '../../../core/tickets/ticket.ts';
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
import { leastCancelPercent, toLeastCancelPercent } from '../bookings/least-cancel-percent.ts';
import { arrivalMoment, departureMoment, isoOrNull, moment, nullable, rupees } from '../route/fields.ts';

export const agentBookingResponse = Type.Object(
  {
    id: Type.Integer({ examples: [7] }),
    booking_code: Type.String({ examples: ['BT261120048213'] }),
    reference: Type.String({
      description: 'Repeats the reference that you gave the sale.',
      examples: ['HT-2026-0815'],
    }),
    booking_status: Type.String({ enum: [...BOOKING_STATUSES] }),
    schedule_id: Type.Integer({ examples: [42] }),
    ...sectionOfBooking,
    trip: Type.Object({
      status: Type.String({ enum: ['ACTIVE', 'CANCELLED'] }),
      source_city: Type.String({ examples: ['Kathmandu'] }),
      destination_city: Type.String({ examples: ['Pokhara'] }),
      departure_time: departureMoment(),
      arrival_time: arrivalMoment(),
      ...wholeTimes,
      bus_name: Type.String({ examples: ['Blue Sky Deluxe'] }),
      registration_no: Type.String({ examples: ['BA 3 KHA 1234'] }),
      bus_type: Type.String({ examples: ['DELUXE'] }),
      company_name: Type.String({ examples: ['Blue Sky Travels'] }),
      company_phone: nullable(
        Type.String({ description: "Gives the phone number of the company's office; null if it is unknown." }),
      ),
    }),
    contact: nullable(
      Type.Object(
        {
          name: Type.String({ examples: ['Asha Gurung'] }),
          phone: Type.String({ examples: ['9812345678'] }),
          email: nullable(Type.String({ examples: ['asha@example.com'] })),
        },
        {
          description:
            'Shows the traveller; null 30 days after the arrival for a key, and 90 days after it for people.',
        },
      ),
    ),
    seats: Type.Array(bookingSeat, { description: 'Lists the booked seats, by seat number.' }),
    cancelled_seats: Type.Array(cancelledSeat, {
      description: 'Lists the seats that were cancelled while others stayed.',
    }),
    seats_count: Type.Integer({ examples: [2] }),
    total_amount: rupees(),
    agent_rate: Type.Number({
      description: 'Gives your commission rate at the time of the sale, in percent.',
      examples: [7.5],
    }),
    agent_commission: rupees({
      description: 'Gives your commission on the seats that are left; it is 0 once all are cancelled.',
    }),
    net_amount: rupees({
      description: 'Gives the cost of the booking for you, in NPR: the sum of its entries in your account.',
    }),
    cancellation_fee_amount: nullable(
      rupees({ description: 'Gives the sum of all cancellation fees, in NPR; null without any.' }),
    ),
    least_cancel_percent: leastCancelPercent,
    refunds: Type.Array(
      Type.Object({
        id: Type.Integer(),
        amount: rupees(),
        reason: Type.String({ enum: [...REFUND_REASONS] }),
        status: Type.String({ enum: [...REFUND_STATUSES] }),
        paid_at: nullable(moment({ description: 'Tells when you were credited; null before.' })),
      }),
      { description: 'Lists the refunds of the booking, which your account is credited with, oldest first.' },
    ),
    messages: Type.String({
      enum: [...AGENT_MESSAGES],
      description:
        'Names the sender of messages to the traveller about your own sales, changes and cancellations. `service`: the service sends them. `agent`: you do, and the service sends none of them. Messages about what others do, such as a cancelled trip, come from the service in both cases.',
    }),
    sms: Type.Boolean({
      description:
        'Is true if the phone is a mobile number of Nepal, to which texts can go; false if the traveller gets none. Texts about bookings of test agents are never sent.',
    }),
    sold_by: Type.String({ description: 'Names the person who sold the booking, or the key by its label.' }),
    booked_at: moment(),
    cancelled_at: nullable(moment({ description: 'Tells when the booking was cancelled; null if it was not.' })),
    cancelled_by: nullable(Type.String({ enum: [...CANCELLERS] })),
    cancel_reason: nullable(Type.String({ description: 'Gives the reason for the cancellation; null without one.' })),
    changed_from: nullable(changedBooking('The booking that was changed to this one.')),
    changed_to: nullable(changedBooking('Shows the booking that this one was changed to.')),
    ticket_url: Type.String({
      description: 'Is the address of a page for everybody that shows whether the ticket is good.',
    }),
  },
  { title: 'AgentBooking' },
);

/** The dependencies of responses that show a booking to its agent. */
export interface AgentBookingNeeds extends TicketLinks {
  readonly clock: Clock;
}

/** The days after the arrival for which an agent sees the traveller's name and numbers. */
const CONTACT_DAYS = { key: 30, person: 90 } as const;

const contactDays = ({ by }: AgentCaller): number => ('keyId' in by ? CONTACT_DAYS.key : CONTACT_DAYS.person);

/** The caller sees the travellers of bookings that arrive after this moment. */
export const contactsAfter = ({ clock }: AgentBookingNeeds, caller: AgentCaller): Instant =>
  daysAfter(clock(), -contactDays(caller));

export const toAgentBooking = (needs: AgentBookingNeeds, caller: AgentCaller) => (booking: AgentBooking) => {
  const { agent, trip, contact } = booking;
  if (!agent) throw new Error(`Booking ${booking.id} is of no agent.`);
  const isContactShown = trip.arrivesAt > contactsAfter(needs, caller);
  const isOver = isClosed(booking.status);
  return {
    id: booking.id,
    booking_code: booking.code,
    reference: agent.reference,
    booking_status: booking.status,
    schedule_id: booking.tripId,
    ...toSectionOfBooking(booking),
    trip: {
      status: trip.status,
      source_city: trip.sourceCity,
      destination_city: trip.destinationCity,
      departure_time: toIso(trip.departsAt),
      arrival_time: toIso(trip.arrivesAt),
      ...toWholeTimes(trip),
      bus_name: trip.busName,
      registration_no: trip.registrationNo,
      bus_type: trip.busType,
      company_name: booking.companyName,
      company_phone: booking.companyPhone,
    },
    contact: isContactShown ? { name: contact.name, phone: contact.phone ?? '', email: contact.email } : null,
    seats: booking.seats.map(toBookingSeat),
    cancelled_seats: toCancelledSeats(booking),
    seats_count: booking.seatsCount,
    total_amount: toRupees(booking.total),
    agent_rate: agent.rate / 100,
    agent_commission: toRupees(isOver ? NOTHING : commissionOf(agent.rate, { kind: 'sale', total: booking.total })),
    net_amount: toRupees(booking.net),
    cancellation_fee_amount: rupeesOrNull(allFees(booking, booking.cancellationFee)),
    least_cancel_percent: toLeastCancelPercent(booking),
    refunds: booking.refunds.map(({ id, amount, reason, status, paidAt }) => ({
      id,
      amount: toRupees(amount),
      reason,
      status,
      paid_at: isoOrNull(paidAt),
    })),
    messages: agent.messages,
    sms: mobileNumberOf(booking.contact.phone ?? '') !== undefined,
    sold_by: agent.seller,
    booked_at: toIso(booking.bookedAt),
    cancelled_at: isoOrNull(booking.cancelledAt),
    cancelled_by: booking.cancelledBy,
    cancel_reason: booking.cancelReason,
    ...toChanged(booking),
    ticket_url: ticketUrlOf(needs, booking),
  };
};

const rupeesOrNull = (amount: Paisa | null): number | null => (amount === null ? null : toRupees(amount));
