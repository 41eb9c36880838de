import { bookingClosed, seatBoarded, tooLateToUndo } from '../../../core/changes/refusals.ts';
import { memberOf } from '../../../core/companies/member.ts';
import { notCounterSale, tillTooLow } from '../../../core/counter/refusals.ts';
import type { ViewOfficeBooking } from '../../../core/payments/view-office-booking.ts';
import { noSuchBooking } from '../../../core/payments/refusals.ts';
import { refuseUnlessSeller, type UndoSale } from '../../../core/refunds/undo-sale.ts';
import {
  type OfficeBookingNeeds,
  companyOffice,
  officeBookingResponse,
  toOfficeBooking,
} from '../payments/office-booking.ts';
import { bookingPath } from '../route/fields.ts';
import { route } from '../route/route.ts';

interface Uses extends OfficeBookingNeeds {
  readonly viewOfficeBooking: ViewOfficeBooking;
  readonly undoSale: UndoSale;
}

export const undoSaleRoutes = (uses: Uses) => [
  route({
    method: 'post',
    path: '/api/operator/bookings/:id/undo',
    operationId: 'undoSale',
    summary: 'Undo a sale at the counter',
    description:
      'Takes a sale back within 10 minutes, before anybody has boarded. The booking becomes REFUNDED without a fee, its refund is PAID at once, and its seats are free again, or blocked if they were blocked before. Cash comes from the shift of the sale, which must be open. A payment by the company’s own QR code is returned by the company itself. The seller and a MANAGER may do this, also while the company is suspended.',
    returns: 'Shows the booking, which is REFUNDED now.',
    access: 'clerk',
    whileSuspended: true,
    idempotent: true,
    params: bookingPath,
    exists: async ({ caller, params: { id: booking } }) =>
      refuseUnlessSeller(
        caller.staff.position,
        memberOf(caller),
        await uses.viewOfficeBooking(companyOffice(caller), booking),
      ),
    status: 200,
    response: officeBookingResponse,
    refuses: [noSuchBooking, bookingClosed, notCounterSale, seatBoarded, tooLateToUndo, tillTooLow],
    handle: ({ caller, params: { id: booking }, once }) =>
      once(toOfficeBooking(uses), (keep) => uses.undoSale(memberOf(caller), booking, keep)),
  }),
];
