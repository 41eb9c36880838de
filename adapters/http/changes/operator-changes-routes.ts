import { type Static, Type } from '@sinclair/typebox';
import { OFFICE_FEES } from '../../../core/changes/cancel-for-office.ts';
import {
  type ChangedForOffice,
  type ChangeForOffice,
  type OfficeChange,
  type QuoteChangeForOffice,
  refuseUnlessManager,
} from '../../../core/changes/change-for-office.ts';
import { toldQuote } from '../../../core/changes/change-quote.ts';
import {
  changeOpen,
  changeTooLate,
  nameChangesUsed,
  newTripNotBookable,
  notChangeable,
  otherRoad,
  quoteChanged,
  sameTrip,
} from '../../../core/changes/refusals.ts';
import { memberOf, type StaffCaller } from '../../../core/companies/member.ts';
import { noOpenShift, seatsTaken } from '../../../core/counter/refusals.ts';
import type { ViewOfficeBooking } from '../../../core/payments/view-office-booking.ts';
import { AT_COUNTER } from '../../../core/payments/payment.ts';
import { noSuchBooking } from '../../../core/payments/refusals.ts';
import { noSuchTrip, notOnSale, tripDeparted } from '../../../core/trips/refusals.ts';
import {
  companyOffice,
  type OfficeBookingNeeds,
  officeBookingResponse,
  toOfficeBooking,
} from '../payments/office-booking.ts';
import { bookingPath, choice, orNull, sized } from '../route/fields.ts';
import { counterShare, seatsPerDay } from '../../../core/seats/refusals.ts';
import { route } from '../route/route.ts';
import { changeFields, changeQuoteResponse, toAskedChange } from './change.ts';

interface Uses extends OfficeBookingNeeds {
  readonly viewOfficeBooking: ViewOfficeBooking;
  readonly quoteChangeForOffice: QuoteChangeForOffice;
  readonly changeForOffice: ChangeForOffice;
}

const quoteFields = {
  ...changeFields,
  fee: Type.Optional(
    choice(OFFICE_FEES, {
      description: 'Names the fee that the customer is charged; by default `tiers`. Only a MANAGER waives the fee.',
      examples: ['tiers'],
    }),
  ),
};

const quoteBody = Type.Object(quoteFields);

const changeBody = Type.Object({
  ...quoteFields,
  paid_by: Type.Optional(
    choice(AT_COUNTER, {
      description:
        'Says how the difference is paid: in cash, which needs your open shift, or by a QR code of the company.',
      examples: ['CASH'],
    }),
  ),
  reference: Type.Optional(
    orNull(
      sized(
        { min: 0, max: 100 },
        {
          description:
            'Gives the reference under which the company finds the payment; null or an empty text means none.',
          examples: ['QR 4711'],
        },
      ),
    ),
  ),
});

const toOfficeChange = (body: Static<typeof quoteBody>): OfficeChange => ({
  ...toAskedChange(body),
  fee: body.fee ?? 'tiers',
});

const QUOTE_REFUSALS = [
  ...[noSuchBooking, noSuchTrip, notChangeable, changeOpen, changeTooLate, sameTrip, otherRoad],
  ...[newTripNotBookable, tripDeparted, notOnSale],
];

/** Refuses a clerk who waives the fee of a change. */
function refuseWaiving({ caller, body }: { readonly caller: StaffCaller; readonly body: { readonly fee?: unknown } }) {
  if (body.fee === 'none') refuseUnlessManager(caller.staff.position);
}

export const officeChangeRoutes = (uses: Uses) => {
  const toBooking = toOfficeBooking(uses);
  return [
    route({
      method: 'post',
      path: '/api/operator/bookings/:id/change-quote',
      operationId: 'quoteCompanyChange',
      summary: 'Ask what a change of a booking to another trip would cost now',
      description:
        'Computes what a change of a booking with your company would cost, until the bus leaves; nothing changes.',
      returns: 'Shows the price of the change at this moment.',
      access: 'clerk',
      idempotent: true,
      params: bookingPath,
      admits: refuseWaiving,
      exists: ({ caller, params: { id: booking } }) => uses.viewOfficeBooking(companyOffice(caller), booking),
      body: quoteBody,
      status: 200,
      response: changeQuoteResponse,
      refuses: QUOTE_REFUSALS,
      handle: ({ caller, params: { id: booking }, body, once }) =>
        once(toldQuote, (keep) => uses.quoteChangeForOffice(memberOf(caller), booking, toOfficeChange(body), keep)),
    }),

    route({
      method: 'post',
      path: '/api/operator/bookings/:id/change',
      operationId: 'changeCompanyBooking',
      summary: 'Change a booking to another trip of your company, or to other seats',
      description:
        'Moves a booking to other seats, or to another trip of your company, until the bus leaves. ' +
        'The new seats are free or blocked by the company. ' +
        'Seats of the same trip are exchanged inside the booking (200). Another trip makes a new booking (201), ' +
        'CONFIRMED at once; the old one is CANCELLED. What is left to pay is paid at once (`paid_by`). ' +
        'Only a MANAGER waives the fee, or makes a change after which money goes back.',
      returns: 'Shows the new booking of the other trip, which replaces the one that was changed.',
      access: 'clerk',
      idempotent: true,
      params: bookingPath,
      admits: refuseWaiving,
      exists: ({ caller, params: { id: booking } }) => uses.viewOfficeBooking(companyOffice(caller), booking),
      body: changeBody,
      status: 201,
      marksNew: { returnsKnown: 'Shows the same booking with its new seats.' },
      response: officeBookingResponse,
      refuses: [
        ...QUOTE_REFUSALS,
        ...[nameChangesUsed, seatsTaken, quoteChanged, noOpenShift, seatsPerDay, counterShare],
      ],
      handle: ({ caller, params: { id: booking }, body, once }) =>
        once(
          ({ booking: changed, isNew }: ChangedForOffice) => ({ ...toBooking(changed), isNew }),
          (keep) =>
            uses.changeForOffice(
              memberOf(caller),
              booking,
              {
                ...toOfficeChange(body),
                paidBy: body.paid_by,
                reference: body.reference === '' ? null : (body.reference ?? null),
              },
              keep,
            ),
        ),
    }),
  ];
};
