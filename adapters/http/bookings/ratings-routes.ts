import { Type } from '@sinclair/typebox';
import { bookingNotOwn, bookingUnknown } from '../../../core/bookings/refusals.ts';
import type { RefuseNotOwn } from '../../../core/bookings/shown-bookings.ts';
import type { RateBooking } from '../../../core/bookings/rate-booking.ts';
import { alreadyRated, notArrived, notRateable } from '../../../core/bookings/rating.ts';
import { bookingPath, lines } from '../route/fields.ts';
import { route } from '../route/route.ts';

interface Uses {
  readonly rateBooking: RateBooking;
  readonly refuseNotOwn: RefuseNotOwn;
}

export const ratingRoutes = ({ rateBooking, refuseNotOwn }: Uses) => [
  route({
    method: 'post',
    path: '/api/bookings/:id/rating',
    operationId: 'rateBooking',
    summary: 'Rate a trip that is over',
    description:
      'Adds stars and a review to a booking, once, after the arrival. The stars count towards the bus company of the trip.',
    returns: 'Shows the rating as it is stored.',
    access: 'passenger',
    params: bookingPath,
    exists: ({ caller, params: { id: booking } }) => refuseNotOwn(caller.userId, booking),
    body: Type.Object({
      // The core checks the booking before the number of stars, so the schema accepts any value here.
      stars: Type.Optional(
        Type.Unknown({
          needed: true,
          shown: { type: 'integer', minimum: 1, maximum: 5 },
          description: 'Counts the stars: a whole number from 1 to 5.',
          examples: [5],
        }),
      ),
      review: lines({
        description: 'Is the review in words, cut to 1000 characters. Line breaks are kept.',
        examples: ['On time, and a friendly crew.'],
      }),
      issue_flag: Type.Optional(
        Type.Unknown({
          shown: { type: 'boolean' },
          description: 'Is true if something was wrong; false, the default, if all was well.',
          examples: [false],
        }),
      ),
      issue_note: lines({
        description: 'Describes what was wrong, cut to 1000 characters. It is kept only with `issue_flag`.',
        examples: [''],
      }),
    }),
    status: 201,
    response: Type.Object(
      {
        stars: Type.Integer({ minimum: 1, maximum: 5, examples: [5] }),
        issue_flag: Type.Boolean(),
      },
      { title: 'Rating' },
    ),
    refuses: [bookingUnknown, bookingNotOwn, notRateable, notArrived, alreadyRated],
    handle: async ({ caller, params, body }) => {
      const { stars, issueFlag } = await rateBooking(caller.userId, params.id, {
        stars: body.stars,
        review: body.review,
        issueFlag: body.issue_flag,
        issueNote: body.issue_note,
      });
      return { stars, issue_flag: issueFlag };
    },
  }),
];
