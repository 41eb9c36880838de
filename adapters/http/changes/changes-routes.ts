import { Type } from '@sinclair/typebox';
import { bookingNotOwn, bookingUnknown, selectionExpired, tooManyUnpaid } from '../../../core/bookings/refusals.ts';
import type { ViewOwnBooking } from '../../../core/bookings/shown-bookings.ts';
import type { ChangeBooking, ChangedForPassenger, QuoteChange } from '../../../core/changes/change-booking.ts';
import { toldQuote } from '../../../core/changes/change-quote.ts';
import {
  changeOpen,
  changeTooLate,
  nameChangesUsed,
  newTripNotBookable,
  notChangeable,
  otherCompany,
  otherRoad,
  quoteChanged,
  sameTrip,
} from '../../../core/changes/refusals.ts';
import { seatsTaken } from '../../../core/counter/refusals.ts';
import { doorPassNeeded } from '../../../core/line/door-refusals.ts';
import type { RefuseWithoutPass } from '../../../core/line/door-pass.ts';
import { notOnSale, tripDeparted, tripUnknown } from '../../../core/trips/refusals.ts';
import { bookingResponse, type BookingResponseNeeds, toBookingResponse } from '../bookings/booking.ts';
import { bookingPath } from '../route/fields.ts';
import { seatsPerDay } from '../../../core/seats/refusals.ts';
import { route } from '../route/route.ts';
import { changeFields, changeQuoteResponse, toAskedChange } from './change.ts';

interface Uses extends BookingResponseNeeds {
  readonly refuseWithoutPass: RefuseWithoutPass;
  readonly viewOwnBooking: ViewOwnBooking;
  readonly quoteChange: QuoteChange;
  readonly changeBooking: ChangeBooking;
}

export const QUOTE_REFUSALS = [
  ...[
    bookingUnknown,
    bookingNotOwn,
    tripUnknown,
    notChangeable,
    changeOpen,
    changeTooLate,
    sameTrip,
    otherCompany,
    otherRoad,
  ],
  ...[newTripNotBookable, tripDeparted, notOnSale],
];

export const changeRoutes = ({ viewOwnBooking, quoteChange, changeBooking, refuseWithoutPass, ...needs }: Uses) => {
  const toBooking = toBookingResponse(needs);
  return [
    route({
      method: 'post',
      path: '/api/bookings/:id/change-quote',
      operationId: 'quoteChange',
      summary: 'Ask what a change to another trip would cost now',
      description:
        'Computes what a change of your booking would cost; nothing changes. ' +
        'The fee is that of `change_tiers` of the time of booking, and nothing while cancelling is free. ' +
        'A change with the same `to_pay` and `to_refund` costs exactly this, or is refused.',
      returns: 'Shows the price of the change at this moment.',
      access: 'passenger',
      params: bookingPath,
      exists: ({ caller, params: { id: booking } }) => viewOwnBooking(caller.userId, booking),
      body: Type.Object(changeFields),
      status: 200,
      response: changeQuoteResponse,
      refuses: QUOTE_REFUSALS,
      handle: async ({ caller, params: { id: booking }, body }) =>
        toldQuote(await quoteChange(caller.userId, booking, toAskedChange(body))),
    }),

    route({
      method: 'post',
      path: '/api/bookings/:id/change',
      operationId: 'changeBooking',
      summary: 'Change a booking to another trip, or to other seats',
      description:
        'Moves your booking to another trip of the same company between the same cities, ' +
        'or to other seats of the same trip. You must hold the new seats. ' +
        'Seats of the same trip are exchanged inside the booking (200). Another trip makes a new booking (201). ' +
        'With nothing to pay it is CONFIRMED at once, and the old one CANCELLED; money that is left goes back. ' +
        'Otherwise it is PENDING_PAYMENT with `amount_due`, and the old one stays good until that is paid.',
      returns: 'Shows the new booking of the other trip, which replaces the one that was changed.',
      access: 'passenger',
      idempotent: true,
      limit: 'hold',
      params: bookingPath,
      exists: ({ caller, params: { id: booking } }) => viewOwnBooking(caller.userId, booking),
      body: Type.Object(changeFields),
      status: 201,
      marksNew: { returnsKnown: 'Shows the same booking with its new seats.' },
      response: bookingResponse,
      refuses: [
        ...QUOTE_REFUSALS,
        ...[doorPassNeeded, nameChangesUsed, selectionExpired, seatsTaken, seatsPerDay, quoteChanged, tooManyUnpaid],
      ],
      handle: async ({ caller: { userId }, params: { id: booking }, body, header, once }) => {
        const asked = toAskedChange(body);
        const judgePass = await refuseWithoutPass({ userId, tripId: asked.tripId, pass: header('door-pass') });
        return once(
          ({ booking: changed, isNew }: ChangedForPassenger) => ({ ...toBooking(changed), isNew }),
          (keep) => changeBooking(userId, booking, { ...asked, judgePass }, keep),
        );
      },
    }),
  ];
};
