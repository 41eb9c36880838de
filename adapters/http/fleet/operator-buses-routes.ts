import { quotaReached } from '../../../core/companies/refusals.ts';
import { Type } from '@sinclair/typebox';
import { type StaffCaller, memberOf } from '../../../core/companies/member.ts';
import { AMENITIES } from '../../../core/fleet/amenities.ts';
import type { AddBus } from '../../../core/fleet/add-bus.ts';
import type { ChangeBus } from '../../../core/fleet/change-bus.ts';
import { busInUse, busUnknown, placesTaken, registrationNoTaken } from '../../../core/fleet/refusals.ts';
import type { ListBuses, ViewBus } from '../../../core/fleet/view-buses.ts';
import type { BusId } from '../../../core/kernel/ids.ts';
import { busResponse, toBusResponse } from './bus.ts';
import { toWantedMap, wantedSeatMap } from './seat-map.ts';
import { choice, id, item, sized, sizedName, whole } from '../route/fields.ts';
import { type ListNeeds, listRoute, oneOfWords, substring } from '../route/list-route.ts';
import { route } from '../route/route.ts';

interface Uses extends ListNeeds {
  readonly listBuses: ListBuses;
  readonly viewBus: ViewBus;
  readonly addBus: AddBus;
  readonly changeBus: ChangeBus;
}

const APPROVAL_STATUSES = ['PENDING', 'APPROVED', 'REJECTED'] as const;
const BUS_STATUSES = ['ACTIVE', 'INACTIVE'] as const;

/** Filters of the lists of buses. */
export const busFilters = {
  q: substring('Limits the list to buses with this text in the name or registration number.'),
  status: oneOfWords(BUS_STATUSES),
  approval_status: oneOfWords(APPROVAL_STATUSES),
};

const details = {
  bus_name: sizedName({ max: 150 }, { examples: ['Blue Sky Deluxe'] }),
  registration_no: sized(
    { max: 40 },
    {
      description:
        'Gives the registration number of the bus. No two buses have the same, whatever the spaces and the case.',
      examples: ['BA 3 KHA 1234'],
    },
  ),
  bus_type: sized(
    { max: 40 },
    { description: 'Names the type of the bus. It is kept in upper case.', examples: ['DELUXE'] },
  ),
};
const amenities = Type.Array(choice(AMENITIES), {
  maxItems: AMENITIES.length,
  description: 'Lists the comforts that the bus offers beside a seat. A change asks for no approval.',
  examples: [['AC', 'WIFI']],
});
const totalSeats = whole({ minimum: 1, maximum: 999 }, { examples: [14] });

const params = Type.Object({ id: id<BusId>({ description: 'Identifies the bus.' }) });

export const operatorBusRoutes = ({ listBuses, viewBus, addBus, changeBus, ...lists }: Uses) => [
  listRoute(lists, {
    path: '/api/operator/buses',
    operationId: 'listCompanyBuses',
    summary: 'List the buses of your company',
    description: 'Lists the buses of your company, newest first.',
    returns: 'Lists the buses of your company, newest first, page by page.',
    access: 'conductor',
    filters: busFilters,
    item: busResponse,
    list: ({ caller, given: { approval_status: approvalStatus, ...given } }, page) =>
      listBuses({ ...given, ...(approvalStatus && { approvalStatus }), operatorId: caller.staff.operatorId }, page),
    toItem: toBusResponse,
  }),

  route({
    method: 'post',
    path: '/api/operator/buses',
    operationId: 'addBus',
    summary: 'Add a bus',
    description:
      'Adds a bus to your company. Give exactly one of `total_seats` (places are counted), ' +
      '`seat_map` and `template` (a seat map to begin with). The bus waits for approval.',
    returns: 'Shows the new bus, which waits for approval.',
    access: 'manager',
    idempotent: true,
    body: Type.Object(
      {
        ...details,
        amenities: Type.Optional(amenities),
        total_seats: Type.Optional(totalSeats),
        seat_map: Type.Optional(wantedSeatMap),
        template: Type.Optional(item({ description: 'Names a seat map template.', examples: ['2x2-40'] })),
      },
      {
        examples: [
          {
            bus_name: 'Blue Sky Deluxe',
            registration_no: 'BA 3 KHA 1234',
            bus_type: 'DELUXE',
            template: '2x2-40',
          },
        ],
      },
    ),
    status: 201,
    response: busResponse,
    refuses: [quotaReached, registrationNoTaken],
    handle: ({ caller, body, once }) =>
      once(toBusResponse, (keep) =>
        addBus(
          memberOf(caller),
          {
            name: body.bus_name,
            registrationNo: body.registration_no,
            type: body.bus_type,
            ...(body.amenities && { amenities: body.amenities }),
            ...(body.total_seats !== undefined && { totalSeats: body.total_seats }),
            ...(body.seat_map && { seatMap: toWantedMap(body.seat_map) }),
            ...(body.template !== undefined && { template: body.template }),
          },
          keep,
        ),
      ),
  }),

  route({
    method: 'get',
    path: '/api/operator/buses/:id',
    operationId: 'getCompanyBus',
    summary: 'Look at a bus of your company',
    description: 'Shows your staff one bus of the company, with its approval and its papers.',
    returns: 'Limits the list to the trips of the bus with this id.',
    access: 'conductor',
    params,
    status: 200,
    response: busResponse,
    refuses: [busUnknown],
    handle: async ({ caller, params: { id: bus } }) => toBusResponse(await viewBus(caller.staff.operatorId, bus)),
  }),

  route({
    method: 'patch',
    path: '/api/operator/buses/:id',
    operationId: 'changeBus',
    summary: 'Change a bus',
    description:
      'Changes the details of a bus. A change of `registration_no`, `bus_type` or `total_seats` asks for another approval; to name one of them is ' +
      'enough for a bus that was rejected. `total_seats` can be given for a bus without a seat map only.',
    returns: 'Shows the bus after the change.',
    access: 'manager',
    params,
    exists: existsWith(viewBus),
    body: Type.Partial(Type.Object({ ...details, amenities, total_seats: totalSeats, status: choice(BUS_STATUSES) }), {
      examples: [{ bus_name: 'Blue Sky Deluxe', status: 'ACTIVE' }],
    }),
    status: 200,
    response: busResponse,
    refuses: [busUnknown, registrationNoTaken, placesTaken, busInUse],
    handle: async ({ caller, params: { id: bus }, body }) =>
      toBusResponse(
        await changeBus(memberOf(caller), bus, {
          ...(body.bus_name !== undefined && { name: body.bus_name }),
          ...(body.registration_no !== undefined && { registrationNo: body.registration_no }),
          ...(body.bus_type !== undefined && { type: body.bus_type }),
          ...(body.amenities && { amenities: body.amenities }),
          ...(body.total_seats !== undefined && { totalSeats: body.total_seats }),
          ...(body.status !== undefined && { status: body.status }),
        }),
      ),
  }),
];

/** Refuses a path whose id is not that of a bus of the caller's company. */
export function existsWith(viewBus: ViewBus) {
  return ({ caller, params: { id: bus } }: { readonly caller: StaffCaller; readonly params: { readonly id: BusId } }) =>
    viewBus(caller.staff.operatorId, bus);
}
