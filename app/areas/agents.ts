import { adminAgentRoutes } from '../../adapters/http/agents/admin-agents-routes.ts';
import { agentKeyRoutes } from '../../adapters/http/agents/agent-keys-routes.ts';
import { addAgent, changeAgent, findAgent } from '../../core/agents/manage-agent.ts';
import { addKey, changeKey, deleteKey, findKey, rotateKey } from '../../core/agents/manage-keys.ts';
import { agentAccountRoutes } from '../../adapters/http/agents/agent-account-routes.ts';
import { agentSalesRoutes } from '../../adapters/http/agents/agent-sales-routes.ts';
import { sandboxAgentRoutes } from '../../adapters/http/agents/sandbox-agents-routes.ts';
import { agentStatementRoutes } from '../../adapters/http/agents/agent-statements-routes.ts';
import { makeAgentStatement } from '../../core/agents/make-agent-statement.ts';
import { printAgentStatement } from '../../core/agents/print-agent-statement.ts';
import { findStatement, listStatementLines, viewStatement } from '../../core/ledger/view-statements.ts';
import { addAgentPayment } from '../../core/agents/add-agent-payment.ts';
import { authenticateKey, judgeKey } from '../../core/agents/authenticate-key.ts';
import { holdSeatsForAgent, releaseSeatsForAgent, viewSeatsForAgent } from '../../core/agents/hold-seats.ts';
import { addSandboxAgent } from '../../core/agents/sandbox-agent.ts';
import { sellForAgent } from '../../core/agents/sell.ts';
import { expireBookings } from '../../core/bookings/expire-bookings.ts';
import { agentStaffRoutes } from '../../adapters/http/agents/agent-staff-routes.ts';
import { agentTripRoutes } from '../../adapters/http/agents/agent-trips-routes.ts';
import { companyAgentRoutes } from '../../adapters/http/agents/company-agents-routes.ts';
import { allowAgent, findCompanyAgent } from '../../core/agents/allow-agent.ts';
import { checkAgentTrip, searchAgentTrips } from '../../core/agents/agent-trips.ts';
import { searchTrips } from '../../core/trips/search-trips.ts';
import type { CompaniesUseCases } from './companies.ts';
import { pruneHolders } from '../../core/agents/prune-holders.ts';
import { warnOfCredit } from '../../core/agents/warn-of-credit.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Job, EVERY_TEN_MINUTES, EVERY_TWO_SECONDS } from '../scheduler.ts';
import type { SeatsUseCases } from './seats.ts';
import type { TripsUseCases } from './trips.ts';

export const agentsUseCases = (dependencies: Dependencies) => ({
  authenticateKey: authenticateKey(dependencies),
  judgeKey: judgeKey(dependencies),
  findAgent: findAgent(dependencies),
  addAgent: addAgent(dependencies),
  changeAgent: changeAgent(dependencies),
  findKey: findKey(dependencies),
  addKey: addKey(dependencies),
  changeKey: changeKey(dependencies),
  rotateKey: rotateKey(dependencies),
  deleteKey: deleteKey(dependencies),
  holdSeatsForAgent: holdSeatsForAgent(dependencies),
  releaseSeatsForAgent: releaseSeatsForAgent(dependencies),
  viewSeatsForAgent: viewSeatsForAgent(dependencies),
  addSandboxAgent: addSandboxAgent(dependencies),
  sellForAgent: sellForAgent({ ...dependencies, expireBookings: expireBookings(dependencies) }),
  addAgentPayment: addAgentPayment(dependencies),
  warnOfCredit: warnOfCredit(dependencies),
  pruneHolders: pruneHolders(dependencies),
  findCompanyAgent: findCompanyAgent(dependencies),
  allowAgent: allowAgent(dependencies),
  makeAgentStatement: makeAgentStatement(dependencies),
  findAgentStatement: findStatement({ statementViews: dependencies.agentStatementViews }),
  viewAgentStatement: viewStatement({ statementViews: dependencies.agentStatementViews }),
  listAgentStatementLines: listStatementLines({ statementViews: dependencies.agentStatementViews }),
  printAgentStatement: printAgentStatement(dependencies),
  checkAgentTrip: checkAgentTrip(dependencies),
  searchAgentTrips: searchAgentTrips({ ...dependencies, searchTrips: searchTrips(dependencies) }),
});

export type AgentsUseCases = ReturnType<typeof agentsUseCases>;

export const agentsRoutes = (
  useCases: AgentsUseCases & CompaniesUseCases & TripsUseCases & SeatsUseCases,
  dependencies: Dependencies,
) => [
  ...adminAgentRoutes({ ...useCases, ...dependencies }),
  ...agentStaffRoutes({ ...useCases, ...dependencies }),
  ...agentKeyRoutes({ ...useCases, ...dependencies }),
  ...agentSalesRoutes({ ...dependencies, ...useCases }),
  ...agentAccountRoutes({ ...dependencies, ...useCases }),
  ...companyAgentRoutes({ ...useCases, ...dependencies }),
  ...agentStatementRoutes({ ...dependencies, ...useCases }),
  ...agentTripRoutes({ ...useCases, ...dependencies }),
  ...(dependencies.keyMode === 'test' ? sandboxAgentRoutes(useCases) : []),
];

export const agentsJobs = (useCases: AgentsUseCases): readonly Job[] => [
  { name: 'warn of low credit', pattern: EVERY_TWO_SECONDS, run: () => useCases.warnOfCredit() },
  { name: 'forget old customers of agents', pattern: EVERY_TEN_MINUTES, run: () => useCases.pruneHolders() },
];
