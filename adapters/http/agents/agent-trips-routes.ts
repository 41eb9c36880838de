import { Type } from '@sinclair/typebox';
import type { CheckAgentTrip, SearchAgentTrips } from '../../../core/agents/agent-trips.ts';
import type { AgentCaller } from '../../../core/agents/caller.ts';
import type { ViewSeatsForAgent } from '../../../core/agents/hold-seats.ts';
import type { AgentCompanies } from '../../../core/agents/ports.ts';
import { type Company, type RefundTier, toldTiers } from '../../../core/companies/company.ts';
import type { TripId } from '../../../core/kernel/ids.ts';
import type { CityRepo } from '../../../core/trips/city.ts';
import { sectionUnknown, tripUnknown } from '../../../core/trips/refusals.ts';
import type { PlaceUrlNeeds } from '../../../core/trips/places.ts';
import type { ViewTrip } from '../../../core/trips/view-trip.ts';
import { holder } from './agent-sales-routes.ts';
import { seatMapResponse, toSeatMap } from '../seats/seats-routes.ts';
import { namedCityResponse, toNamedCityResponse } from '../trips/city.ts';
import { sectionInQuery, sectionQuery } from '../trips/section.ts';
import { toTripDetail, tripDetailResponse } from '../trips/trip.ts';
import { foundTripsResponse, searchQuery, toFoundTrips, wishesOf } from '../trips/trips-routes.ts';
import { nullable, tripPath } from '../route/fields.ts';
import { route } from '../route/route.ts';

interface Uses extends PlaceUrlNeeds {
  readonly agentCompanies: AgentCompanies;
  readonly cities: CityRepo;
  readonly searchAgentTrips: SearchAgentTrips;
  readonly checkAgentTrip: CheckAgentTrip;
  readonly viewTrip: ViewTrip;
  readonly viewSeatsForAgent: ViewSeatsForAgent;
  /** The platform's fees for cancelling, which hold for companies without fees of their own. */
  readonly cancellationTiers: readonly RefundTier[];
  readonly changeTiers: readonly RefundTier[];
}

const tiers = (description: string) =>
  Type.Array(Type.Object({ hours: Type.Number({ examples: [48] }), fee_percent: Type.Number({ examples: [10] }) }), {
    description,
  });

const soldCompany = Type.Object(
  {
    id: Type.Integer({ examples: [3] }),
    company_name: Type.String({ examples: ['Blue Sky Travels'] }),
    contact_phone: nullable(Type.String({ examples: ['01-4411223'] })),
    cancellation_tiers: tiers('Lists the fees for cancelling a booking, by hours before the departure.'),
    change_tiers: tiers('Lists the fees for changing a booking to another trip, by hours before the departure.'),
  },
  { title: 'SoldCompany' },
);

/** Routes by which agents find trips. They answer as the passengers' routes do, for fewer companies. */
export function agentTripRoutes(uses: Uses) {
  const { agentCompanies, cities, searchAgentTrips, checkAgentTrip, viewTrip, viewSeatsForAgent } = uses;
  const exists = (request: { readonly caller: AgentCaller; readonly params: { readonly id: TripId } }) =>
    checkAgentTrip(request.caller.agentId, request.params.id);
  const toCompany = (company: Company) => ({
    id: company.id,
    company_name: company.companyName,
    contact_phone: company.contactPhone,
    cancellation_tiers: toldTiers(company.cancellationTiers ?? uses.cancellationTiers),
    change_tiers: toldTiers(company.changeTiers ?? uses.changeTiers),
  });

  return [
    route({
      method: 'get',
      path: '/api/agent/companies',
      operationId: 'listSoldCompanies',
      summary: 'List the companies that you may sell for',
      description:
        'Lists the bus companies whose trips your agent may sell now. A company can refuse agents, and the terms of your agent can name companies.',
      returns: 'Lists all companies that the agent may sell for, ordered by id.',
      access: 'agentReader',
      status: 200,
      response: Type.Array(soldCompany),
      handle: async ({ caller }) => (await agentCompanies.list(caller.agentId)).map(toCompany),
    }),

    route({
      method: 'get',
      path: '/api/agent/cities',
      operationId: 'listAgentCities',
      summary: 'List the cities for agents',
      description: 'Lists the cities between which trips are planned, by name, ascending.',
      returns: 'Lists all cities that buses leave from or go to, by name.',
      access: 'agentReader',
      status: 200,
      response: Type.Array(namedCityResponse),
      handle: async () => (await cities.all()).map(toNamedCityResponse),
    }),

    route({
      method: 'get',
      path: '/api/agent/trips',
      operationId: 'searchAgentTrips',
      summary: 'Search trips that you may sell',
      description:
        'Searches as passengers do, among the trips of the companies that the agent may sell for. A search answers at most 100 trips; `next` leads on.',
      returns: 'Lists the trips that match the search.',
      access: 'agentReader',
      query: searchQuery,
      status: 200,
      response: foundTripsResponse,
      handle: async ({ caller, query }) => toFoundTrips(await searchAgentTrips(caller.agentId, wishesOf(query))),
    }),

    route({
      method: 'get',
      path: '/api/agent/trips/:id',
      operationId: 'getAgentTrip',
      summary: 'Look at one trip that you may sell',
      description: 'Shows a trip on sale. With two stops, it shows the section between them.',
      returns: 'Shows the trip, with its stops, fares and conditions.',
      access: 'agentReader',
      params: tripPath,
      exists,
      query: Type.Object(sectionQuery),
      status: 200,
      response: tripDetailResponse,
      refuses: [tripUnknown, sectionUnknown],
      handle: async ({ params: { id: trip }, query }) =>
        toTripDetail(uses)(await viewTrip(trip, sectionInQuery(query))),
    }),

    route({
      method: 'get',
      path: '/api/agent/trips/:id/seats',
      operationId: 'getAgentSeatMap',
      summary: 'See the seats of a trip that you may sell',
      description:
        'Shows the seats of a bus with a seat map, or how many places are left on another one. With two stops, it shows the section between them. Seats that your customer named by `holder` holds are `LOCKED_BY_ME`.',
      returns: 'Shows the seats of the trip, or the number of places that are left.',
      access: 'agentReader',
      params: tripPath,
      exists,
      query: Type.Object({ ...sectionQuery, holder }),
      status: 200,
      response: seatMapResponse,
      refuses: [tripUnknown, sectionUnknown],
      handle: async ({ caller, params: { id: trip }, query }) =>
        toSeatMap(await viewSeatsForAgent(caller, trip, { section: sectionInQuery(query), holder: query.holder })),
    }),
  ];
}
