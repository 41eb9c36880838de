import { Type } from '@sinclair/typebox';
import { memberOf } from '../../../core/companies/member.ts';
import type { ChangeSeatMap } from '../../../core/fleet/change-seat-map.ts';
import { busUnknown, seatsSold } from '../../../core/fleet/refusals.ts';
import { SEAT_MAP_TEMPLATES } from '../../../core/fleet/seat-map-templates.ts';
import type { ViewBus, ViewBusSeatMap } from '../../../core/fleet/view-buses.ts';
import type { BusId } from '../../../core/kernel/ids.ts';
import {
  seatMapOfBus,
  templateSeatMap,
  toSeatMapOfBus,
  toTemplateMap,
  toWantedMap,
  wantedSeatMap,
} from './seat-map.ts';
import { id } from '../route/fields.ts';
import { route } from '../route/route.ts';
import { existsWith } from './operator-buses-routes.ts';

interface Uses {
  readonly viewBus: ViewBus;
  readonly viewBusSeatMap: ViewBusSeatMap;
  readonly changeSeatMap: ChangeSeatMap;
}

const params = Type.Object({ id: id<BusId>({ description: 'Identifies the bus.' }) });

export const operatorSeatMapRoutes = ({ viewBus, viewBusSeatMap, changeSeatMap }: Uses) => [
  route({
    method: 'get',
    path: '/api/operator/buses/:id/seat-map',
    operationId: 'getCompanyBusSeatMap',
    summary: 'See the seat map of a bus',
    description:
      'Shows your staff the seats of one bus, by deck, row and column. A bus whose places are only counted has no seat map (null).',
    returns: 'Shows the seat map, or null on a bus without one.',
    access: 'conductor',
    params,
    status: 200,
    response: seatMapOfBus,
    refuses: [busUnknown],
    handle: async ({ caller, params: { id: bus } }) =>
      toSeatMapOfBus(await viewBusSeatMap(caller.staff.operatorId, bus)),
  }),

  route({
    method: 'put',
    path: '/api/operator/buses/:id/seat-map',
    operationId: 'changeSeatMap',
    summary: 'Replace the seat map of a bus',
    description:
      'Replaces the seats of a bus. Send the whole map, each seat that stays with its `id`; null takes the map away. ' +
      'A seat that is sold for a trip ahead can be renumbered and moved, but neither left out nor put out of use, ' +
      'and the map of a bus with bookings ahead neither comes nor goes: ' +
      '409 `SEATS_SOLD` names up to 50 such seats in `seats: [{seat_number, schedule_id, booking_code}]`. ' +
      'Holds on seats that go end.',
    returns: 'Shows the seat map as it is now, or null on a bus without one.',
    access: 'manager',
    params,
    exists: existsWith(viewBus),
    body: Type.Object({ seat_map: wantedSeatMap }),
    status: 200,
    response: seatMapOfBus,
    refuses: [busUnknown, seatsSold],
    handle: async ({ caller, params: { id: bus }, body }) =>
      toSeatMapOfBus(await changeSeatMap(memberOf(caller), bus, body.seat_map && toWantedMap(body.seat_map))),
  }),

  route({
    method: 'get',
    path: '/api/operator/seat-map-templates',
    operationId: 'listSeatMapTemplates',
    summary: 'See seat maps to begin with',
    description: 'Lists ready-made seat maps. Name one of them when you add a bus, or change it to fit yours.',
    returns: 'Lists the seat maps that a new bus can begin with.',
    access: 'conductor',
    status: 200,
    response: Type.Array(
      Type.Object(
        {
          name: Type.String({ examples: ['2x2-40'] }),
          title: Type.String({ examples: ['Coach with 40 seats, two on each side'] }),
          seat_map: templateSeatMap,
        },
        { title: 'SeatMapTemplate' },
      ),
    ),
    handle: async () =>
      SEAT_MAP_TEMPLATES.map(({ name, title, map }) => ({ name, title, seat_map: toTemplateMap(map) })),
  }),
];
