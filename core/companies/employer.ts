import type { AgentId, OperatorId } from '../kernel/ids.ts';

/** A company or an agent. Its staff works for it, and nobody works for two. */
export type Employer = { readonly operatorId: OperatorId } | { readonly agentId: AgentId };
