import type { CounterStores, CounterWorld } from '../counter/world.ts';
import type { KeyMode } from './agent-key.ts';
import type {
  AgentAccountViews,
  AgentBookings,
  AgentHolders,
  AgentHolderViews,
  AgentPayments,
  AgentPaymentViews,
  AgentSales,
} from './sale-ports.ts';
import type {
  AgentCompanies,
  AgentKeyRepo,
  AgentKeyViews,
  AgentRepo,
  AgentViews,
  CompanyAgents,
  CompanyAgentViews,
} from './ports.ts';
import type { AgentStatementRepo, AgentStatementViews } from './statement-ports.ts';

/** The stores of one transaction: those of the area `agents` and of the areas below it. */
export interface AgentStores extends CounterStores {
  readonly agents: AgentRepo;
  readonly agentKeys: AgentKeyRepo;
  readonly agentCompanies: AgentCompanies;
  readonly companyAgents: CompanyAgents;
  readonly agentSales: AgentSales;
  readonly agentHolders: AgentHolders;
  readonly agentBookings: Pick<AgentBookings, 'find'>;
  readonly agentPayments: AgentPayments;
  readonly agentStatements: AgentStatementRepo;
  readonly agentStatementViews: Pick<AgentStatementViews, 'find' | 'lines'>;
}

/** The dependencies of use cases of the area `agents`. */
export interface AgentWorld<Stores extends AgentStores = AgentStores> extends CounterWorld<Stores> {
  readonly agentViews: AgentViews;
  readonly agentKeyViews: AgentKeyViews;
  readonly agentCompanies: AgentCompanies;
  readonly companyAgents: CompanyAgentViews;
  readonly agentHolderViews: AgentHolderViews;
  readonly agentBookings: AgentBookings;
  readonly agentAccountViews: AgentAccountViews;
  readonly agentPaymentViews: AgentPaymentViews;
  readonly agentStatementViews: AgentStatementViews;
  /** The most seats that all customers of an agent may hold at a time. */
  readonly agentHeldSeats: number;
  /** The keys that this instance accepts: `test` on a sandbox, whose payment methods take no real money. */
  readonly keyMode: KeyMode;
  /** The address of the sandbox of this service, for the callers who use a key of the other kind. */
  readonly agentSandboxUrl: string | undefined;
}
