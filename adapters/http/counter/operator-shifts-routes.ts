import { Type } from '@sinclair/typebox';
import { memberOf } from '../../../core/companies/member.ts';
import { shiftOpen } from '../../../core/companies/refusals.ts';
import type { CloseShift } from '../../../core/counter/close-shift.ts';
import type { OpenShift } from '../../../core/counter/open-shift.ts';
import { cashDiffers, shiftClosed, shiftUnknown } from '../../../core/counter/refusals.ts';
import { SHIFT_STATUSES } from '../../../core/counter/shift.ts';
import type { PrintShift } from '../../../core/counter/print-shift.ts';
import type { ListShifts, ReportShift, ViewShift } from '../../../core/counter/view-shifts.ts';
import type { ShiftId, StaffId } from '../../../core/kernel/ids.ts';
import { fromRupees } from '../../../core/kernel/money.ts';
import { shiftReportResponse, shiftResponse, toShiftReport, toShiftResponse } from './shift.ts';
import { decimal, id, orNull, sizedLines } from '../route/fields.ts';
import { type ListNeeds, key, listRoute, oneOfWords } from '../route/list-route.ts';
import { fileRoute, route } from '../route/route.ts';

interface Uses extends ListNeeds {
  readonly listShifts: ListShifts;
  readonly viewShift: ViewShift;
  readonly reportShift: ReportShift;
  readonly printShift: PrintShift;
  readonly openShift: OpenShift;
  readonly closeShift: CloseShift;
}

/** An amount of cash in a seller's till, in rupees. */
const cash = (description: string) =>
  decimal({ minimum: 0, maximum: 10_000_000 }, { description, examples: [500, 4095.5] });

const params = Type.Object({ id: id<ShiftId>({ description: 'Identifies the shift.' }) });

export const shiftRoutes = ({
  listShifts,
  viewShift,
  reportShift,
  printShift,
  openShift,
  closeShift,
  ...lists
}: Uses) => [
  listRoute(lists, {
    path: '/api/operator/shifts',
    operationId: 'listShifts',
    summary: 'List the shifts at the counter',
    description:
      'Lists the shifts at the counter, newest first. A CLERK sees their own, a MANAGER those of the whole company.',
    returns: 'Lists the shifts, newest first, page by page.',
    access: 'clerk',
    filters: {
      status: oneOfWords(SHIFT_STATUSES),
      staff_id: key<StaffId>('Limits the list to the shifts of the person with this membership id.'),
    },
    item: shiftResponse,
    list: ({ caller, given: { status, staff_id: staffId } }, page) =>
      listShifts(
        memberOf(caller),
        caller.staff.position,
        { ...(status && { status }), ...(staffId && { staffId }) },
        page,
      ),
    toItem: (shift, { staff }) => toShiftResponse(staff.position)(shift),
  }),

  route({
    method: 'post',
    path: '/api/operator/shifts',
    operationId: 'openShift',
    summary: 'Open a shift',
    description:
      'Opens a shift of yours with the cash in the till. Cash can be taken and paid back in an open shift only. ' +
      'Nobody has two open at once. It also works while the company is suspended, so that it can pay cash refunds.',
    returns: 'Shows the new shift, which is open.',
    access: 'clerk',
    whileSuspended: true,
    idempotent: true,
    body: Type.Object(
      { opening_cash: cash('Gives the cash that is in the till to begin with, in NPR.') },
      { examples: [{ opening_cash: 500 }] },
    ),
    status: 201,
    response: shiftResponse,
    refuses: [shiftOpen],
    handle: ({ caller, body, once }) =>
      once(toShiftResponse(caller.staff.position), (keep) =>
        openShift(memberOf(caller), fromRupees(body.opening_cash), keep),
      ),
  }),

  fileRoute({
    method: 'get',
    path: '/api/operator/shifts/:id.pdf',
    operationId: 'downloadShift',
    summary: 'Download the slip of a shift to sign',
    description:
      'Answers a PDF on A5 with the tickets, cash, QR payments, refunds and difference of the shift. ' +
      'A CLERK gets the slips of their own shifts, a MANAGER those of the whole company.',
    returns: 'Gives the slip of the shift as a PDF.',
    access: 'clerk',
    limit: 'ticket',
    draws: 'document',
    params,
    exists: ({ caller, params: { id: shift } }) => viewShift(memberOf(caller), caller.staff.position, shift),
    mediaTypes: ['application/pdf'],
    refuses: [shiftUnknown],
    handle: async ({ caller, params: { id: shift } }) => ({
      ...(await printShift(memberOf(caller), caller.staff.position, shift)),
      mediaType: 'application/pdf',
    }),
  }),

  route({
    method: 'get',
    path: '/api/operator/shifts/:id',
    operationId: 'getShift',
    summary: 'Look at a shift with its sales and refunds',
    description: 'Shows one shift with its sums. A CLERK sees their own shifts, a MANAGER those of the whole company.',
    returns: 'Shows the shift, with what was sold and given back.',
    access: 'clerk',
    params,
    status: 200,
    response: shiftReportResponse,
    refuses: [shiftUnknown],
    handle: async ({ caller, params: { id: shift } }) =>
      toShiftReport(caller.staff.position)(await reportShift(memberOf(caller), caller.staff.position, shift)),
  }),

  route({
    method: 'post',
    path: '/api/operator/shifts/:id/close',
    operationId: 'closeShift',
    summary: 'Close a shift',
    description:
      'Ends a shift with the cash that was counted: ' +
      '`difference` tells by how much it differs from what should be there. ' +
      'Cash that differs is refused with `CASH_DIFFERS` unless `note` says why. A CLERK closes their own shift, ' +
      'a MANAGER anybody’s; also while the company is suspended.',
    returns: 'Shows the shift, which is closed now.',
    access: 'clerk',
    whileSuspended: true,
    idempotent: true,
    params,
    exists: ({ caller, params: { id: shift } }) => viewShift(memberOf(caller), caller.staff.position, shift),
    body: Type.Object(
      {
        counted_cash: cash('Gives the cash that is in the till, in NPR.'),
        note: Type.Optional(orNull(sizedLines({ min: 0, max: 300 }, { examples: ['Gave change to a porter.'] }))),
      },
      { examples: [{ counted_cash: 4095.5, note: 'Gave change to a porter.' }] },
    ),
    status: 200,
    response: shiftResponse,
    refuses: [shiftUnknown, shiftClosed, cashDiffers],
    handle: ({ caller, params: { id: shift }, body, once }) =>
      once(toShiftResponse(caller.staff.position), (keep) =>
        closeShift(
          memberOf(caller),
          shift,
          { countedCash: fromRupees(body.counted_cash), note: body.note === '' ? null : (body.note ?? null) },
          keep,
        ),
      ),
  }),
];
