import { type Static, Type } from '@sinclair/typebox';
import type { AskedChange } from '../../../core/changes/asked-change.ts';
import type { SeatNumber } from '../../../core/kernel/ids.ts';
import { fromRupees } from '../../../core/kernel/money.ts';
import { givenPassenger, toGivenPassenger } from '../bookings/booking.ts';
import { leastCancelPercent } from '../bookings/least-cancel-percent.ts';
import { decimal, item, rupees } from '../route/fields.ts';
import { givenSection, sectionBody } from '../trips/section.ts';

const seen = (description: string) =>
  Type.Optional(decimal({ minimum: 0, maximum: 10_000_000 }, { description, examples: [300] }));

/** Fields of a request to move a booking to another trip or other seats. */
export const changeFields = {
  schedule_id: Type.Integer({ description: 'The other trip, or the same one for other seats.', examples: [43] }),
  seat_numbers: Type.Optional(
    Type.Array(item(), {
      description: 'On a bus with a seat map: as many seats as before. A quote needs none.',
      examples: [['A1']],
    }),
  ),
  seats: Type.Optional(
    Type.Integer({ description: 'On a bus without a seat map: as many as before. A quote needs none.', examples: [1] }),
  ),
  ...sectionBody,
  passengers: Type.Optional(
    Type.Array(givenPassenger, {
      description:
        'Details that replace those from before, by the new seats. Everybody keeps their details otherwise, and takes the new seats in the order of the map. Another name counts as a change of it.',
    }),
  ),
  to_pay: seen('As the quote said. Another amount by now is refused.'),
  to_refund: seen('As the quote said. Another amount by now is refused.'),
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
    old_total: rupees({ description: 'What the booking costs now, NPR.', examples: [1000] }),
    change_fee: rupees({ description: 'What the change costs, NPR.', examples: [100] }),
    credit: rupees({ description: 'What of the money counts for the new trip, NPR.', examples: [900] }),
    new_total: rupees({ description: 'What the booking will cost, NPR.', examples: [1200] }),
    to_pay: rupees({ description: 'What is left to pay, NPR. Less than 10 is not asked for.', examples: [300] }),
    to_refund: rupees({ description: 'What goes back, NPR.', examples: [0] }),
    free: Type.Boolean({ description: 'Whether the change has no fee.' }),
    least_cancel_percent: leastCancelPercent,
  },
  { title: 'ChangeQuote' },
);
