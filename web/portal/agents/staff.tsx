import { Staff } from '../companies/staff.tsx';
import type { StaffCalls } from '../companies/staff-calls.ts';
import { type Position, POSITIONS, api } from '../session.ts';
import { w } from '../words.ts';

type AgentPosition = Exclude<Position, 'CONDUCTOR'>;

const isOfAgents = (position: Position): position is AgentPosition => position !== 'CONDUCTOR';

/** The position for a request. Agents have no conductors, and the fields of this page offer none. */
const offered = (position: Position): AgentPosition => (isOfAgents(position) ? position : 'CLERK');

const AGENT_STAFF: StaffCalls = {
  positions: POSITIONS.filter(isOfAgents),
  duties: () => ({ ...w.value.staff.duties, ...w.value.agency.duties }),
  list: (options) => api.get('/api/agent/staff', options),
  invite: ({ position, ...person }) =>
    api.post('/api/agent/staff', { body: { ...person, position: offered(position) } }),
  change: (id, position) => api.patch('/api/agent/staff/{id}', { path: { id }, body: { position: offered(position) } }),
  remove: (id) => api.delete('/api/agent/staff/{id}', { path: { id } }),
};

/** The page of the agent's people. */
export const AgentStaffPage = () => <Staff of={AGENT_STAFF} />;
