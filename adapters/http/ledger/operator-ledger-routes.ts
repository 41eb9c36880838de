import { memberOf } from '../../../core/companies/member.ts';
import type { LedgerViews } from '../../../core/ledger/ports.ts';
import { noSuchBooking } from '../../../core/payments/refusals.ts';
import type { ViewOfficeBooking } from '../../../core/payments/view-office-booking.ts';
import { ledgerEntryResponse, toLedgerEntry } from './ledger-entry.ts';
import { bookingPath } from '../route/fields.ts';
import { type ListNeeds, listRoute } from '../route/list-route.ts';

interface Uses extends ListNeeds {
  readonly ledgerViews: Pick<LedgerViews, 'listOfBooking'>;
  readonly viewOfficeBooking: ViewOfficeBooking;
}

export const operatorLedgerRoutes = (uses: Uses) => [
  listRoute(uses, {
    path: '/api/operator/bookings/:id/ledger',
    operationId: 'getCompanyBookingLedger',
    summary: 'Explain every rupee of a booking of your company',
    description:
      'Lists the rows of the ledger about a booking with your company, oldest first. Rows about the commission of an agent are left out.',
    returns: 'Lists the rows about the booking, oldest first, page by page.',
    access: 'manager',
    params: bookingPath,
    exists: ({ caller, params: { id: booking } }) =>
      uses.viewOfficeBooking({ role: 'OPERATOR', ...memberOf(caller) }, booking),
    filters: {},
    item: ledgerEntryResponse,
    refuses: [noSuchBooking],
    list: ({ params: { id: booking } }, page) => uses.ledgerViews.listOfBooking(booking, page, 'COMPANY'),
    toItem: toLedgerEntry,
  }),
];
