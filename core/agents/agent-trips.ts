import type { AgentId, TripId } from '../kernel/ids.ts';
import type { FoundTrips, SearchTrips, TripQuery } from '../trips/search-trips.ts';
import { tripUnknown } from '../trips/refusals.ts';
import type { AgentCompanies } from './ports.ts';

interface Needs {
  readonly agentCompanies: AgentCompanies;
}

export type SearchAgentTrips = ReturnType<typeof searchAgentTrips>;

/** Finds trips on sale of the companies that the agent may sell for. */
export const searchAgentTrips =
  ({ agentCompanies, searchTrips }: Needs & { readonly searchTrips: SearchTrips }) =>
  async (agentId: AgentId, wishes: Omit<TripQuery, 'operators'>): Promise<FoundTrips> =>
    searchTrips({ ...wishes, operators: await agentCompanies.of(agentId) });

export type CheckAgentTrip = ReturnType<typeof checkAgentTrip>;

/** Refuses a trip of a company that the agent may not sell for, like an unknown trip. */
export const checkAgentTrip =
  ({ agentCompanies }: Needs) =>
  async (agentId: AgentId, tripId: TripId): Promise<void> => {
    if (!(await agentCompanies.readsTrip(agentId, tripId))) throw tripUnknown();
  };
