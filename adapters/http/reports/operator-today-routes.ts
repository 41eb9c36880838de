import { Type } from '@sinclair/typebox';
import { memberOf } from '../../../core/companies/member.ts';
import { REQUIRED_DOCUMENTS } from '../../../core/fleet/documents.ts';
import type { ViewToday } from '../../../core/reports/view-today.ts';
import { officeTripResponse, toOfficeTrip } from '../trips/office-trip.ts';
import type { Gateways } from '../../../core/payments/gateway.ts';
import { companyRefundResponse, toCompanyRefund } from '../refunds/refund.ts';
import { shiftResponse, toShiftResponse } from '../counter/shift.ts';
import { route } from '../route/route.ts';

const endingPaper = Type.Object(
  {
    bus_id: Type.Integer({ examples: [5] }),
    registration_no: Type.String({ examples: ['BA 3 KHA 1234'] }),
    type: Type.String({ enum: [...REQUIRED_DOCUMENTS], examples: ['INSURANCE'] }),
    valid_until: Type.String({ format: 'date', description: 'Gives the last day on which the bus can be booked.' }),
  },
  { title: 'EndingPaper' },
);

interface Uses {
  readonly viewToday: ViewToday;
  readonly gateways: Pick<Gateways, 'known'>;
}

export const todayRoutes = ({ viewToday, gateways }: Uses) => [
  route({
    method: 'get',
    path: '/api/operator/today',
    operationId: 'viewToday',
    summary: 'See your company’s day at a glance',
    description:
      'Shows your staff the trips of today and tomorrow, papers that run out soon, open shifts and refunds to pay in cash.',
    returns: 'Shows the trips of today and tomorrow, and what needs attention.',
    access: 'clerk',
    status: 200,
    response: Type.Object(
      {
        today: Type.Array(officeTripResponse, {
          description:
            'Lists the trips that depart on this local day, by departure; also cancelled ones, and those that have left.',
        }),
        tomorrow: Type.Array(officeTripResponse, {
          description: 'Lists the trips that depart on the next local day, likewise.',
        }),
        papers: Type.Array(endingPaper, {
          description:
            'Lists the documents that end the time in which a bus can be booked, within 30 days and with nothing to follow; the first to run out comes first.',
        }),
        open_shifts: Type.Array(shiftResponse, {
          description:
            'Lists the open shifts, newest first. A CLERK sees their own, a MANAGER those of the whole company.',
        }),
        cash_refunds: Type.Array(companyRefundResponse, {
          description:
            'Lists the refunds of CASH and QR sales that are DUE and the company’s to pay, by due_at. Goodwill is the platform’s to pay.',
        }),
      },
      { title: 'Today' },
    ),
    handle: async ({ caller }) => {
      const { today, tomorrow, papers, openShifts, cashRefunds } = await viewToday(
        memberOf(caller),
        caller.staff.position,
      );
      return {
        today: today.map(toOfficeTrip),
        tomorrow: tomorrow.map(toOfficeTrip),
        papers: papers.map(({ busId, registrationNo, type, validUntil }) => ({
          bus_id: busId,
          registration_no: registrationNo,
          type,
          valid_until: validUntil,
        })),
        open_shifts: openShifts.map(toShiftResponse(caller.staff.position)),
        cash_refunds: cashRefunds.map(toCompanyRefund(gateways)),
      };
    },
  }),
];
