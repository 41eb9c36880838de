import { type Static, Type } from '@sinclair/typebox';
import {
  type CancelForOffice,
  OFFICE_FEES,
  type OfficeCancellation,
  refuseUnlessOwn,
} from '../../../core/changes/cancel-for-office.ts';
import {
  bookingClosed,
  bookingNotPaid,
  placesChanged,
  seatBoarded,
  tripArrived,
} from '../../../core/changes/refusals.ts';
import type { ViewOfficeBooking } from '../../../core/payments/view-office-booking.ts';
import { noSuchBooking } from '../../../core/payments/refusals.ts';
import {
  type OfficeBookingNeeds,
  adminBookingResponse,
  adminOffice,
  companyOffice,
  officeBookingResponse,
  toAdminBooking,
  toOfficeBooking,
} from '../payments/office-booking.ts';
import { bookingPath, choice, lines } from '../route/fields.ts';
import { knownFieldsOnly, partFields, toGivenPart } from './part.ts';
import { route } from '../route/route.ts';

interface Uses extends OfficeBookingNeeds {
  readonly viewOfficeBooking: ViewOfficeBooking;
  readonly cancelForOffice: CancelForOffice;
}

/** Fields of a request with which an office cancels a booking. */
const cancellationBody = Type.Object(
  {
    ...partFields,
    reason: lines({
      description:
        'Gives the reason, which the passenger reads. It must not be empty and is cut to 300 characters. Line breaks are kept.',
      examples: ['The bus broke down.'],
    }),
    fee: Type.Optional(
      choice(OFFICE_FEES, {
        description: 'Names the fee that the passenger is charged; by default none.',
        examples: ['none'],
      }),
    ),
  },
  knownFieldsOnly,
);

const cancellationOf = ({ reason, fee = 'none', ...part }: Static<typeof cancellationBody>): OfficeCancellation => ({
  reason,
  fee,
  ...toGivenPart(part),
});

const CANCELLATION_IN_WORDS =
  'The passenger gets everything back, or with `fee: "tiers"` what their own cancellation would leave them now; they get one mail. ' +
  'The seats are on sale again at once. With `seats` or `places` the others stay; naming all that are left cancels the whole booking.';

export const officeCancellationRoutes = (uses: Uses) => [
  route({
    method: 'post',
    path: '/api/operator/bookings/:id/cancel',
    operationId: 'cancelCompanyBooking',
    summary: 'Cancel a booking of your company',
    description:
      `Cancels a booking with your company, or some of its seats, until the bus arrives. ${CANCELLATION_IN_WORDS} ` +
      'A CLERK may cancel their own sales that still wait for their payment.',
    returns: 'Shows the booking after the cancellation.',
    access: 'clerk',
    whileSuspended: true,
    idempotent: true,
    params: bookingPath,
    exists: async ({ caller, params: { id: booking } }) =>
      refuseUnlessOwn(caller.staff.position, caller, await uses.viewOfficeBooking(companyOffice(caller), booking)),
    body: cancellationBody,
    status: 200,
    response: officeBookingResponse,
    refuses: [noSuchBooking, bookingClosed, tripArrived, bookingNotPaid, placesChanged, seatBoarded],
    handle: ({ caller, params: { id: booking }, body, once }) =>
      once(toOfficeBooking(uses), (keep) =>
        uses.cancelForOffice(companyOffice(caller), booking, cancellationOf(body), keep),
      ),
  }),

  route({
    method: 'post',
    path: '/api/admin/bookings/:id/cancel',
    operationId: 'cancelAdminBooking',
    summary: 'Cancel any booking',
    description: `Cancels a booking with any company, or some of its seats, until the bus arrives. ${CANCELLATION_IN_WORDS}`,
    returns: 'Shows the booking after the cancellation.',
    access: 'admin',
    idempotent: true,
    params: bookingPath,
    exists: ({ caller, params: { id: booking } }) => uses.viewOfficeBooking(adminOffice(caller), booking),
    body: cancellationBody,
    status: 200,
    response: adminBookingResponse,
    refuses: [noSuchBooking, bookingClosed, tripArrived, bookingNotPaid, placesChanged, seatBoarded],
    handle: ({ caller, params: { id: booking }, body, once }) =>
      once(toAdminBooking(uses), (keep) =>
        uses.cancelForOffice(adminOffice(caller), booking, cancellationOf(body), keep),
      ),
  }),
];
