import type { OperatorId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';

/** The part of the area `agents` that changes of a company need. */
export interface EndsAgentHolds<Stores> {
  /** Ends the holds of agents that may not sell for the company any more, and announces the free seats. */
  readonly endAgentHolds: (stores: Stores, of: { readonly operatorId: OperatorId }, now: Instant) => Promise<void>;
}
