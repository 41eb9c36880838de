import { type Static, Type } from '@sinclair/typebox';
import type { AskedChange } from '../../../core/changes/asked-change.ts';
import type { SeatNumber } from '../../../core/kernel/ids.ts';
import { fromRupees } from '../../../core/kernel/money.ts';
import { givenPassenger, toGivenPassenger } from '../bookings/given-passenger.ts';
import { leastCancelPercent } from '../bookings/least-cancel-percent.ts';
import { decimal, item, rupees } from '../route/fields.ts';
import { givenSection, sectionBody } from '../trips/section.ts';

const seen = (description: string) =>
  Type.Optional(decimal({ minimum: 0, maximum: 10_000_000 }, { description, examples: [300] }));

/** Fields of a request to move a booking to another trip or other seats. */
export const changeFields = {
  schedule_id: Type.Integer({
    description: 'Identifies the other trip, or the same one for other seats.',
    examples: [43],
  }),
  seat_numbers: Type.Optional(
    Type.Array(item(), {
      description:
        'Lists the numbers of the new seats, on a bus with a seat map: as many as before. A quote needs none.',
      examples: [['A1']],
    }),
  ),
  seats: Type.Optional(
    Type.Integer({
      description: 'Gives the number of places, on a bus without a seat map: as many as before. A quote needs none.',
      examples: [1],
    }),
  ),
  ...sectionBody,
  passengers: Type.Optional(
    Type.Array(givenPassenger, {
      description:
        'Lists the details that replace those from before, by the new seats. Everybody keeps their details otherwise, and takes the new seats in the order of the map. Another name counts as a change of it.',
    }),
  ),
  to_pay: seen('Repeats `to_pay` of the quote, in NPR. If another amount is to be paid by now, the change is refused.'),
  to_refund: seen(
    'Repeats `to_refund` of the quote, in NPR. If another amount would come back by now, the change is refused.',
  ),
};

type ChangeBody = Static<ReturnType<typeof Type.Object<typeof changeFields>>>;

export const toAskedChange = (body: ChangeBody): AskedChange => ({
  tripId: body.schedule_id,
  seatNumbers: body.seat_numbers as SeatNumber[] | undefined,
  seats: body.seats,
  section: givenSection(body),
  passengers: (body.passengers ?? []).map(toGivenPassenger),
  toPay: body.to_pay === undefined ? undefined : fromRupees(body.to_pay),
  toRefund: body.to_refund === undefined ? undefined : fromRupees(body.to_refund),
});

export const changeQuoteResponse = Type.Object(
  {
    old_total: rupees({ description: 'Gives the price of the booking before the change, in NPR.', examples: [1000] }),
    change_fee: rupees({ description: 'Gives the fee of the change, in NPR.', examples: [100] }),
    credit: rupees({
      description: 'Gives the part of the paid money that counts for the new trip, in NPR.',
      examples: [900],
    }),
    new_total: rupees({ description: 'Gives the price of the booking after the change, in NPR.', examples: [1200] }),
    to_pay: rupees({
      description: 'Gives the amount that is left to pay, in NPR. Less than 10 is not asked for.',
      examples: [300],
    }),
    to_refund: rupees({ description: 'Gives the amount that goes back to the passenger, in NPR.', examples: [0] }),
    free: Type.Boolean({ description: 'Is true if the change has no fee; false if it has one.' }),
    least_cancel_percent: leastCancelPercent,
  },
  { title: 'ChangeQuote' },
);
